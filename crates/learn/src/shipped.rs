//! The nets that come with the program, by name. Each says in its header how it was trained, and
//! `nets/README.md` has the commands.

/// Names and files.
pub const SHIPPED: &[(&str, &[u8])] = &[];

/// The file of a net by its name.
pub fn find(name: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
