//! The exceptions of the package, and pickles that say which version wrote them. Texts are those of the command
//! line.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

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

/// The content of a pickle: the function that makes the object again, and its arguments with the version first. Numbers
/// of moves and texts of positions belong to a version, so another one refuses them.
pub fn reduced<'py>(
    py: Python<'py>,
    kind: &str,
    parts: impl IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>, Error = PyErr>,
) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
    let rebuild = py.import("karuta")?.getattr("_rebuild")?;
    let arguments = (kind, env!("CARGO_PKG_VERSION"), parts.into_pyobject(py)?).into_pyobject(py)?;
    Ok((rebuild.unbind(), arguments))
}
