//! Progress of long work, on standard error: a bar in a terminal, a line now and then elsewhere.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::out;

/// The time between two lines where there is no terminal.
const EVERY: Duration = Duration::from_secs(15);

/// Progress through a known number of steps.
pub struct Progress {
    bar: Option<ProgressBar>,
    unit: &'static str,
    total: u64,
    done: u64,
    /// Steps that were finished before this run; they say nothing about its speed.
    before: u64,
    began: Instant,
    spoke: Instant,
}

impl Progress {
    /// `done` of `total` steps are finished already.
    pub fn new(unit: &'static str, done: u64, total: u64) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style =
                ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}  {elapsed} gone, {eta} to go")
                    .expect("the template is well formed");
            ProgressBar::new(total).with_position(done).with_style(style).with_message(unit)
        });
        let now = Instant::now();
        Progress { bar, unit, total, done, before: done, began: now, spoke: now }
    }

    /// One more step is done.
    pub fn step(&mut self) {
        self.reach(self.done + 1);
    }

    /// So many steps are done.
    pub fn reach(&mut self, done: u64) {
        self.done = done;
        if let Some(bar) = &self.bar {
            bar.set_position(done);
        } else if self.spoke.elapsed() >= EVERY {
            self.spoke = Instant::now();
            let left = self.estimate().map_or(String::new(), |left| format!(", about {} to go", span(left)));
            out::note(format!("{}/{} {}{left}", self.done, self.total, self.unit));
        }
    }

    fn estimate(&self) -> Option<Duration> {
        let fresh = self.done.checked_sub(self.before).filter(|&n| n > 0)?;
        let per_step = self.began.elapsed().as_secs_f64() / fresh as f64;
        Some(Duration::from_secs_f64(per_step * self.total.saturating_sub(self.done) as f64))
    }

    /// Takes the bar away.
    pub fn finish(self) {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A span of time, for people.
fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..=119 => format!("{seconds} s"),
        120..=7199 => format!("{} min", seconds / 60),
        _ => format!("{:.1} h", seconds as f64 / 3600.0),
    }
}
