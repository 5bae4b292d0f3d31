//! What is known of single positions and whole tables.

use mekong::endgame::{End, Ending, Metric, Outcome, Stats, TableId, Turn};
use mekong::rules::{Count, CountingRule};

use super::{TABLES, end, probe, value};
use crate::common::{position, ruleset, table, variant};

/// What is known of one piece each is the distance of mate or winning capture; mate is then no
/// nearer and won or lost by the same side.
#[test]
fn probes_say_what_is_known() {
    let makruk = variant("makruk");
    let mut captures = 0;
    let mut check = |fen: String, known: &str| {
        let outcome = probe(&position(makruk, &fen));
        let is_bare = fen.split_whitespace().next().is_some_and(has_bare_king);
        match outcome {
            Outcome::Win(End::Mate(plies)) | Outcome::Loss(End::Mate(plies)) if !is_bare => {
                let (sign, event) = known.split_once(' ').expect("no draw");
                let event: u16 = event.parse().expect("plies");
                assert!(value(outcome).starts_with(sign) && event <= plies, "{fen}: {outcome:?}");
            }
            _ => assert_eq!(value(outcome), known, "{fen}"),
        }
        captures += u32::from(!is_bare && !matches!(end(outcome), None | Some(End::Mate(_))));
    };
    for [fen, uncounted, default, counted, _] in table("endings.txt") {
        let kept =
            |outcome: &str| if outcome == "draw" { "draw".into() } else { uncounted.clone() };
        check(format!("{fen} - {} 0 1", Count::MAX), &uncounted);
        check(format!("{fen} - - 0 1"), &kept(&default));
        for count in counted.split(',').filter(|count| !count.is_empty()) {
            let fields: Vec<&str> = count.split_whitespace().collect();
            let [limit, ply, outcome] = fields[..] else { panic!("{fen}: {count}") };
            check(format!("{fen} - {limit} {ply} 1"), &kept(outcome));
        }
    }
    assert!(captures > 0);
}

fn has_bare_king(placement: &str) -> bool {
    let side = |is_own: fn(&char) -> bool| placement.chars().filter(is_own).count();
    side(char::is_ascii_uppercase) == 1 || side(char::is_ascii_lowercase) == 1
}

/// All, won, lost, longest.
fn summary(stats: &Stats) -> String {
    let sum =
        |positions: &mut dyn Iterator<Item = (u8, u64)>| positions.map(|(_, n)| n).sum::<u64>();
    let (won, lost) = (sum(&mut stats.wins()), sum(&mut stats.losses()));
    let longest = stats.wins().chain(stats.losses()).map(|(plies, _)| plies).max();
    format!("{} {won} {lost} {}", stats.total(), longest.unwrap_or(0))
}

#[test]
fn whole_tables_have_the_known_numbers() {
    for [name, strong, weak, in_time] in table("tables.txt") {
        let ending: Ending = name.parse().expect("an ending");
        let id = TableId::new(ending, CountingRule::Makruk, Metric::Zeroing).unwrap();
        let stats = |turn| TABLES.stats(&id, turn, 2, &|_, _| {}).expect("the table");
        let with_strong = stats(Turn::Strong);
        assert_eq!(summary(&with_strong), strong, "{name}");
        assert_eq!(summary(&stats(Turn::Weak)), weak, "{name}");
        if !in_time.is_empty() {
            assert_eq!(
                with_strong.wins_in_time(CountingRule::Makruk).to_string(),
                in_time,
                "{name}"
            );
        }
    }
}

#[test]
fn king_and_bia_never_mate() {
    for rule in [CountingRule::Makruk, CountingRule::Cambodian] {
        let id = TableId::new("KPK".parse().unwrap(), rule, Metric::Mate).unwrap();
        for turn in [Turn::Strong, Turn::Weak] {
            let stats = TABLES.stats(&id, turn, 1, &|_, _| {}).expect("the table");
            assert!(stats.total() > 0 && stats.wins().chain(stats.losses()).next().is_none());
        }
    }
}

#[test]
fn every_entry_with_a_bia_follows_from_its_successors() {
    for id in TableId::all(4).into_iter().filter(|id| id.ending().has_bia()) {
        let verified = TABLES.verify(&id, 2, &|_, _| {}).expect("the table");
        assert_eq!((verified.wrong, verified.example), (0, None), "{id}");
        assert!(verified.positions > 30_000, "{id}");
    }
}

#[test]
fn positions_without_a_table_have_no_outcome() {
    let table = [
        ("karouk", "8/8/8/8/8/5k2/6R1/7K w - - 1+1 0 1"),
        ("cambodian", "4k3/8/8/8/8/8/8/3K3R w D - 0 1"),
        ("makpong", "8/8/8/8/8/5k2/6R1/7K w - - 0 1"),
        ("makpong", "8/8/8/8/8/5k2/6R1/7K w - 32 1 1"),
        ("asean", "8/8/8/8/4m3/5k2/6R1/7K w - - 0 1"),
        ("asean", "8/8/8/8/4P3/5k2/6R1/7K w - - 0 1"),
        ("ai-wok", "8/8/8/8/8/5k2/1A6/7K w - - 0 1"),
        ("makruk/none", "8/8/8/8/4m3/5k2/6R1/7K w - - 0 1"),
        ("makruk/simple", "8/8/8/8/4m3/5k2/6R1/7K w - - 0 1"),
        ("makruk/fewer-pieces", "8/8/8/8/4P3/5k2/6R1/7K w - - 0 1"),
        ("makruk/declared", "8/8/8/8/8/5k2/6R1/7K w - 32 1 1"),
        ("makruk", "8/8/8/8/7p/5k2/6R1/7K w - - 0 1"),
        ("ai-wok", "8/8/8/8/P7/5k2/6R1/7K w - - 0 1"),
        ("makruk", "8/8/8/8/8/5k2/P5R1/7K w - - 0 1"),
        ("makruk", "8/8/P7/8/8/5k2/6R1/7K w - - 0 1"),
        ("makruk", "8/8/8/8/PP6/5k2/6R1/7K w - - 0 1"),
        ("makruk", "8/8/8/7p/7P/5k2/8/7K w - - 0 1"),
        ("makruk", "8/8/8/8/8/k7/5RRR/7K w - - 0 1"),
        ("makruk", "8/8/8/8/8/5krr/6R1/7K w - - 0 1"),
        ("makruk", "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1"),
    ];
    for (variant, fen) in table {
        let position = position(ruleset(variant), fen);
        assert_eq!(TABLES.probe(&position), None, "{fen}");
    }
    for variant in ["cambodian/classic", "ai-wok", "makruk-sutra"] {
        let rook = position(ruleset(variant), "8/8/8/8/8/5k2/1R6/7K w - - 0 1");
        assert!(TABLES.probe(&rook).is_some(), "{variant}");
    }
    let kings = position(variant("makruk"), "8/8/8/8/8/5k2/8/7K w - - 0 1");
    assert_eq!(TABLES.probe(&kings), Some(Outcome::Draw));
    let mate = position(variant("makruk"), "3R2k1/8/6K1/8/8/8/8/8 b - 32 33 1");
    assert_eq!(TABLES.probe(&mate), Some(Outcome::Loss(End::Mate(0))));
}

#[test]
fn small_tables_take_little_memory() {
    assert_eq!(TABLES.ids(), TableId::all(4));
    let memory = TABLES.memory();
    assert!(memory < 120_000_000, "{memory}");
}
