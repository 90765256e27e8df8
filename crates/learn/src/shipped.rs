//! The nets that come with the project, by name. Those that agents play with unasked are part of the program;
//! the others lie in files beside it and are known here by name and content alone. Each net says in its header
//! how it was trained, and `nets/README.md` has the commands. Opens no files.

/// Names and files of the nets in the program. A static, because a constant would be copied into every crate
/// that names it.
pub static SHIPPED: [(&str, &[u8]); 6] = [
    ("daihinmin", include_bytes!("../nets/daihinmin.safetensors")),
    ("hanamikoji", include_bytes!("../nets/hanamikoji.safetensors")),
    ("hanamikoji-official", include_bytes!("../nets/hanamikoji-official.safetensors")),
    ("tichu", include_bytes!("../nets/tichu.safetensors")),
    ("tichu-report", include_bytes!("../nets/tichu-report.safetensors")),
    // The net that `dqn` plays with if none is named.
    ("tichu-fair-17", include_bytes!("../nets/tichu-fair-17.safetensors")),
];

/// Names of the nets in files of their own, with the hash of each file. These are Pestalozzi's networks that
/// see all hands: 5 MB that only experiments need.
pub static BESIDE: [(&str, u64); 4] = [
    ("tichu-17-together", 0x85E9_3BA6_1511_C649),
    ("tichu-17-separate", 0x505B_50D1_AB05_2508),
    ("tichu-56-together", 0x5DDA_4837_EB75_EED2),
    ("tichu-56-separate", 0xB0C5_DCFB_44C9_BFA5),
];

/// The net in the program that has this name.
pub fn find(name: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
