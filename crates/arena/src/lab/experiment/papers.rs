//! The papers whose experiments are rerun: authors, titles, years. Knows nothing about their numbers.

/// A paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paper {
    /// The folder of its experiments.
    pub id: &'static str,
    /// The game it is about.
    pub game: &'static str,
    /// Its authors.
    pub authors: &'static str,
    /// Its title.
    pub title: &'static str,
    /// The place and year of its appearance.
    pub place: &'static str,
    /// Conditions that all of its experiments have, and what is done here in their place.
    pub conditions: &'static str,
}

/// The papers, in the order of their experiments.
pub static PAPERS: [Paper; 4] = [
    Paper {
        id: "hanamikoji",
        game: "Hanamikoji",
        authors: "Nour Hassan",
        title: "Monte Carlo methods and algorithms for the card game Hanamikoji",
        place: "bachelor thesis, Leiden Institute of Advanced Computer Science, Universiteit Leiden, 2025",
        conditions: "Rules and agents follow the thesis' numbers where its text differs from them (`rules=thesis-compat`). Budgets are playouts for each move; run times are those of another machine, shown and not compared.",
    },
    Paper {
        id: "onitama",
        game: "Onitama",
        authors: "Philemon Schulz",
        title: "Exploring the applicability of agent-based AI to the game Onitama",
        place: "bachelor thesis, Data and Web Science Group, University of Mannheim, 2024",
        conditions: "The thesis gives every search 2 seconds a move on an Apple M1, in which its MCTS made 204,000 to 221,000 iterations. Size `full` takes 200,000 iterations, `tenth` a tenth and `quick` a hundredth of them; `--time` takes the 2 seconds. The thesis' agent 1 is always Red and never changes sides; here every deal is played from both sides. Games end as draws after 500 plies.",
    },
    Paper {
        id: "daihinmin",
        game: "Daihinmin",
        authors: "Seiya Okubo, Mitsuo Wakatsuki, Tasuku Mitsuishi, Yasuki Dobashi and Tetsuro Nishino",
        title: "New Applications of the Monte-Carlo Tree Search to Computer Daihinmin",
        place: "University of Shizuoka and University of Electro-Communications, Tokyo; its text names neither \
                journal nor year, and its latest reference is of 2017",
        conditions: "One program, P5, plays four programs of one kind, P1 to P4. Sets of 3000 games, 100 of them in matches 1 to 3 and 30 to 50 in match 4; here a deal group is five matches of `games` games each. MSM04 and Snowl are rebuilt from their descriptions; Wisteria, Blau and Kou2 are played by stand-ins, which are not judged as the paper's.",
    },
    Paper {
        id: "tichu",
        game: "Tichu",
        authors: "Lukas Pestalozzi",
        title: "Tichu explored with Monte Carlo simulation methods",
        place: "semester project, École Polytechnique Fédérale de Lausanne, 2017",
        conditions: "The report plays one game up to a target for each pair and prints both totals; here every deal is a round of its own, replayed with the teams exchanged, and what is compared is the share of all points that the first agent takes. The sampling error of the report is that of its totals divided by about 120 points a round, so most of its results rest on fewer than a hundred rounds. Rules and agents are those of the report's program, which differs from its text in places; `rules=report` and the agents ending in `-printed` follow the text.",
    },
];

/// The paper of this folder; `None` for experiments of one's own.
pub fn paper(id: &str) -> Option<&'static Paper> {
    PAPERS.iter().find(|paper| paper.id == id)
}
