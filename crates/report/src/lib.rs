//! Results made presentable: matches, tournaments and experiments as JSON, Markdown, SVG and HTML. The
//! terminal and the page both draw from here. Knows what was measured; must not know how it was played.
//!
//! Nothing is printed or opened here.

pub mod lab;
pub mod matches;
pub mod tournament;
