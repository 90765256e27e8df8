//! The rules of each game in two minutes: what one wants, what one does, a table as it looks, and questions to
//! check oneself with. The full rules as implemented are in the documents of the project.

use maud::{Markup, html};

use crate::game::Beginning;
use crate::games::{GAMES, GameCard};
use crate::pages::shell;
use crate::skins::icon;

/// The rules of a game in short.
struct Rules {
    goal: &'static str,
    steps: &'static [(&'static str, &'static str, &'static str)],
    questions: &'static [(&'static str, &'static str)],
}

/// The list of games.
pub fn all() -> Markup {
    shell(
        "Rules",
        "",
        "/rules",
        html! {
            main #main .page.rules {
                h1 { "Rules" }
                p.lead { "Each page takes two minutes." }
                ul.fit { @for card in GAMES.iter() {
                    li .panel { h2 { a href={ "/rules/" (card.class) } { (card.title) } } p.soft { (card.summary) } small { (card.size) } }
                } }
            }
        },
    )
}

/// The rules of one game.
pub fn rules(card: &GameCard) -> Markup {
    let rules = of(card.class);
    let names: Vec<String> = card
        .seat_names
        .iter()
        .enumerate()
        .map(|(seat, name)| if seat == 0 { "You".into() } else { (*name).into() })
        .collect();
    let table = (card.open)(card.variants[0].spec, Beginning::Seed(1)).ok();
    shell(
        &format!("Rules of {}", card.title),
        card.class,
        "/rules",
        html! {
            main #main .page.rules {
                h1 { "How to play " (card.title) }
                p.lead { (rules.goal) }
                ol.fit { @for (drawing, title, text) in rules.steps {
                    li .panel { div.demo aria-hidden="true" { (icon(drawing, "demo-art")) } h2 { (title) } p { (text) } }
                } }
                @if let Some(table) = table {
                    section.stage aria-labelledby="h-table" {
                        h2 #h-table { "So it looks at the start" }
                        (table.still(0, 0, &names, false))
                    }
                }
                section .panel aria-labelledby="h-ask" {
                    h2 #h-ask { "Check yourself" }
                    @for (question, answer) in rules.questions { details { summary { b { (question) } } p { (answer) } } }
                }
                form.row method="post" action="/new" {
                    input type="hidden" name="game" value=(card.class);
                    input type="hidden" name="level" value="1";
                    button .btn.go name="others" value="agents" { "Try it against a beginner" }
                    a .btn.quiet href="/rules" { "Other rules" }
                }
            }
        },
    )
}

fn of(class: &str) -> Rules {
    match class {
        "onitama" => ONITAMA,
        "hanamikoji" => HANAMIKOJI,
        "tichu" => TICHU,
        _ => DAIHINMIN,
    }
}

const ONITAMA: Rules = Rules {
    goal: "Take the other master, or walk your own master onto the temple in the middle of the other side.",
    steps: &[
        (
            "mas0",
            "One master, four students",
            "Each side has five pieces. All of them move the same way. Only the master wins and loses games.",
        ),
        (
            "swap",
            "Cards say how to move",
            "You hold two cards. Choose one and move any of your pieces by one of its steps. The dot is the piece, the coloured squares are where it may go.",
        ),
        (
            "stu1",
            "Step on a piece to take it",
            "A piece that lands on one of theirs takes it. You cannot land on your own. Steps jump over whatever lies between.",
        ),
        (
            "gate",
            "The card goes round",
            "The card you used goes to the side, and you take the one that lay there. What you use now, they have two moves later.",
        ),
    ],
    questions: &[
        (
            "You have a winning step on neither card, but on the card at the side. Can you use it?",
            "Not now. You take it after this move and can use it on your next one.",
        ),
        ("Your student stands on their temple. Did you win?", "No. Only the master wins on the temple."),
        (
            "None of your pieces can move. What happens?",
            "You choose a card to give away and take the card at the side, as if you had moved.",
        ),
    ],
};

const HANAMIKOJI: Rules = Rules {
    goal: "Win the favour of four geishas, or of geishas with eleven charm together.",
    steps: &[
        ("secret", "Secret", "Hide one card. It counts for you at the end of the round."),
        ("trade", "Trade", "Discard two cards. They count for nobody."),
        ("gift", "Gift", "Show three cards. The other side takes one, you get two."),
        ("compete", "Compete", "Show two pairs. The other side takes one pair, you get the other."),
        (
            "f6",
            "Count",
            "Each side takes each action once a round. Then, for each geisha, whoever has more of her cards gets her marker. With equal cards it stays where it is.",
        ),
        ("f3", "Next round", "If nobody has won, the cards are dealt again and the markers stay."),
    ],
    questions: &[
        (
            "How many cards does a geisha have?",
            "As many as her charm: two, two, two, three, three, four and five.",
        ),
        (
            "One side has four geishas, the other eleven charm. Who wins?",
            "Eleven charm, by the official rules.",
        ),
        ("Do you draw cards?", "One at the start of each of your turns. An answer to an offer is no turn."),
    ],
};

const TICHU: Rules = Rules {
    goal: "Get rid of your cards before the others do, with your partner opposite. Points lie in fives, tens, kings and the Dragon.",
    steps: &[
        (
            "sword",
            "Beat what lies there",
            "Whoever leads plays any combination: a card, a pair, pairs in a row, a triple, a full house, a straight of five or more. The others play the same kind, higher, or pass. The last to play takes the trick and leads.",
        ),
        (
            "mah",
            "Mah Jong",
            "Its owner leads the first trick. Who plays it may wish for a rank, which must be played as soon as somebody can.",
        ),
        ("dog", "Dog", "It passes the lead to your partner."),
        (
            "phoenix",
            "Phoenix",
            "It stands for any card in a combination. Alone it is half a step higher than what lies there. It costs 25 points.",
        ),
        (
            "dragon",
            "Dragon",
            "The highest single card, worth 25 points. A trick won with it goes to an opponent of your choice.",
        ),
        (
            "bomb",
            "Bombs",
            "Four of a rank, or a straight of five or more in one suit, beat everything, also out of turn. The page makes a short pause after every play, the same for everybody.",
        ),
        ("swap", "Exchange", "Before the first trick everybody gives one card to each of the others."),
        (
            "flag",
            "Tichu",
            "Call Tichu before your first card: if you are out first your team gets 100 points, otherwise it loses them. Grand Tichu, with eight cards in hand, counts 200.",
        ),
    ],
    questions: &[
        (
            "You and your partner are out first and second. What do you score?",
            "200 points, and no cards are counted.",
        ),
        (
            "The last player still holds cards. What happens?",
            "The cards go to the opponents, and the tricks to whoever was out first.",
        ),
        ("Can the Phoenix be part of a bomb?", "No."),
    ],
};

const DAIHINMIN: Rules = Rules {
    goal: "Be out of cards first. The first becomes Daifugo, the last Daihinmin, and in the next game the poor pay the rich.",
    steps: &[
        (
            "spade",
            "Beat what lies there",
            "Whoever leads plays a card, two to four of a rank, or three or more in a row of one suit. The others play the same kind and number, higher, or pass. Who passes is out until the table is cleared.",
        ),
        (
            "diamond",
            "The order",
            "3 is lowest, then 4 up to king, ace and 2. The strip on the table shows it.",
        ),
        (
            "joker",
            "Joker",
            "It beats every single card, or stands for any card in a combination. Alone it is beaten by the 3 of spades only.",
        ),
        (
            "lock",
            "Lock",
            "If a play has the same suits as the one before, these suits are locked until the table is cleared.",
        ),
        ("heart", "Eight ends", "A play with an 8 clears the table at once, and its player leads."),
        (
            "swap",
            "Revolution",
            "Four of a rank, or five in a row, turn the order round: 3 is strongest then.",
        ),
        (
            "k4",
            "Exchange",
            "From the second game on the Daihinmin gives the two best cards to the Daifugo and the Hinmin one to the Fugo. The rich give back what they like.",
        ),
    ],
    questions: &[
        ("Can you pass although you could play?", "Yes, at any time."),
        ("Everybody else has passed. What happens?", "The table is cleared and the last one to play leads."),
        ("Who leads the first game?", "Whoever holds the 3 of diamonds."),
    ],
};
