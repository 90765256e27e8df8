//! The page in a real Chromium: games played by mouse, finger, keys and typed moves, what happens around a
//! game, and every screen at three widths, light and dark. Needs `chromium` in the search path; without it
//! every test here fails and says so.

mod around;
mod chromium;
mod games;
mod learn;
mod probe;
mod screens;
mod steady;
mod together;
