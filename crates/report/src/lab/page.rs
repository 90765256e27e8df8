//! Reports as one page that needs nothing else: no script, no font, no file beside it. Light and dark, and
//! tables that scroll by themselves where the window is narrow.

use std::fmt::Write as _;

use karuta_arena::lab::experiment::papers::paper;
use karuta_arena::lab::verdict::{Standing, Verdict};

use super::score::{GROUNDS, Score};
use super::svg::{self, escape};
use super::{
    Item, Judged, chart, head, interval, number, ours, papers, published, sign, standing_word, word,
};

const STYLE: &str = "\
:root{color-scheme:light dark;--bg:#fff;--ink:#1f2328;--faint:#57606a;--rule:#d8dee4;--card:#f6f8fa;--link:#0b62c4;\
--good:#1a7f37;--goodbg:#dafbe1;--bad:#b3261e;--badbg:#ffe5e1;--open:#7d5600;--openbg:#fff4cf}\
@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--ink:#e6edf3;--faint:#9aa4af;--rule:#30363d;--card:#161b22;\
--link:#6cb0ff;--good:#6fdd8b;--goodbg:#12351f;--bad:#ff9d94;--badbg:#47191a;--open:#e8c26a;--openbg:#3d2f0b}}\
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,sans-serif}\
main{max-width:1040px;margin:0 auto;padding:24px 16px 80px}h1{font-size:1.8rem;line-height:1.2;margin:.4em 0}\
h2{font-size:1.4rem;margin:2.4em 0 .4em;padding-top:.4em;border-top:1px solid var(--rule)}\
h3{font-size:1.1rem;margin:0}a{color:var(--link)}p{margin:.5em 0;max-width:76ch}\
.faint{color:var(--faint);font-size:.88rem}code{font:.86em ui-monospace,monospace;overflow-wrap:anywhere}\
section{margin:22px 0;padding:16px;background:var(--card);border:1px solid var(--rule);border-radius:10px}\
.scroll{overflow-x:auto;margin:12px 0;-webkit-overflow-scrolling:touch}\
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums;min-width:100%}\
th,td{padding:5px 9px;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap;vertical-align:top}\
th{font-weight:600}th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:var(--card)}\
td small{display:block;color:var(--faint);font-size:.76rem;line-height:1.35}\
.agrees b,.agrees i{color:var(--good)}.differs b,.differs i{color:var(--bad)}.undecided b,.undecided i{color:var(--open)}\
td i{font-style:normal;font-weight:600}\
.mark{display:inline-block;border-radius:9px;padding:0 8px;font-size:.78rem;line-height:1.6;font-weight:600}\
.mark.agrees,.mark.holds{color:var(--good);background:var(--goodbg)}\
.mark.differs,.mark.fails{color:var(--bad);background:var(--badbg)}\
.mark.undecided,.mark.open{color:var(--open);background:var(--openbg)}\
.claims{list-style:none;padding:0;margin:10px 0 0}.claims li{margin:5px 0;display:flex;gap:9px;align-items:baseline}\
.claims .mark{flex:none}.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:14px}\
.fig{width:100%;height:auto;display:block}details summary{cursor:pointer;color:var(--link)}\
.claims small{display:block;color:var(--faint);font-size:.78rem}.claims details{margin:2px 0 0}\
.counts th,.counts td:first-child{white-space:normal}.fails li{margin:3px 0}\
nav ul{columns:16em;column-gap:2.4em;padding-left:1.1em;margin:.4em 0}nav li{break-inside:avoid}\
@media(max-width:560px){th,td{padding:4px 5px}.counts th:first-child,.counts td:first-child{width:9em;min-width:9em}\
.figures{overflow-x:auto}.fig{min-width:520px}}";

/// All items on one page.
pub fn page(items: &[Item]) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>The papers' numbers beside ours</title>\
         <style>{STYLE}{}</style></head><body><main><h1>The papers' numbers beside ours</h1>",
        svg::STYLE
    );
    html.push_str(
        "<p>Every table and figure of the four papers that reports a result and can be rerun, by <code>karuta lab \
         run</code>. In a cell: our number, its 95&nbsp;% interval, the paper's number as it prints it, the verdict, and the \
         smallest true difference that the comparison finds with a chance of 80&nbsp;%. A number \
         <span class=\"mark agrees\">= agrees</span> if the paper's value lies in our interval, widened by the sampling error \
         of the paper's own games, and our interval is narrower than the effect that the paper's column shows; it \
         <span class=\"mark differs\">\u{2260} differs</span> if it lies outside, and is \
         <span class=\"mark undecided\">? undecided</span> otherwise. Values of agents or data that only stand in for the \
         paper's are marked \u{223c} and not judged. One true value in twenty differs by chance. The files \
         <a href=\"methods.md\">methods.md</a> and <a href=\"papers.md\">papers.md</a> beside this page in docs explain the \
         statistics and what the results mean.</p>",
    );
    let papers = papers(items);
    counts(items, &papers, &mut html);
    failures(items, &mut html);
    contents(items, &papers, &mut html);
    for id in papers {
        let name = paper(id).map_or(id, |paper| paper.game);
        let _ = write!(html, "<h2 id=\"{id}\">{}</h2>", escape(name));
        if let Some(paper) = paper(id) {
            let _ = write!(
                html,
                "<p>{}, <cite>{}</cite>, {}.</p><p class=\"faint\">{}</p>",
                escape(paper.authors),
                escape(paper.title),
                escape(paper.place),
                inline(paper.conditions)
            );
        }
        for item in items.iter().filter(|item| item.experiment.paper() == id) {
            section(item, &mut html);
        }
    }
    html.push_str("</main></body></html>");
    html
}

/// The verdicts by paper, and by what they rest on.
fn counts(items: &[Item], papers: &[&str], html: &mut String) {
    html.push_str(
        "<div class=\"scroll\"><table class=\"counts\"><thead><tr><th>by what the verdict rests on</th><th>values that agree</th>\
         <th>differ</th><th>undecided</th><th>not judged</th><th>claims that hold</th><th>fail</th><th>undecided</th></tr>\
         </thead><tbody>",
    );
    for id in papers {
        let name = paper(id).map_or(*id, |paper| paper.game);
        let _ = write!(html, "<tr><th colspan=\"8\"><a href=\"#{id}\">{}</a></th></tr>", escape(name));
        for (ground, name) in GROUNDS {
            let score = Score::of(items.iter().filter(|item| item.experiment.paper() == *id), ground);
            if score.is_empty() {
                continue;
            }
            let _ = write!(
                html,
                "<tr><td>{name}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
                score.agree,
                score.differ,
                score.undecided,
                score.unjudged,
                score.hold,
                score.fail,
                score.open
            );
        }
    }
    html.push_str("</tbody></table></div>");
}

/// An index of what fails: claims, and experiments with values that differ.
fn failures(items: &[Item], html: &mut String) {
    html.push_str(
        "<nav><details open><summary>Claims that fail, and values that differ</summary><ul class=\"fails\">",
    );
    for item in items {
        let experiment = &item.experiment;
        let is_failed =
            |judged: &Judged<'_>| judged.claim.about.is_none() && judged.standing == Some(Standing::Fails);
        let failed: Vec<String> = item
            .claims()
            .iter()
            .filter(|judged| is_failed(judged))
            .map(|judged| format!("\u{201c}{}\u{201d}", escape(&judged.claim.text)))
            .collect();
        let verdicts = experiment
            .rows
            .iter()
            .flat_map(|row| (0..experiment.columns.len()).map(|at| item.compared(row, at).verdict));
        let verdicts: Vec<Verdict> = verdicts.filter(|verdict| *verdict != Verdict::Open).collect();
        let differ = verdicts.iter().filter(|verdict| **verdict == Verdict::Differs).count();
        if failed.is_empty() && differ == 0 {
            continue;
        }
        let _ = write!(
            html,
            "<li><a href=\"#{}\">{}, {}</a>",
            anchor(&experiment.id),
            paper(experiment.paper()).map_or(experiment.paper(), |paper| paper.game),
            escape(&experiment.shows)
        );
        if differ > 0 {
            let _ = write!(html, ": {differ} of {} values", verdicts.len());
        }
        for claim in failed {
            let _ = write!(html, "; {claim}");
        }
        html.push_str("</li>");
    }
    html.push_str("</ul></details></nav>");
}

/// A list of where everything is.
fn contents(items: &[Item], papers: &[&str], html: &mut String) {
    html.push_str("<nav>");
    for id in papers {
        let name = paper(id).map_or(*id, |paper| paper.game);
        let _ = write!(html, "<details><summary>{name}</summary><ul>");
        for item in items.iter().filter(|item| item.experiment.paper() == *id) {
            let _ = write!(
                html,
                "<li><a href=\"#{}\">{}</a></li>",
                anchor(&item.experiment.id),
                escape(&item.experiment.shows)
            );
        }
        html.push_str("</ul></details>");
    }
    html.push_str("</nav>");
}

fn anchor(id: &str) -> String {
    id.replace('/', "-")
}

/// Text with its `code` marked up.
fn inline(text: &str) -> String {
    let mut html = String::new();
    for (at, part) in text.split('`').enumerate() {
        match at % 2 {
            0 => html.push_str(&escape(part)),
            _ => {
                let _ = write!(html, "<code>{}</code>", escape(part));
            }
        }
    }
    html
}

fn section(item: &Item, html: &mut String) {
    let experiment = &item.experiment;
    let _ = write!(
        html,
        "<section id=\"{}\"><h3>{}: {}</h3><p class=\"faint\"><code>karuta lab run {}</code> ({})</p>",
        anchor(&experiment.id),
        escape(&experiment.shows),
        escape(&experiment.title),
        escape(&experiment.id),
        escape(&item.size())
    );
    if let Some(warning) = item.warning() {
        let _ = write!(html, "<p><span class=\"mark differs\">!</span> {}</p>", inline(&warning));
    }
    let _ = write!(html, "<p class=\"faint\">{}</p>", inline(&item.note()));
    table(item, html);
    let charts = chart::charts(item);
    if !charts.is_empty() {
        html.push_str("<div class=\"figures\">");
        for chart in &charts {
            let _ = write!(html, "<div>{}</div>", svg::draw(chart));
        }
        html.push_str("</div>");
    }
    claims(item, html);
    html.push_str("</section>");
}

fn claims(item: &Item, html: &mut String) {
    let claims = item.claims();
    if claims.is_empty() {
        return;
    }
    html.push_str("<ul class=\"claims\">");
    for judged in claims {
        let (class, sign) = match (judged.standing, &judged.claim.about) {
            (_, Some(_)) => ("open", "\u{223c}"),
            (Some(Standing::Holds), None) => ("holds", "\u{2713}"),
            (Some(Standing::Fails), None) => ("fails", "\u{2717}"),
            (Some(Standing::Undecided) | None, None) => ("open", "?"),
        };
        let word = if judged.claim.about.is_some() { "not judged" } else { standing_word(judged.standing) };
        let _ = write!(
            html,
            "<li><span class=\"mark {class}\">{sign} {word}</span><div>{}",
            escape(&judged.claim.text)
        );
        if judged.claim.about.is_some() {
            let _ = write!(html, "<small>{}</small>", escape(&judged.words()));
        }
        html.push_str("<details><summary>comparisons</summary>");
        for comparison in &judged.claim.comparisons {
            let _ = write!(
                html,
                "<small>{}: difference {}</small>",
                escape(&comparison.to_string()),
                item.difference(comparison).unwrap_or_else(|| "not known".to_string())
            );
        }
        html.push_str("</details></div></li>");
    }
    html.push_str("</ul>");
}

fn table(item: &Item, html: &mut String) {
    let experiment = &item.experiment;
    html.push_str("<div class=\"scroll\"><table><thead><tr><th></th>");
    for column in &experiment.columns {
        let _ = write!(html, "<th>{}</th>", escape(&head(column)));
    }
    html.push_str("</tr></thead><tbody>");
    for row in &experiment.rows {
        let _ = write!(html, "<tr><td>{}", escape(&row.name));
        if let Some(stand_in) = &row.stand_in {
            let _ = write!(html, "<small>{}</small>", escape(stand_in));
        }
        html.push_str("</td>");
        for (at, column) in experiment.columns.iter().enumerate() {
            let compared = item.compared(row, at);
            let _ = write!(html, "<td class=\"{}\">", word(compared.verdict));
            match item.cell(row, column) {
                Some(cell) => {
                    let _ = write!(
                        html,
                        "<b>{}</b><small>{}</small>",
                        ours(cell, column),
                        interval(cell, column)
                    );
                }
                None => html.push_str("<b>-</b>"),
            }
            if let Some(published) = published(row, at, column) {
                let _ = write!(html, "<small>paper {}</small>", escape(&published));
            }
            if compared.verdict != Verdict::Open {
                let _ = write!(html, "<small><i>{} {}</i>", sign(compared.verdict), word(compared.verdict));
                if let Some(least) = compared.detects {
                    let _ = write!(html, ", detects {}", number(least, column));
                }
                html.push_str("</small>");
            }
            html.push_str("</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
}
