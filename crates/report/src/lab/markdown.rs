//! Reports as Markdown.

use super::{Item, Score, lines, standing_word};

/// All items, paper by paper.
pub fn markdown(items: &[Item]) -> String {
    let mut text = String::from(
        "# The papers' numbers beside ours\n\nMade by `karuta lab report`. A number *agrees* if the paper's value \
         lies in our 95 % interval, widened by the sampling error of the paper's own games; it is *undecided* if our \
         interval is too wide to tell (more than 10 percentage points or a quarter of the value to either side). One \
         true value in twenty differs by chance. A claim *holds* or *fails* if every comparison in it does so beyond \
         chance.\n",
    );
    let mut paper = "";
    for item in items {
        if item.experiment.paper() != paper {
            paper = item.experiment.paper();
            let of_paper = || items.iter().filter(|item| item.experiment.paper() == paper);
            let score = Score::of(of_paper());
            text.push_str(&format!(
                "\n## {paper}\n\nValues: {} agree, {} differ, {} undecided. Claims: {} hold, {} fail, {} undecided.\n",
                score.agree, score.differ, score.undecided, score.hold, score.fail, score.open
            ));
        }
        text.push_str(&section(item));
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
        experiment.note
    );
    let lines = lines(item);
    if !lines.is_empty() {
        text.push_str("\n| | | paper | ours | 95 % interval | |\n| --- | --- | ---: | ---: | ---: | --- |\n");
        for line in lines {
            let cells: Vec<String> = line.iter().map(|cell| cell.replace('|', "\\|")).collect();
            text.push_str(&format!("| {} |\n", cells.join(" | ")));
        }
    }
    let claims = item.claims();
    if !claims.is_empty() {
        text.push('\n');
    }
    for (claim, standing) in claims {
        text.push_str(&format!("- *{}*: {claim}\n", standing_word(standing)));
    }
    text
}
