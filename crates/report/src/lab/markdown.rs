//! Reports as Markdown.

use karuta_arena::lab::experiment::papers::paper;

use super::score::{GROUNDS, Score};
use super::{Item, lines, papers};

/// All items, paper by paper.
pub fn markdown(items: &[Item]) -> String {
    let mut text = String::from(
        "# The papers' numbers beside ours\n\nMade by `karuta lab report`. A number *agrees* if the paper's value \
         lies in our 95 % interval, widened by the sampling error of the paper's own games, and if our interval is \
         narrower than the effect that the paper's column shows; it *differs* if it lies outside, and is *undecided* \
         otherwise. *Detects* is the smallest true difference that the comparison finds with a chance of 80 %. One true \
         value in twenty differs by chance. A claim *holds* or *fails* if the whole interval of every comparison in it \
         says so. [docs/methods.md](methods.md) has the details.\n",
    );
    for id in papers(items) {
        text.push_str(&format!("\n## {id}\n"));
        if let Some(paper) = paper(id) {
            text.push_str(&format!("\n{}, *{}*, {}.\n", paper.authors, paper.title, paper.place));
        }
        text.push_str(
            "\n| | values agree | differ | undecided | not judged | claims hold | fail | undecided |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
        );
        let of_paper = || items.iter().filter(|item| item.experiment.paper() == id);
        for (ground, name) in GROUNDS {
            let score = Score::of(of_paper(), ground);
            if !score.is_empty() {
                text.push_str(&format!(
                    "| {name} | {} | {} | {} | {} | {} | {} | {} |\n",
                    score.agree,
                    score.differ,
                    score.undecided,
                    score.unjudged,
                    score.hold,
                    score.fail,
                    score.open
                ));
            }
        }
        of_paper().for_each(|item| text.push_str(&section(item)));
    }
    text
}

fn section(item: &Item) -> String {
    let experiment = &item.experiment;
    let mut text = format!(
        "\n### {}: {}\n\n`karuta lab run {}` ({})\n\n{}\n",
        experiment.shows,
        experiment.title,
        experiment.id,
        item.size(),
        item.note()
    );
    if let Some(warning) = item.warning() {
        text.push_str(&format!("\n**{warning}**\n"));
    }
    let lines = lines(item);
    if !lines.is_empty() {
        text.push_str(
            "\n| | | paper | ours | 95 % interval | detects | |\n| --- | --- | ---: | ---: | ---: | ---: | --- |\n",
        );
        for line in lines {
            let cells: Vec<String> = line.iter().map(|cell| cell.replace('|', "\\|")).collect();
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
    }
    let claims = item.claims();
    if !claims.is_empty() {
        text.push('\n');
    }
    for judged in claims {
        text.push_str(&format!("- *{}*: {}\n", judged.words(), judged.claim.text));
    }
    text
}
