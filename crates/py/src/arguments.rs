//! Numbers and arrays that come from Python. Whatever cannot be meant is refused here, with an exception of the
//! package that says what would do.

use numpy::{
    Element, PyArray1, PyArray2, PyArrayMethods, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::prelude::*;

use crate::errors;

/// The longest part of something given that an error repeats.
const SHOWN: usize = 60;

/// Something given, as an error shows it.
pub fn shown(given: &Bound<'_, PyAny>) -> String {
    let text = given.repr().map_or_else(|_| String::from("an object"), |text| text.to_string());
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text,
    }
}

/// The number of a move.
pub struct Action(pub usize);

impl<'py> FromPyObject<'_, 'py> for Action {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Action> {
        given.extract().map(Action).map_err(|_| {
            errors::mv(format!(
                "{} is not the number of a legal move: ask for the legal numbers",
                shown(&given)
            ))
        })
    }
}

/// The number of a player; whether it sits at the table is the state's business.
pub struct Player(pub usize);

impl<'py> FromPyObject<'_, 'py> for Player {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Player> {
        given.extract().map(Player).map_err(|_| {
            errors::other(format!("{} is not the number of a player: players count from 0", shown(&given)))
        })
    }
}

/// A whole number that is not negative: a seed, an index, a count.
#[derive(Clone, Copy)]
pub struct Whole(pub u64);

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Whole> {
        given.extract().map(Whole).map_err(|_| {
            errors::other(format!("{} was given: a whole number from 0 to 2^64-1 would do", shown(&given)))
        })
    }
}

fn wrong<T: Element>(py: Python<'_>, given: &Bound<'_, PyAny>, dimensions: usize) -> PyErr {
    let kind = |array: &Bound<'_, PyAny>| -> PyResult<String> {
        Ok(format!("an array of {} with shape {}", array.getattr("dtype")?, array.getattr("shape")?))
    };
    let kind = kind(given).unwrap_or_else(|_| shown(given));
    let wanted = T::get_dtype(py);
    errors::other(format!(
        "{kind} was given: a writable, contiguous numpy array of {wanted} with {dimensions} dimension{} would do",
        if dimensions == 1 { "" } else { "s" }
    ))
}

/// An array of one dimension that can be written to.
pub fn vector<'py, T: Element>(given: &Bound<'py, PyAny>) -> PyResult<PyReadwriteArray1<'py, T>> {
    let found = given.cast::<PyArray1<T>>().ok().and_then(|array| array.try_readwrite().ok());
    found.filter(|array| array.is_c_contiguous()).ok_or_else(|| wrong::<T>(given.py(), given, 1))
}

/// An array of two dimensions that can be written to.
pub fn matrix<'py, T: Element>(given: &Bound<'py, PyAny>) -> PyResult<PyReadwriteArray2<'py, T>> {
    let found = given.cast::<PyArray2<T>>().ok().and_then(|array| array.try_readwrite().ok());
    found.filter(|array| array.is_c_contiguous()).ok_or_else(|| wrong::<T>(given.py(), given, 2))
}
