//! Lines to a UCI GUI.

use std::time::Duration;

use vampirc_uci::{
    Duration as CrateDuration, Serializable, UciInfoAttribute as Attribute, UciMessage,
    UciOptionConfig,
};

use crate::board::Move;
use crate::engine::{Done, OPTIONS, OptionKind, OptionRow, Report};
use crate::protocol::output::{HELPER_FAILED, SEARCH_FAILED, quoted};
use crate::protocol::{ENGINE_NAME, Output};
use crate::rules::Variant;
use crate::score::Shown;
use crate::search::{Answer, Bound, Info, Progress};

/// Writes what the engine has to say.
#[derive(Debug)]
pub struct Printer {
    output: Output,
    /// Whether expected results are shown.
    show_wdl: bool,
    /// Whether the running search has told an exact score of its best line.
    has_told: bool,
}

/// The options of what is shown, which the engine need not know.
pub static PRINTER_OPTIONS: [OptionRow<Printer>; 1] = [OptionRow {
    name: "UCI_ShowWDL",
    kind: OptionKind::Check { default: false, apply: |printer, on| printer.show_wdl = on },
}];

impl Printer {
    /// Writes to `output`.
    pub fn new(output: Output) -> Printer {
        Printer { output, show_wdl: false, has_told: false }
    }

    /// Whether nobody reads any more.
    pub fn is_closed(&self) -> bool {
        self.output.is_closed()
    }

    /// A line as it is.
    pub fn line(&mut self, line: &str) {
        self.output.line(line);
    }

    fn message(&mut self, message: &UciMessage) {
        self.output.line(message.serialize());
    }

    /// A remark for people.
    pub fn note(&mut self, text: &str) {
        self.message(&UciMessage::info_string(text.to_owned()));
    }

    /// Says why something was not done. What was sent may be part of the reason, so that it is
    /// made presentable.
    pub fn refusal(&mut self, why: &impl ToString) {
        self.note(&quoted(&why.to_string()));
    }

    /// The answer to `uci`.
    pub fn introduction(&mut self) {
        self.message(&UciMessage::id_name(ENGINE_NAME));
        self.message(&UciMessage::id_author("the Mekong developers"));
        for option in OPTIONS.iter().map(describe).chain(PRINTER_OPTIONS.iter().map(describe)) {
            self.message(&UciMessage::Option(option));
        }
        self.message(&UciMessage::UciOk);
    }

    /// The answer to `isready`.
    pub fn ready(&mut self) {
        self.message(&UciMessage::ReadyOk);
    }

    /// The variant in the words of Fairy-Stockfish, which front ends know.
    pub fn variant(&mut self, variant: &Variant) {
        let (name, start) = (variant.name, variant.start);
        self.note(&format!(
            "variant {name} files 8 ranks 8 pocket 0 template makruk startpos {start}"
        ));
    }

    /// To be called when a search begins.
    pub fn search_begins(&mut self) {
        self.has_told = false;
    }

    /// News from the search thread.
    pub fn report(&mut self, report: &Report) {
        match report {
            Report::Info(info) => self.info(info),
            Report::Progress(progress) => self.progress(progress),
            Report::CurrentMove { depth, mv, number } => {
                let line = format!("info depth {depth} currmove {mv} currmovenumber {number}");
                self.line(&line);
            }
            Report::Count(mv, nodes) => self.line(&format!("{mv}: {nodes}")),
            Report::BenchPosition { number, position, nodes } => {
                let (variant, fen) = (position.variant(), position.fen());
                self.note(&format!("{number}: {variant} {fen}: {nodes} nodes"));
            }
            Report::HelperFailed => self.note(HELPER_FAILED),
            Report::SearchFailed => self.note(SEARCH_FAILED),
            Report::Done(done) => self.done(done),
        }
    }

    fn info(&mut self, info: &Info) {
        self.has_told |= info.bound == Bound::Exact && info.multipv == 1;
        self.message(&UciMessage::Info(attributes(info, self.show_wdl)));
    }

    fn progress(&mut self, progress: &Progress) {
        let Progress { depth, seldepth, nodes, time, hashfull, tbhits } = *progress;
        let (nps, ms) = (per_second(nodes, time), time.as_millis());
        self.line(&format!(
            "info depth {depth} seldepth {seldepth} nodes {nodes} nps {nps} hashfull {hashfull} \
             tbhits {tbhits} time {ms}"
        ));
    }

    fn done(&mut self, done: &Done) {
        match done {
            Done::Search(answer) => self.answer(answer),
            Done::Perft(Some(nodes)) => self.line(&format!("Nodes searched: {nodes}")),
            Done::Perft(None) => self.note("perft stopped"),
            Done::Bench(Ok(Some(bench))) => {
                self.line(&format!("{} nodes {} nps", bench.nodes, bench.nps()));
            }
            Done::Bench(Ok(None)) => {}
            Done::Bench(Err(error)) => self.note(&error.to_string()),
        }
    }

    /// The move. The crate can't print one, as it knows neither a met nor that there may be none.
    fn answer(&mut self, answer: &Answer) {
        if !self.has_told {
            // GUIs rely on a score before every move.
            let score = score_text(answer.shown.shown());
            let pv = answer.best.map(|mv| format!(" pv {mv}")).unwrap_or_default();
            let (depth, nodes) = (answer.depth.max(1), answer.nodes);
            self.line(&format!("info depth {depth} score {score} nodes {nodes} time 0{pv}"));
        }
        let best = answer.best.map_or("(none)".into(), |mv| mv.to_string());
        let ponder = answer.ponder.map(|mv| format!(" ponder {mv}")).unwrap_or_default();
        self.line(&format!("bestmove {best}{ponder}"));
    }
}

fn describe<T>(row: &OptionRow<T>) -> UciOptionConfig {
    let name = row.name.to_owned();
    match row.kind {
        OptionKind::Check { default, .. } => {
            UciOptionConfig::Check { name, default: Some(default) }
        }
        OptionKind::Spin { default, min, max, .. } => {
            UciOptionConfig::Spin { name, default: Some(default), min: Some(min), max: Some(max) }
        }
        OptionKind::Choice { names, .. } => UciOptionConfig::Combo {
            name,
            default: names.first().map(|&name| name.to_owned()),
            var: names.iter().map(|&name| name.to_owned()).collect(),
        },
        OptionKind::Variant { .. } => UciOptionConfig::Combo {
            name,
            default: Some(Variant::ALL[0].name.to_owned()),
            var: Variant::ALL.iter().map(|variant| variant.name.to_owned()).collect(),
        },
        OptionKind::File { default, .. } | OptionKind::Folder { default, .. } => {
            UciOptionConfig::String { name, default: Some(default.to_owned()) }
        }
        OptionKind::Button { .. } => UciOptionConfig::Button { name },
    }
}

/// An `info` line for the crate to write. Where its number types are too narrow, and for moves, its
/// free form is used.
fn attributes(info: &Info, show_wdl: bool) -> Vec<Attribute> {
    let any = |name: &str, value: String| Attribute::Any(name.to_owned(), value);
    let ms = i64::try_from(info.time.as_millis()).unwrap_or(i64::MAX);
    let mut list = vec![
        any("depth", info.depth.to_string()),
        any("seldepth", info.seldepth.to_string()),
        Attribute::MultiPv(u16::try_from(info.multipv).unwrap_or(u16::MAX)),
        score(info),
    ];
    if show_wdl {
        let [wins, draws, losses] = info.wdl;
        list.push(any("wdl", format!("{wins} {draws} {losses}")));
    }
    list.extend([
        Attribute::Nodes(info.nodes),
        Attribute::Nps(per_second(info.nodes, info.time)),
        Attribute::HashFull(u16::try_from(info.hashfull).unwrap_or(1000)),
        Attribute::TbHits(info.tbhits),
        Attribute::Time(CrateDuration::milliseconds(ms)),
    ]);
    if !info.pv.is_empty() {
        list.push(any("pv", line_of(&info.pv)));
    }
    list
}

fn score(info: &Info) -> Attribute {
    let (cp, mate) = match info.score.shown() {
        Shown::Centipawns(value) => (Some(value), None),
        Shown::Mates(moves) => (None, i8::try_from(moves).ok()),
        Shown::IsMated(moves) => (None, i8::try_from(moves).ok().map(|moves| -moves)),
    };
    if cp.is_none() && mate.is_none() {
        // A mate farther away than the crate's type reaches.
        let bound = match info.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let text = score_text(info.score.shown());
        return Attribute::Any("score".into(), format!("{text}{bound}"));
    }
    // The crate prints a bound for `Some(false)` too.
    let lower_bound = (info.bound == Bound::Lower).then_some(true);
    let upper_bound = (info.bound == Bound::Upper).then_some(true);
    Attribute::Score { cp, mate, lower_bound, upper_bound }
}

fn score_text(shown: Shown) -> String {
    match shown {
        Shown::Centipawns(value) => format!("cp {value}"),
        Shown::Mates(moves) => format!("mate {moves}"),
        Shown::IsMated(0) => "mate 0".into(),
        Shown::IsMated(moves) => format!("mate -{moves}"),
    }
}

/// Nodes per second.
fn per_second(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    u64::try_from(u128::from(nodes) * 1_000_000 / micros).unwrap_or(u64::MAX)
}

/// Moves with spaces between them.
pub fn line_of(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}
