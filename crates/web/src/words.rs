//! `Words`: every text people read on the page, in one place for each language. A further language is one more
//! file with one more value of [`Words`]; the compiler names whatever it lacks. Moves and positions are written in
//! karuta's notation everywhere. Knows no game and no page.

mod english;
mod german;

use tokio::task::futures::TaskLocalFuture;

pub use english::ENGLISH;
pub use german::GERMAN;

/// The languages of the page, the first one unless a browser asks for another.
pub static LANGUAGES: [&Words; 2] = [&ENGLISH, &GERMAN];

/// The texts of one language. `{0}`, `{1}` and so on stand for what is filled in.
pub struct Words {
    /// The code in `lang` attributes.
    pub code: &'static str,
    /// The name of the language in itself.
    pub name: &'static str,
    pub you: &'static str,
    pub levels: [&'static str; 5],
    pub speeds: [&'static str; 3],
    pub card: Noun,
    pub geisha: Noun,
    pub student: Noun,
    pub shell: ShellWords,
    pub trouble: TroubleWords,
    pub home: HomeWords,
    pub mine: MineWords,
    pub watch: WatchWords,
    pub table: TableWords,
    pub script: ScriptWords,
    pub judged: JudgedWords,
    pub study: StudyWords,
    pub board: BoardWords,
    pub record: RecordWords,
    pub rules: RulesWords,
    pub ranks: RanksWords,
    pub onitama: OnitamaWords,
    pub hanamikoji: HanamikojiWords,
    pub tichu: TichuWords,
    pub daihinmin: DaihinminWords,
    /// Names of the ways to play, where they differ from those the games have: spec and name.
    pub variants: &'static [(&'static str, &'static str)],
    /// The end of a game in short, where the games' own words are in another language: won, lost, drawn.
    pub endings: Option<[&'static str; 3]>,
    /// The writing of positions by the name of the game, where the games' own words are in another language.
    pub positions: &'static [(&'static str, &'static str)],
}

/// A noun for one and for several.
#[derive(Clone, Copy)]
pub struct Noun(pub &'static str, pub &'static str);

/// A phrase after a name: after "you", and after anybody else's.
#[derive(Clone, Copy)]
pub struct Phrase {
    pub you: &'static str,
    pub they: &'static str,
}

pub struct ShellWords {
    pub play: &'static str,
    pub watch: &'static str,
    pub analyse: &'static str,
    pub rules: &'static str,
    pub skip: &'static str,
    pub home: &'static str,
    pub main: &'static str,
    pub theme: &'static str,
    pub language: &'static str,
}

pub struct TroubleWords {
    pub title: &'static str,
    pub back: &'static str,
    pub no_page: &'static str,
    pub no_game: &'static str,
    pub no_level: &'static str,
    pub no_seat: &'static str,
    pub too_many: &'static str,
    pub no_table: &'static str,
    pub full: &'static str,
    pub not_over: &'static str,
    pub no_record: &'static str,
    pub bad_record: &'static str,
    pub no_recorded_game: &'static str,
    pub no_skin: &'static str,
    pub no_results: &'static str,
    pub senseless: &'static str,
    pub first_message: &'static str,
}

pub struct HomeWords {
    pub title: &'static str,
    pub heading: &'static str,
    pub lead: &'static str,
    pub level: &'static str,
    pub play: &'static str,
    pub more: &'static str,
    pub rules: &'static str,
    pub seat: &'static str,
    pub any: &'static str,
    pub invite: &'static str,
    pub watch: &'static str,
    pub learn: &'static str,
    /// The games: one sentence, then players and length.
    pub onitama: (&'static str, &'static str),
    pub hanamikoji: (&'static str, &'static str),
    pub tichu: (&'static str, &'static str),
    pub daihinmin: (&'static str, &'static str),
}

pub struct MineWords {
    pub heading: &'static str,
    pub none: &'static str,
    pub open: &'static str,
    pub forget: &'static str,
    pub your_turn: &'static str,
    pub over: &'static str,
    pub waiting: &'static str,
}

pub struct WatchWords {
    pub title: &'static str,
    pub heading: &'static str,
    pub lead: &'static str,
    pub record: &'static str,
    pub record_lead: &'static str,
    pub lab: &'static str,
    pub lab_lead: &'static str,
    pub thoughts: &'static str,
    pub no_thoughts: &'static str,
}

pub struct TableWords {
    pub connecting: &'static str,
    pub no_such_seat: &'static str,
    pub no_onlookers: &'static str,
    pub over: &'static str,
    pub not_over: &'static str,
    pub wait_for_pause: &'static str,
    pub bomb_kept: &'static str,
    pub not_your_turn: &'static str,
    pub moved_on: &'static str,
    pub hint_on_turn: &'static str,
    pub no_undo: &'static str,
    pub nothing_to_undo: &'static str,
    pub undo_not_saved: &'static str,
    pub seat_taken: &'static str,
    pub bad_name: &'static str,
    pub not_saved: &'static str,
    pub you_resigned: &'static str,
    pub they_resigned: &'static str,
    pub abandoned: &'static str,
    pub one_wins: &'static str,
    pub two_win: &'static str,
    pub draw: &'static str,
    pub title_over: &'static str,
    pub title_turn: &'static str,
    pub pause: &'static str,
    pub pause_long: &'static str,
    pub waits_for_seat: &'static str,
    pub is_away: &'static str,
    pub you_are_next: &'static str,
    pub is_next: &'static str,
    pub again: &'static str,
    pub analyse: &'static str,
    pub others: &'static str,
    pub choose_move: &'static str,
    pub choose_bomb: &'static str,
    pub choose_one: &'static str,
    pub no_bomb: &'static str,
    pub hint: &'static str,
    pub thinking: &'static str,
    pub undo: &'static str,
    pub resign: &'static str,
    pub resign_sure: &'static str,
    pub moves: &'static str,
    pub no_moves: &'static str,
    pub typed: &'static str,
    pub play: &'static str,
    pub speed: &'static str,
    pub free_seats: &'static str,
    pub send_links: &'static str,
    pub copy: &'static str,
    pub seated: &'static str,
    pub hint_with: &'static str,
    pub hint_only: &'static str,
    pub fill: &'static str,
    pub qr: &'static str,
    pub qr_of: &'static str,
    pub another: &'static str,
    pub begin: &'static str,
}

/// Texts of the page's script.
#[derive(serde::Serialize)]
pub struct ScriptWords {
    pub offline: &'static str,
    pub retry: &'static str,
    pub copied: &'static str,
    pub sure: &'static str,
    pub again: &'static str,
    pub selected: &'static str,
    pub can_move: &'static str,
}

pub struct JudgedWords {
    pub heading: &'static str,
    pub only_move: &'static str,
    pub by_rule: &'static str,
    pub by_policy: &'static str,
    pub wins_in: &'static str,
    pub loses_in: &'static str,
    pub draw: &'static str,
    pub at_most: &'static str,
    pub at_least: &'static str,
    pub best: &'static str,
    pub with_best: &'static str,
    pub likely: &'static str,
    pub mv: &'static str,
    pub chance: &'static str,
    pub bar: &'static str,
    pub to: &'static str,
    pub played: &'static str,
    /// The unit that searches count, by its name in the engine.
    pub counts: [(&'static str, &'static str); 3],
    /// Why a move may come before one with a better chance.
    pub most_tried: &'static str,
    /// A chance that is hardly known.
    pub unclear: &'static str,
}

pub struct StudyWords {
    pub title: &'static str,
    pub no_mistake: &'static str,
    pub one_mistake: &'static str,
    pub mistakes: &'static str,
    pub next_mistake: &'static str,
    pub judged: &'static str,
    pub judging: &'static str,
    pub chance_of: &'static str,
    pub as_seat: &'static str,
    pub position: &'static str,
    pub knew: &'static str,
    pub there: &'static str,
    pub end: &'static str,
    pub points_lost: &'static str,
    pub more_than_both: &'static str,
    pub not_judged: &'static str,
    pub moves: &'static str,
    pub mistake: &'static str,
    pub keep: &'static str,
    pub share: &'static str,
    pub copy: &'static str,
    pub download: &'static str,
    pub play_on: &'static str,
    pub board: &'static str,
    pub curve: &'static str,
    pub at_curve: &'static str,
    pub line: &'static str,
    pub band: &'static str,
    pub start: &'static str,
    pub back: &'static str,
    pub after: &'static str,
    pub on: &'static str,
    pub last: &'static str,
    pub steps: &'static str,
}

pub struct BoardWords {
    pub title: &'static str,
    pub cannot_read: &'static str,
    pub to_move: &'static str,
    pub grows: &'static str,
    pub over: &'static str,
    pub stop: &'static str,
    pub again: &'static str,
    pub best: &'static str,
    pub nothing: &'static str,
    pub position: &'static str,
    pub game: &'static str,
    pub rules: &'static str,
    pub enter: &'static str,
    pub show: &'static str,
    pub help: &'static str,
    pub set_up: &'static str,
    pub on_table: &'static str,
    pub fresh: &'static str,
    pub back: &'static str,
    pub line: &'static str,
    pub start: &'static str,
    pub follow: &'static str,
    pub turn: &'static str,
    pub cards_of: &'static str,
    pub side_card: &'static str,
    pub press_squares: &'static str,
    pub tick_hand: &'static str,
    pub reversed: &'static str,
    pub locked: &'static str,
}

pub struct RecordWords {
    pub title: &'static str,
    pub heading: &'static str,
    pub lead: &'static str,
    pub ratings: &'static str,
    pub agent: &'static str,
    pub interval: &'static str,
    pub deals: &'static str,
    pub score: &'static str,
    pub none: &'static str,
    pub nothing: &'static str,
    pub so_many: &'static str,
    pub against: &'static str,
    pub newest: &'static str,
    pub one_game: &'static str,
    pub curve: &'static str,
    pub game_title: &'static str,
    pub took: &'static str,
    pub back: &'static str,
    pub over_time: &'static str,
}

pub struct RulesWords {
    pub title: &'static str,
    pub lead: &'static str,
    pub heading: &'static str,
    pub lessons: &'static str,
    pub lesson: &'static str,
    pub next: &'static str,
    pub again: &'static str,
    pub done: &'static str,
    pub in_short: &'static str,
    pub check: &'static str,
    pub try_it: &'static str,
    pub other: &'static str,
    pub onitama: GameRules,
    pub hanamikoji: GameRules,
    pub tichu: GameRules,
    pub daihinmin: GameRules,
}

/// The rules of a game in short.
pub struct GameRules {
    pub goal: &'static str,
    /// Lessons: what is to be done, what happens then, and what to say to another move.
    pub lessons: &'static [(&'static str, &'static str, &'static str)],
    /// The things to know: a title and a text.
    pub steps: &'static [(&'static str, &'static str)],
    /// Questions and answers.
    pub questions: &'static [(&'static str, &'static str)],
}

pub struct RanksWords {
    pub jack: &'static str,
    pub queen: &'static str,
    pub king: &'static str,
    pub ace: &'static str,
    /// The name of a card: `{0}` is the rank, `{1}` the suit.
    pub of: &'static str,
}

pub struct OnitamaWords {
    pub seats: [&'static str; 2],
    pub your_cards: &'static str,
    pub cards_of: &'static str,
    pub side_card: &'static str,
    pub board: &'static str,
    pub to_move: &'static str,
    pub give_away: &'static str,
    pub your_move: &'static str,
    pub give: &'static str,
    pub play: &'static str,
    pub gave: Phrase,
    pub played: Phrase,
    pub ahead: &'static str,
    pub behind: &'static str,
    pub right: &'static str,
    pub left: &'static str,
    /// A piece on a square, by whether it is the looker's and whether it is the master.
    pub pieces: [[&'static str; 2]; 2],
    pub empty: &'static str,
    pub temples: [&'static str; 2],
    pub last_move: &'static str,
    pub can_be_taken: &'static str,
}

pub struct HanamikojiWords {
    pub seats: [&'static str; 2],
    pub flowers: [&'static str; 7],
    pub actions_of: &'static str,
    pub your_actions: &'static str,
    pub your_hand: &'static str,
    pub geishas: &'static str,
    pub round: &'static str,
    pub of_rounds: &'static str,
    pub turn: &'static str,
    pub deck: &'static str,
    pub aside: &'static str,
    pub unseen: &'static str,
    pub who_wins: &'static str,
    pub charm_or_geishas: &'static str,
    pub answer_two: &'static str,
    pub answer_pair: &'static str,
    pub answer_one: &'static str,
    pub choose: &'static str,
    pub actions: [&'static str; 4],
    pub notes: [&'static str; 4],
    pub used: &'static str,
    pub open: &'static str,
    pub take: &'static str,
    pub hide: &'static str,
    pub discard: &'static str,
    pub offer: &'static str,
    pub took: Phrase,
    pub hid_one: Phrase,
    pub hid: Phrase,
    pub discarded_two: Phrase,
    pub discarded: Phrase,
    pub offered: Phrase,
    pub and: &'static str,
    pub or: &'static str,
    pub nothing: &'static str,
    pub in_hand: &'static str,
    pub secret: &'static str,
    pub charm: &'static str,
    pub markers: [&'static str; 3],
    pub geisha: &'static str,
    pub and_secret: &'static str,
    pub one_pair: &'static str,
    pub two_cards: &'static str,
    pub one_card: &'static str,
    pub they_take: &'static str,
    pub they_offer: &'static str,
}

pub struct TichuWords {
    pub seats: [&'static str; 4],
    pub ways: [&'static str; 4],
    pub suits: [&'static str; 4],
    pub specials: [&'static str; 4],
    pub your_hand: &'static str,
    pub score: &'static str,
    pub to: &'static str,
    pub round: &'static str,
    pub we: &'static str,
    pub they: &'static str,
    pub tricks: &'static str,
    pub calls: &'static str,
    pub none: &'static str,
    pub total: &'static str,
    pub ask_grand: &'static str,
    pub ask_give: &'static str,
    pub lead: &'static str,
    pub turn: &'static str,
    pub may_bomb: &'static str,
    pub ask_wish: &'static str,
    pub ask_dragon: &'static str,
    pub over: &'static str,
    pub bomb: &'static str,
    pub play: &'static str,
    pub pass: &'static str,
    pub call_tichu: &'static str,
    pub call_grand: &'static str,
    pub no_call: &'static str,
    pub give: &'static str,
    pub no_wish: &'static str,
    pub wish: &'static str,
    pub give_to: &'static str,
    pub hold: &'static str,
    pub bombed: Phrase,
    pub played: Phrase,
    pub passed: Phrase,
    pub called_tichu: Phrase,
    pub called_grand: Phrase,
    pub called_nothing: Phrase,
    pub gave: Phrase,
    pub gave_card: Phrase,
    pub wished_nothing: Phrase,
    pub wished: Phrase,
    pub gave_trick: Phrase,
    pub held: Phrase,
    pub partner: &'static str,
    pub out: &'static str,
    pub to_play: &'static str,
    pub called: &'static str,
    pub trick: &'static str,
    pub points: &'static str,
    pub eight_dealt: &'static str,
    pub exchanging: &'static str,
    pub empty: &'static str,
    pub took_trick: Phrase,
    pub kinds: [&'static str; 7],
    pub you_gave: &'static str,
    pub you_got: &'static str,
    pub exchange: &'static str,
}

pub struct DaihinminWords {
    pub seats: [&'static str; 5],
    pub titles: [&'static str; 5],
    pub places: [&'static str; 5],
    pub suits: [&'static str; 4],
    pub joker: &'static str,
    pub others: &'static str,
    pub your_hand: &'static str,
    pub total: &'static str,
    pub game_of: &'static str,
    pub title: &'static str,
    pub points: &'static str,
    pub none: &'static str,
    pub give_one: &'static str,
    pub give_two: &'static str,
    pub lead: &'static str,
    pub turn: &'static str,
    pub pass: &'static str,
    pub give: &'static str,
    pub play: &'static str,
    pub passed: Phrase,
    pub gave: Phrase,
    pub gave_cards: Phrase,
    pub played: Phrase,
    pub cuts: &'static str,
    pub revolts: &'static str,
    pub out: &'static str,
    pub has_passed: &'static str,
    pub to_play: &'static str,
    pub you_gave: &'static str,
    pub you_got: &'static str,
    pub single: &'static str,
    pub group: &'static str,
    pub sequence: &'static str,
    pub table: &'static str,
    pub empty: &'static str,
    pub exchanging: &'static str,
    pub cleared_by_cut: &'static str,
    pub cleared_by_passes: &'static str,
    pub locked: &'static str,
    pub revolution: &'static str,
    pub order: &'static str,
    pub order_usual: &'static str,
    pub order_turned: &'static str,
    pub weak: &'static str,
    pub strong: &'static str,
}

impl Noun {
    /// A count with its noun: 1 card, 2 cards.
    pub fn count(self, n: u32) -> String {
        format!("{n} {}", if n == 1 { self.0 } else { self.1 })
    }
}

impl Phrase {
    /// The phrase after "you" or after another name, filled in.
    pub fn after(self, is_you: bool, parts: &[&str]) -> String {
        filled(if is_you { self.you } else { self.they }, parts)
    }
}

impl Words {
    /// The name of a way to play.
    pub fn variant(&self, spec: &str, name: &'static str) -> &'static str {
        self.variants.iter().find(|(of, _)| *of == spec).map_or(name, |(_, name)| name)
    }
}

/// A text with its gaps filled in.
pub fn filled(text: &str, parts: &[&str]) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        let number = rest[at + 1..].chars().next().and_then(|digit| digit.to_digit(10));
        out.push_str(&rest[..at]);
        out.push_str(number.and_then(|place| parts.get(place as usize)).copied().unwrap_or_default());
        rest = rest.get(at + 3..).unwrap_or_default();
    }
    out + rest
}

tokio::task_local! {
    /// The language of the person who is being answered.
    static SPOKEN: &'static Words;
}

/// The words of the person who is being answered; English where nobody is.
pub fn now() -> &'static Words {
    SPOKEN.try_with(|words| *words).unwrap_or(&ENGLISH)
}

/// Runs something in a language.
pub fn with<T>(words: &'static Words, task: impl FnOnce() -> T) -> T {
    SPOKEN.sync_scope(words, task)
}

/// Answers somebody in a language.
pub fn speak<F: Future>(words: &'static Words, task: F) -> TaskLocalFuture<&'static Words, F> {
    SPOKEN.scope(words, task)
}

/// The language of this code.
pub fn of_code(code: &str) -> Option<&'static Words> {
    LANGUAGES.into_iter().find(|words| words.code.eq_ignore_ascii_case(code.trim()))
}

/// The language of a browser: the one chosen on the page, or the first that it asks for and we have.
pub fn wanted(cookies: &str, accepted: &str) -> &'static Words {
    let chosen = cookies.split(';').filter_map(|one| one.trim().strip_prefix("lang=")).find_map(of_code);
    let code = |one: &str| one.split([';', '-']).next().map(str::to_string);
    chosen
        .or_else(|| accepted.split(',').filter_map(code).find_map(|code| of_code(&code)))
        .unwrap_or(LANGUAGES[0])
}

#[cfg(test)]
mod tests;
