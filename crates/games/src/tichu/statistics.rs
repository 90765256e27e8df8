//! Statistics of random play.
