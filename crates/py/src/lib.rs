//! The Python package's native half: games, states and agents with their types forgotten. Knows Python's
//! objects and numpy's arrays; rules, searches and texts of errors come from the crates below.

mod agent;
mod arguments;
mod batch;
mod errors;
mod game;
mod matches;
mod mixed;
mod nets;
mod records;
mod state;
mod waiting;

use pyo3::prelude::*;

/// The native half of the package `karuta`.
#[pymodule]
fn _karuta(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    errors::register(module)?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<agent::Agent>()?;
    module.add_class::<agent::Choice>()?;
    module.add_class::<agent::RankedMove>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<nets::Net>()?;
    module.add_function(wrap_pyfunction!(game::load_game, module)?)?;
    module.add_function(wrap_pyfunction!(game::registered_names, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(matches::play_tournament, module)?)?;
    module.add_function(wrap_pyfunction!(nets::net_names, module)?)?;
    module.add_function(wrap_pyfunction!(records::record_columns, module)?)?;
    Ok(())
}
