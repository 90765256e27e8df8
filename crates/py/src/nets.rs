//! `Net`: a network that comes with the program or that `karuta train` wrote, evaluated on numpy's arrays.

use karuta_agents::nets;
use karuta_learn::file::{header_json, read_net};
use karuta_learn::net::{Net as Inner, Workspace};
use numpy::{PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::errors;
use crate::state::State;

/// A network.
///
/// `name` is that of a net that comes with the program (`karuta.net_names()`), or a file that `karuta train` wrote.
///
/// >>> net = karuta.Net("hanamikoji")
/// >>> state = karuta.load_game("hanamikoji").new_initial_state(seed=1)
/// >>> values = net.values(state)
/// >>> sorted(values) == state.legal_actions()
/// True
/// >>> inputs, actions, outputs = net.encode(state)
/// >>> bool(abs(net(inputs)[0, outputs[0]] - values[actions[0]]) < 1e-6)
/// True
#[pyclass(frozen, module = "karuta")]
pub struct Net {
    name: String,
    bytes: Vec<u8>,
    inner: Inner,
    encoder: String,
}

/// The names of the nets that come with the program.
#[pyfunction]
pub fn net_names() -> Vec<&'static str> {
    nets::names().collect()
}

impl Net {
    fn read(name: &str, bytes: Vec<u8>) -> PyResult<Net> {
        let (header, inner) =
            read_net(&bytes).map_err(|error| errors::spec(format!("net {name:?}: {error}")))?;
        Ok(Net { name: name.to_string(), bytes, inner, encoder: header.encoder })
    }
}

#[pymethods]
impl Net {
    #[new]
    fn new(name: &str) -> PyResult<Net> {
        let bytes = nets::read(name).map_err(|error| {
            let names: Vec<&str> = nets::names().collect();
            errors::spec(format!(
                "cannot read net {name:?}: {error}; with the project come: {}",
                names.join(", ")
            ))
        })?;
        Net::read(name, bytes.into_owned())
    }

    /// The net that a file holds, from its bytes.
    #[staticmethod]
    fn from_bytes(name: &str, bytes: &[u8]) -> PyResult<Net> {
        Net::read(name, bytes.to_vec())
    }

    /// The name or the file it was read from.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The number of inputs.
    #[getter]
    fn inputs(&self) -> usize {
        self.inner.shape().inputs()
    }

    /// The number of outputs.
    #[getter]
    fn outputs(&self) -> usize {
        self.inner.shape().outputs
    }

    /// The game it was trained on, how, for how long, and its layers, as `karuta net --json` prints them.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (header, inner) = read_net(&self.bytes).map_err(errors::spec)?;
        let text = header_json(&header, inner.shape()).to_string();
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The outputs of the net for inputs, a row each: an array of float32 with a column an output.
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        inputs: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (width, outputs) = (self.inputs(), self.outputs());
        let wrong = || {
            let shape = inputs.getattr("shape").map_or_else(|_| String::from("?"), |shape| shape.to_string());
            errors::other(format!(
                "inputs of shape {shape} were given: an array of float32 of shape (n, {width}) would do"
            ))
        };
        let array = inputs.cast::<PyArray2<f32>>().map_err(|_| wrong())?;
        if array.shape()[1] != width {
            return Err(wrong());
        }
        let array = array.try_readonly().map_err(errors::other)?;
        let rows = array.as_array();
        let mut said = vec![0.0f32; rows.nrows() * outputs];
        py.detach(|| {
            let (mut workspace, mut sparse) = (Workspace::default(), Vec::new());
            for (row, said) in rows.rows().into_iter().zip(said.chunks_mut(outputs)) {
                sparse.clear();
                let inputs = row.iter().enumerate().filter(|(_, value)| **value != 0.0);
                sparse.extend(inputs.map(|(at, &value)| (at as u16, value)));
                self.inner.set_view(&sparse, &mut workspace);
                self.inner.forward(&[], 0, &mut workspace);
                said.iter_mut()
                    .enumerate()
                    .for_each(|(at, value)| *value = self.inner.output(at, &workspace));
            }
        });
        let said = PyArray2::from_vec2(py, &said.chunks(outputs).map(<[f32]>::to_vec).collect::<Vec<_>>());
        match rows.nrows() {
            0 => Ok(PyArray2::zeros(py, [0, outputs], false)),
            _ => said.map_err(errors::other),
        }
    }

    /// The inputs of the net for the player to move: an array with a row for each legal move, or a single row where
    /// the net has an output for each move; the numbers of the legal moves; and the output that judges each of
    /// them, or None for a move the net does not decide.
    #[expect(clippy::type_complexity, reason = "a tuple of Python")]
    fn encode<'py>(
        &self,
        py: Python<'py>,
        state: &State,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Vec<usize>, Vec<Option<usize>>)> {
        let told = state.any.net_inputs(&self.encoder).map_err(errors::mv)?;
        if told.width != self.inputs() {
            return Err(errors::mv(format!("{} is a net for another game", self.name)));
        }
        let array = PyArray2::<f32>::zeros(py, [told.rows.len(), told.width], false);
        {
            let mut filled = array.try_readwrite().map_err(errors::other)?;
            let mut filled = filled.as_array_mut();
            for (row, inputs) in told.rows.iter().enumerate() {
                for &(at, value) in inputs {
                    filled[[row, usize::from(at)]] += value;
                }
            }
        }
        Ok((array, told.ids, told.outputs))
    }

    /// The values of the net for all legal moves, by number.
    fn values<'py>(&self, py: Python<'py>, state: &State) -> PyResult<Bound<'py, PyDict>> {
        let told = state.any.net_inputs(&self.encoder).map_err(errors::mv)?;
        if told.width != self.inputs() {
            return Err(errors::mv(format!("{} is a net for another game", self.name)));
        }
        let mut workspace = Workspace::default();
        let dict = PyDict::new(py);
        for (at, (id, output)) in told.ids.iter().zip(&told.outputs).enumerate() {
            if at < told.rows.len() {
                self.inner.set_view(&told.rows[at], &mut workspace);
                self.inner.forward(&[], 0, &mut workspace);
            }
            dict.set_item(id, output.map(|output| self.inner.output(output, &workspace)))?;
        }
        Ok(dict)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Py<PyAny>, Bound<'py, PyTuple>)> {
        errors::reduced(py, "net", (self.name.clone(), PyBytes::new(py, &self.bytes)))
    }

    fn __repr__(&self) -> String {
        format!("karuta.Net({:?})", self.name)
    }
}
