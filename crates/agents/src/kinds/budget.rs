//! Reading a budget: iterations or time, never both.

use karuta_engine::Budget;
use karuta_playable::error::InputError;
use karuta_playable::spec::Args;

/// The most iterations a spec may ask for.
pub(super) const MOST: u64 = 1_000_000_000_000;

/// The budget under `count` (a number of iterations or nodes) and `time`.
pub(super) fn read(args: &Args<'_>, count: &'static str) -> Result<Budget, InputError> {
    let iterations = args.number(count, 1..=MOST)?;
    match args.optional("time") {
        None => Ok(Budget::Iterations(iterations)),
        Some(_) if args.is_given(count) => {
            Err(InputError::new(format!("{} takes {count} or time, not both", args.name())))
        }
        Some(_) => Ok(Budget::Time(args.duration("time")?)),
    }
}
