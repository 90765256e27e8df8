//! The nets that come with the project, by name. Those that presets play with are part of the program; the others lie
//! in files beside it and are known here by name and content alone. Each net says in its header how it was trained, and
//! `nets/README.md` has the commands. Opens no files.

/// Names and files of the nets in the program. A static, because a constant would be copied into every crate
/// that names it.
pub static SHIPPED: [(&str, &[u8]); 4] = [
    ("daihinmin", include_bytes!("../nets/daihinmin.safetensors")),
    ("hanamikoji", include_bytes!("../nets/hanamikoji.safetensors")),
    ("hanamikoji-official", include_bytes!("../nets/hanamikoji-official.safetensors")),
    ("tichu", include_bytes!("../nets/tichu.safetensors")),
];

/// Names of the nets in files of their own, with the hash of each file. These are Pestalozzi's networks, and one for
/// the rules of the report that `dmc` has outgrown: 6 MB that only experiments need.
pub static BESIDE: [(&str, u64); 6] = [
    ("tichu-fair-17", 0x187D_387F_933C_E919),
    ("tichu-report", 0x6895_5381_E7C4_5EE8),
    ("tichu-17-together", 0xE238_45C9_8835_82E3),
    ("tichu-17-separate", 0x515B_8F0C_4991_67FB),
    ("tichu-56-together", 0xA437_01C0_A8F6_5B51),
    ("tichu-56-separate", 0x8F46_76F9_3921_40E0),
];

/// Of these, the ones that an agent plays with if none is named: the game, the kind of agent and the net.
pub static UNASKED: [(&str, &str, &str); 1] = [("tichu", "dqn", "tichu-fair-17")];

/// The net in the program that has this name.
pub fn find(name: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}
