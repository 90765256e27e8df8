//! Records of matches and tournaments as columns, for polars, pandas or plain Python. Knows which columns there
//! are; files are the business of the crate of records.

use std::collections::BTreeMap;
use std::path::PathBuf;

use karuta_records::record::{GameRecord, Plan, RecordError, Store};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;

/// The subject of a row.
#[derive(Clone, Copy)]
enum Rows {
    Seats,
    Games,
    Moves,
}

impl Rows {
    fn read(text: &str) -> PyResult<Rows> {
        match text {
            "seats" => Ok(Rows::Seats),
            "games" => Ok(Rows::Games),
            "moves" => Ok(Rows::Moves),
            _ => Err(errors::other(format!("rows={text:?}: seats, games or moves would do"))),
        }
    }
}

/// One value of a column.
#[derive(IntoPyObject)]
enum Cell {
    Text(String),
    Texts(Vec<String>),
    Count(u64),
    Number(Option<f64>),
}

/// Columns in the order they were first written.
#[derive(Default)]
struct Columns {
    names: Vec<String>,
    cells: BTreeMap<String, Vec<Cell>>,
    rows: usize,
}

impl Columns {
    fn put(&mut self, name: &str, cell: Cell) {
        if !self.cells.contains_key(name) {
            self.names.push(name.to_string());
        }
        let column = self.cells.entry(name.to_string()).or_default();
        // A game of another plan may not measure what this one does.
        column.resize_with(self.rows, || Cell::Number(None));
        column.push(cell);
    }

    fn end_row(&mut self) {
        self.rows += 1;
        self.cells.values_mut().for_each(|column| column.resize_with(self.rows, || Cell::Number(None)));
    }
}

/// The columns of a record, see `karuta.read_record`.
#[pyfunction]
pub fn record_columns<'py>(py: Python<'py>, path: PathBuf, rows: &str) -> PyResult<Bound<'py, PyDict>> {
    let rows = Rows::read(rows)?;
    let columns = py
        .detach(|| -> Result<Columns, RecordError> {
            let mut columns = Columns::default();
            Store::read(&path)?.each_group(|plan, group| {
                for (rotation, game) in group.games.iter().enumerate() {
                    add(&mut columns, rows, plan, group.index, rotation as u64, game);
                }
                Ok::<_, RecordError>(())
            })?;
            Ok(columns)
        })
        .map_err(errors::other)?;
    let dict = PyDict::new(py);
    let Columns { names, mut cells, .. } = columns;
    for name in names {
        let column = cells.remove(&name).unwrap_or_default();
        dict.set_item(name, column)?;
    }
    Ok(dict)
}

fn add(columns: &mut Columns, rows: Rows, plan: &Plan, deal: u64, rotation: u64, game: &GameRecord) {
    let begin = |columns: &mut Columns| {
        columns.put("game", Cell::Text(plan.game.clone()));
        columns.put("seed", Cell::Count(plan.seed));
        columns.put("deal", Cell::Count(deal));
        columns.put("rotation", Cell::Count(rotation));
    };
    let name = |seat: usize| Cell::Text(plan.contestants[game.seating[seat]].clone());
    match rows {
        Rows::Seats => {
            for (seat, effort) in game.effort.iter().enumerate() {
                begin(columns);
                columns.put("seat", Cell::Count(seat as u64));
                columns.put("agent", name(seat));
                columns.put("payoff", Cell::Number(Some(game.payoffs[seat])));
                columns.put("plies", Cell::Count(u64::from(game.plies)));
                columns.put("decisions", Cell::Count(u64::from(effort.decisions)));
                columns.put("iterations", Cell::Count(effort.iterations));
                columns.put("nodes", Cell::Count(effort.nodes));
                columns.put("evaluations", Cell::Count(effort.evaluations));
                columns.put("seconds", Cell::Number(Some(effort.nanos as f64 / 1e9)));
                for (measure, values) in &game.measures {
                    columns.put(measure, Cell::Number(values[seat]));
                }
                columns.end_row();
            }
        }
        Rows::Games => {
            begin(columns);
            let agents = game.seating.iter().map(|&who| plan.contestants[who].clone()).collect();
            columns.put("agents", Cell::Texts(agents));
            columns.put("plies", Cell::Count(u64::from(game.plies)));
            columns.put("start", Cell::Text(game.start.clone()));
            columns.put("moves", Cell::Texts(game.moves.clone()));
            columns.end_row();
        }
        Rows::Moves => {
            for (ply, (mv, spent)) in game.moves.iter().zip(&game.spent).enumerate() {
                begin(columns);
                columns.put("ply", Cell::Count(ply as u64));
                columns.put("move", Cell::Text(mv.clone()));
                columns.put("playouts", Cell::Count(*spent));
                columns.end_row();
            }
        }
    }
}
