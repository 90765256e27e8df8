//! The nets that come with the program, by name. Each says in its header how it was trained, and
//! `nets/README.md` has the commands.

/// Names and files.
pub const SHIPPED: &[(&str, &[u8])] = &[
    ("daihinmin", include_bytes!("../nets/daihinmin.safetensors")),
    ("hanamikoji", include_bytes!("../nets/hanamikoji.safetensors")),
    ("hanamikoji-official", include_bytes!("../nets/hanamikoji-official.safetensors")),
    ("tichu", include_bytes!("../nets/tichu.safetensors")),
    ("tichu-report", include_bytes!("../nets/tichu-report.safetensors")),
    ("tichu-fair-17", include_bytes!("../nets/tichu-fair-17.safetensors")),
    ("tichu-17-together", include_bytes!("../nets/tichu-17-together.safetensors")),
    ("tichu-17-separate", include_bytes!("../nets/tichu-17-separate.safetensors")),
    ("tichu-56-together", include_bytes!("../nets/tichu-56-together.safetensors")),
    ("tichu-56-separate", include_bytes!("../nets/tichu-56-separate.safetensors")),
];

/// The file of a net by its name.
pub fn find(name: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
