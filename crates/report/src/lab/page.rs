//! Reports as one page that needs nothing else: no script, no font, no file beside it. Light and dark, and
//! tables that scroll by themselves where the window is narrow.

use std::fmt::Write as _;

use karuta_arena::lab::results::{Standing, Verdict};

use super::svg::{self, escape};
use super::{Item, Score, chart, head, interval, number, ours, standing_word, word};

const STYLE: &str = "\
:root{color-scheme:light dark;--bg:#fff;--ink:#1f2328;--faint:#57606a;--rule:#d8dee4;--card:#f6f8fa;--link:#0b62c4;\
--good:#1a7f37;--goodbg:#dafbe1;--bad:#b3261e;--badbg:#ffe5e1;--open:#7d5600;--openbg:#fff4cf}\
@media(prefers-color-scheme:dark){:root{--bg:#0d1117;--ink:#e6edf3;--faint:#9aa4af;--rule:#30363d;--card:#161b22;\
--link:#6cb0ff;--good:#6fdd8b;--goodbg:#12351f;--bad:#ff9d94;--badbg:#47191a;--open:#e8c26a;--openbg:#3d2f0b}}\
*{box-sizing:border-box}body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,sans-serif}\
main{max-width:1040px;margin:0 auto;padding:24px 16px 80px}h1{font-size:1.8rem;line-height:1.2;margin:.4em 0}\
h2{font-size:1.4rem;margin:2.4em 0 .4em;padding-top:.4em;border-top:1px solid var(--rule);text-transform:capitalize}\
h3{font-size:1.1rem;margin:0}a{color:var(--link)}p{margin:.5em 0;max-width:76ch}\
.faint{color:var(--faint);font-size:.88rem}code{font:.86em ui-monospace,monospace;overflow-wrap:anywhere}\
section{margin:22px 0;padding:16px;background:var(--card);border:1px solid var(--rule);border-radius:10px}\
.scroll{overflow-x:auto;margin:12px 0;-webkit-overflow-scrolling:touch}\
table{border-collapse:collapse;font-size:.88rem;font-variant-numeric:tabular-nums;min-width:100%}\
th,td{padding:5px 9px;text-align:right;border-bottom:1px solid var(--rule);white-space:nowrap;vertical-align:top}\
th{font-weight:600}th:first-child,td:first-child{text-align:left;position:sticky;left:0;background:var(--card)}\
td small{display:block;color:var(--faint);font-size:.76rem;line-height:1.35}\
.agrees b{color:var(--good)}.differs b{color:var(--bad)}.undecided b{color:var(--open)}\
.mark{display:inline-block;border-radius:9px;padding:0 8px;font-size:.78rem;line-height:1.6;font-weight:600}\
.mark.agrees,.mark.holds{color:var(--good);background:var(--goodbg)}\
.mark.differs,.mark.fails{color:var(--bad);background:var(--badbg)}\
.mark.undecided,.mark.open{color:var(--open);background:var(--openbg)}\
.claims{list-style:none;padding:0;margin:10px 0 0}.claims li{margin:5px 0;display:flex;gap:9px;align-items:baseline}\
.claims .mark{flex:none}.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:14px}\
.fig{width:100%;height:auto;display:block}details summary{cursor:pointer;color:var(--link)}\
nav ul{columns:16em;padding-left:1.1em;margin:.4em 0}nav li{break-inside:avoid}";

/// All items on one page.
pub fn page(items: &[Item]) -> String {
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\"><title>The papers' numbers beside ours</title>\
         <style>{STYLE}{}</style></head><body><main><h1>The papers' numbers beside ours</h1>",
        svg::STYLE
    );
    html.push_str(
        "<p>Every table and figure of the four papers that can be rerun, by <code>karuta lab run</code>. In a cell: our \
         number, its 95&nbsp;% interval, and the paper's. A number <span class=\"mark agrees\">agrees</span> if the \
         paper's value lies in our interval, widened by the sampling error of the paper's own games; it \
         <span class=\"mark differs\">differs</span> if not, and is <span class=\"mark undecided\">undecided</span> if our \
         interval is wider than 10 percentage points or a quarter of the value to either side. One true value in twenty \
         differs by chance.</p>",
    );
    let mut papers: Vec<&str> = Vec::new();
    for item in items {
        if !papers.contains(&item.experiment.paper()) {
            papers.push(item.experiment.paper());
        }
    }
    contents(items, &papers, &mut html);
    for paper in papers {
        let of_paper: Vec<&Item> = items.iter().filter(|item| item.experiment.paper() == paper).collect();
        let _ = write!(html, "<h2 id=\"{paper}\">{}</h2>", escape(paper));
        for item in of_paper {
            section(item, &mut html);
        }
    }
    html.push_str("</main></body></html>");
    html
}

/// The scores of the papers, and where everything is.
fn contents(items: &[Item], papers: &[&str], html: &mut String) {
    html.push_str(
        "<div class=\"scroll\"><table><thead><tr><th>paper</th><th>values that agree</th><th>differ</th><th>undecided</th>\
         <th>claims that hold</th><th>fail</th><th>undecided</th></tr></thead><tbody>",
    );
    for paper in papers {
        let score = Score::of(items.iter().filter(|item| item.experiment.paper() == *paper));
        let _ = write!(
            html,
            "<tr><td><a href=\"#{paper}\">{paper}</a></td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>",
            score.agree, score.differ, score.undecided, score.hold, score.fail, score.open
        );
    }
    html.push_str("</tbody></table></div><nav>");
    for paper in papers {
        let _ = write!(html, "<details><summary>{paper}</summary><ul>");
        for item in items.iter().filter(|item| item.experiment.paper() == *paper) {
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
    let _ = write!(html, "<p class=\"faint\">{}</p>", escape(&experiment.note));
    table(item, html);
    let charts = chart::charts(item);
    if !charts.is_empty() {
        html.push_str("<div class=\"figures\">");
        for chart in &charts {
            let _ = write!(html, "<div>{}</div>", svg::draw(chart));
        }
        html.push_str("</div>");
    }
    let claims = item.claims();
    if !claims.is_empty() {
        html.push_str("<ul class=\"claims\">");
        for (claim, standing) in claims {
            let class = match standing {
                Some(Standing::Holds) => "holds",
                Some(Standing::Fails) => "fails",
                Some(Standing::Undecided) | None => "open",
            };
            let _ = write!(
                html,
                "<li><span class=\"mark {class}\">{}</span><span>{}</span></li>",
                standing_word(standing),
                escape(claim)
            );
        }
        html.push_str("</ul>");
    }
    html.push_str("</section>");
}

fn table(item: &Item, html: &mut String) {
    let experiment = &item.experiment;
    html.push_str("<div class=\"scroll\"><table><thead><tr><th></th>");
    for column in &experiment.columns {
        let _ = write!(html, "<th>{}</th>", escape(&head(column)));
    }
    html.push_str("</tr></thead><tbody>");
    for row in &experiment.rows {
        let _ = write!(html, "<tr><td>{}</td>", escape(&row.name));
        for (at, column) in experiment.columns.iter().enumerate() {
            let verdict = item.verdict(row, at);
            let class = match verdict {
                Verdict::Open => "",
                other => word(other),
            };
            let _ = write!(html, "<td class=\"{class}\">");
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
            if let Some(published) = row.published[at] {
                let _ = write!(html, "<small>paper {}</small>", number(published, column));
            }
            html.push_str("</td>");
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table></div>");
}
