//! Running an experiment: what is missing is played and recorded, then everything is counted. Knows files
//! and threads; prints nothing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::experiment::{Chosen, Column, Experiment, Measure, Source, Unit};
use super::measuring::Measured;
use super::plan::{Program, chunk_path, owner, program, records_path};
use super::results::{self, Cell, Results, plan_text};
use super::signature::study_signature;
use super::{arithmetic, checksum, date, measuring, study_run};
use crate::chunk::{Chunk, Portion};
use crate::series::{self, Groups, Series, SeriesError};
use cpu_time::ProcessTime;
use karuta_engine::Stop;
use karuta_playable::error::InputError;
use karuta_playable::ink::counted;
use karuta_records::record::{Effort, GameRecord, Plan, RecordError, Store, Writer, build};

/// The settings of a run.
pub struct Session<'a> {
    /// The experiment.
    pub experiment: &'a Experiment,
    /// The size.
    pub size: Chosen,
    /// Only these deals.
    pub chunk: Option<Chunk>,
    /// Games played side by side.
    pub threads: usize,
    /// The folder of results.
    pub folder: &'a Path,
    /// True if a larger result, and a record of agents that played otherwise, may be replaced.
    pub replace: bool,
}

/// The end of a run.
#[derive(Debug)]
pub enum Outcome {
    /// Everything is played and counted.
    Finished(Box<Results>),
    /// The chunk is played; it waits for the others in this file.
    Chunk(PathBuf),
    /// It was stopped; what is finished is kept.
    Stopped,
}

impl Session<'_> {
    /// Plays what is missing and counts. `told` hears how many deals of how many are finished.
    pub fn run(&self, stop: &Stop, mut told: impl FnMut(u64, u64)) -> Result<Outcome, InputError> {
        self.refuse_to_shrink()?;
        let findings = match &self.experiment.source {
            Source::Matches | Source::Shared(_) => return self.play(stop, &mut told),
            Source::Study(study) => match self.study(study, stop, &mut told)? {
                Some(findings) => findings,
                None => return Ok(Outcome::Stopped),
            },
            Source::Chances(chances) => {
                self.refuse_chunk("arithmetic")?;
                let cells = arithmetic::cells(self.experiment, chances)?;
                self.findings(cells, Vec::new(), (0.0, None))
            }
            Source::Printed(other) => {
                self.refuse_chunk("arithmetic")?;
                let cells = arithmetic::on_printed(self.experiment, other)?;
                self.findings(cells, Vec::new(), (0.0, None))
            }
        };
        results::save(self.folder, self.experiment, &findings)?;
        Ok(Outcome::Finished(Box::new(findings)))
    }

    /// A folder keeps the largest run; a smaller one belongs elsewhere.
    fn refuse_to_shrink(&self) -> Result<(), InputError> {
        if self.replace {
            return Ok(());
        }
        let held = results::load(self.folder, self.experiment)
            .map_err(|error| InputError::new(format!("{error}, or replace it with --force")))?;
        let Some(held) = held else { return Ok(()) };
        const ORDER: [&str; 5] = ["smoke", "quick", "tenth", "full", "timed"];
        let rank = |set: &str| ORDER.iter().position(|&name| name == set).unwrap_or(ORDER.len());
        let smaller = rank(&self.size.set) < rank(&held.size)
            || (self.size.set == held.size && self.size.deals < held.deals);
        if smaller && self.chunk.is_none() {
            return Err(InputError::new(format!(
                "{} holds a larger run ({}, {}); name another folder with --out, or replace it with --force",
                results::path(self.folder, self.experiment).display(),
                held.size,
                counted(held.deals, "deal")
            )));
        }
        Ok(())
    }

    fn refuse_chunk(&self, what: &str) -> Result<(), InputError> {
        match self.chunk {
            None => Ok(()),
            Some(_) => Err(InputError::new(format!(
                "{} is {what}, which has no chunks; run it whole",
                self.experiment.id
            ))),
        }
    }

    /// The file of a chunk, or of everything.
    fn records(&self, owner: &Experiment) -> PathBuf {
        match self.chunk {
            None => records_path(self.folder, owner, &self.size, "db"),
            Some(chunk) => chunk_path(self.folder, owner, &self.size, chunk),
        }
    }

    fn play(&self, stop: &Stop, told: &mut impl FnMut(u64, u64)) -> Result<Outcome, InputError> {
        let whose = owner(self.experiment)?;
        let size = Chosen { vars: whose.size(&self.size.set)?.vars, ..self.size.clone() };
        let all = program(&whose, &size)?;
        let own = program(self.experiment, &size)?;
        if let Some(foreign) =
            own.parts.iter().find(|part| all.parts.iter().all(|other| other.plan != part.plan))
        {
            return Err(InputError::new(format!(
                "{} shares the records of {}, which has no [{}]",
                self.experiment.id, whose.id, foreign.plan
            )));
        }
        let path = self.records(&whose);
        let is_own = |plan: &Plan| own.parts.iter().any(|part| part.plan == *plan);
        let groups = self.fill_records(&path, &all, is_own, stop, told)?;
        if stop.is_raised() {
            return Ok(Outcome::Stopped);
        }
        if self.chunk.is_some() {
            return Ok(Outcome::Chunk(path));
        }
        // Shared records are those of the owner, who may have them in another order.
        let find = |plan: &Plan| all.parts.iter().position(|part| part.plan == *plan);
        let groups: Groups =
            own.parts.iter().filter_map(|part| find(&part.plan)).map(|at| groups[at].clone()).collect();
        let findings = self.count(&own, &groups)?;
        results::save(self.folder, self.experiment, &findings)?;
        Ok(Outcome::Finished(Box::new(findings)))
    }

    /// Plays what the file at `path` lacks of the plans that are wanted.
    fn fill_records(
        &self,
        path: &Path,
        program: &Program,
        is_wanted: impl Fn(&Plan) -> bool,
        stop: &Stop,
        told: &mut impl FnMut(u64, u64),
    ) -> Result<Groups, InputError> {
        make_folder(path)?;
        let parts = program.parts.iter().map(|part| series::Part {
            plan: part.identified(),
            contest: part.contest.as_ref(),
            deals: if is_wanted(&part.plan) { part.deals } else { 0 },
        });
        let series = Series {
            parts: parts.collect(),
            record: Some(path.to_path_buf()),
            chunk: self.chunk.map(Portion::Chunk),
            threads: self.threads,
        };
        let mut play = || series.play(stop, |progress| told(progress.done, progress.total), |_, _| false);
        match play() {
            Err(SeriesError::Record(error)) if error.is_of_others() && self.replace => {
                Store::remove(path).map_err(|error| InputError::new(error.to_string()))?;
                play().map_err(|error| InputError::new(error.to_string()))
            }
            Err(SeriesError::Record(error)) if error.is_of_others() => {
                Err(InputError::new(format!("{error}; --force plays anew in its place")))
            }
            played => played.map_err(|error| InputError::new(error.to_string())),
        }
    }

    /// Counts every cell in finished groups.
    pub(super) fn count(&self, program: &Program, groups: &Groups) -> Result<Results, InputError> {
        let mut cells = BTreeMap::new();
        for (at, row) in self.experiment.rows.iter().enumerate() {
            let mut found = BTreeMap::new();
            for column in &self.experiment.columns {
                let wanted = column.measure.resolve(&[&row.vars]).map_err(InputError::new)?;
                if matches!(wanted.measure, Measure::Ratio(..)) {
                    continue;
                }
                let part = program.place[&(at, column.of_match.clone())];
                // A longer run of the same plan may be in the file; this one is about its first deals.
                let finished = groups[part].range(..program.parts[part].deals).map(|(_, group)| group);
                let game = program.parts[part].game.as_ref();
                if let Some(measured) = measuring::measured(game, &wanted, column.unit, finished)? {
                    let bounds = column.range.unwrap_or_else(|| measuring::bounds(&wanted.measure));
                    found.insert(column.name.clone(), cell(column, &measured, bounds));
                }
            }
            divide(self.experiment, &mut found);
            cells.insert(row.name.clone(), found);
        }
        let plans = program.parts.iter().map(|part| plan_text(&part.plan)).collect();
        let games = groups.iter().flat_map(BTreeMap::values).flat_map(|group| &group.games);
        let findings = self.findings(cells, plans, spent(games));
        Ok(Results { games: checksum::games(program, groups), signature: program.signature(), ..findings })
    }

    fn findings(
        &self,
        cells: BTreeMap<String, BTreeMap<String, Cell>>,
        plans: Vec<String>,
        (seconds, cpu_seconds): (f64, Option<f64>),
    ) -> Results {
        Results {
            item: self.experiment.id.clone(),
            version: env!("CARGO_PKG_VERSION").to_string(),
            build: build(),
            size: self.size.set.clone(),
            deals: self.size.deals,
            seconds,
            cpu_seconds,
            date: date::today(),
            games: String::new(),
            signature: String::new(),
            plans,
            cells,
        }
    }

    fn study(
        &self,
        template: &str,
        stop: &Stop,
        told: &mut impl FnMut(u64, u64),
    ) -> Result<Option<Results>, InputError> {
        self.refuse_chunk("a study")?;
        let spec = results::study_spec(template, &self.size)?;
        let asked = super::open(&spec)?;
        let path = records_path(self.folder, self.experiment, &self.size, "csv");
        make_folder(&path)?;
        let total = asked.work.pieces() as u64;
        let (began, cpu) = (std::time::Instant::now(), ProcessTime::try_now());
        let lines = study_run::work(&asked, &path, self.threads, stop, |done| told(done as u64, total))
            .map_err(|error| InputError::new(error.to_string()))?;
        let Some(lines) = lines else { return Ok(None) };
        let digests = asked.work.digest(&lines);
        let mut cells: BTreeMap<String, BTreeMap<String, Cell>> = BTreeMap::new();
        for row in digests.iter().flat_map(|digest| digest.rows.iter().map(move |row| (&digest.head, row))) {
            let (head, texts) = row;
            let Some((name, texts)) = texts.split_first() else { continue };
            let found = head.iter().skip(1).zip(texts).filter_map(|(column, text)| {
                let (value, reach) = match text.split_once('±') {
                    Some((value, reach)) => (value, reach.trim().parse::<f64>().ok()),
                    None => (text.as_str(), None),
                };
                let value: f64 = value.trim().trim_start_matches('+').parse().ok()?;
                let (low, high) = (reach.map(|reach| value - reach), reach.map(|reach| value + reach));
                Some((column.clone(), Cell { value, low, high, observations: 0.0, games: 0.0, spread: 0.0 }))
            });
            cells.entry(name.clone()).or_default().extend(found);
        }
        let cpu_seconds = cpu.and_then(|cpu| cpu.try_elapsed()).ok().map(|cpu| cpu.as_secs_f64().round());
        let spent = (began.elapsed().as_secs_f64().round(), cpu_seconds);
        let signature = study_signature(&asked)?;
        Ok(Some(Results { signature, ..self.findings(cells, vec![asked.spec], spent) }))
    }
}

/// The seconds of all decisions, by the wall and of CPU. One game without CPU time, from a record that an older
/// version began, leaves their sum unknown.
fn spent<'a>(games: impl Iterator<Item = &'a GameRecord>) -> (f64, Option<f64>) {
    let (mut all, mut is_known) = (Effort::default(), true);
    for game in games {
        let mut effort = Effort::default();
        game.effort.iter().for_each(|&seat| effort += seat);
        is_known &= effort.cpu_nanos > 0 || effort.nanos == 0;
        all += effort;
    }
    let seconds = |nanos: u64| (nanos as f64 / 1e6).round() / 1e3;
    (seconds(all.nanos), is_known.then(|| seconds(all.cpu_nanos)))
}

/// A number in the units of the paper. A t interval of few deals may leave what is possible; it is cut there, which
/// takes away nothing that could be true.
fn cell(column: &Column, Measured { quotient, games }: &Measured, (least, most): (f64, f64)) -> Cell {
    let scale = match column.unit {
        Unit::Percent => 100.0 * column.scale,
        Unit::Number | Unit::Seconds => column.scale,
    };
    Cell {
        value: scale * quotient.mean,
        low: quotient.interval.map(|interval| scale * interval.low.max(least)),
        high: quotient.interval.map(|interval| scale * interval.high.min(most)),
        observations: quotient.observations,
        games: *games,
        spread: scale * quotient.spread,
    }
}

/// Adds the quotients of columns. Relative errors of independent matches add up as squares; the interval is that of
/// the logarithm, since a quotient of positive numbers is positive.
fn divide(experiment: &Experiment, found: &mut BTreeMap<String, Cell>) {
    for column in &experiment.columns {
        let Some((above, below)) = &column.measure.ratio else { continue };
        let (Some(above), Some(below)) = (found.get(above), found.get(below)) else { continue };
        if below.value == 0.0 {
            continue;
        }
        let part = |cell: &Cell| Some((cell.high? - cell.low?) / 2.0 / cell.value);
        let value = above.value / below.value;
        let reach = part(above).zip(part(below)).map(|(above, below)| above.hypot(below).exp());
        let reach = reach.filter(|reach| reach.is_finite());
        let cell = Cell {
            value: column.scale * value,
            low: reach.map(|reach| column.scale * value / reach),
            high: reach.map(|reach| column.scale * value * reach),
            observations: above.observations.min(below.observations),
            games: above.games.min(below.games),
            spread: 0.0,
        };
        found.insert(column.name.clone(), cell);
    }
}

/// Opens the record of `plans`, and reads what it holds.
pub(super) fn open(path: &Path, plans: &[Plan]) -> Result<(Groups, Writer), InputError> {
    make_folder(path)?;
    let opened = || -> Result<(Groups, Writer), RecordError> {
        let store = Store::open(path, plans)?;
        let done = (0..plans.len()).map(|plan| store.done(plan)).collect::<Result<_, _>>()?;
        Ok((done, store.writer()?))
    };
    opened().map_err(|error| InputError::new(error.to_string()))
}

fn make_folder(path: &Path) -> Result<(), InputError> {
    let Some(parent) = path.parent() else { return Ok(()) };
    fs::create_dir_all(parent)
        .map_err(|error| InputError::new(format!("cannot make {}: {error}", parent.display())))
}
