//! The exceptions of the package. Their text is that of the command line.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(karuta, KarutaError, PyValueError, "Something karuta cannot do, and what would do.");
create_exception!(karuta, SpecError, KarutaError, "A game or an agent that cannot be read from its spec.");
create_exception!(karuta, MoveError, KarutaError, "A move, a position or a state that cannot be.");

/// Adds the exceptions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("KarutaError", py.get_type::<KarutaError>())?;
    module.add("SpecError", py.get_type::<SpecError>())?;
    module.add("MoveError", py.get_type::<MoveError>())
}

/// An error about a spec.
pub fn spec(error: impl Display) -> PyErr {
    SpecError::new_err(error.to_string())
}

/// An error about a move, a position or a state.
pub fn mv(error: impl Display) -> PyErr {
    MoveError::new_err(error.to_string())
}

/// Any other error.
pub fn other(error: impl Display) -> PyErr {
    KarutaError::new_err(error.to_string())
}
