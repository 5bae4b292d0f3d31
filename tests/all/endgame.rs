//! Endgame tables against exact values that were found without them, and against a search that
//! plays the rules literally.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::common::{Random, table};
use mekong::endgame::{End, Ending, Metric, Outcome, Stats, TableId, Tables, Turn};
use mekong::movegen::legal_moves;
use mekong::rules::{Count, CountingRule, Position, Variant};

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::embedded);

fn counting_variants() -> [&'static Variant; 2] {
    ["makruk", "cambodian"].map(crate::common::variant)
}

fn probe(position: &Position) -> Outcome {
    TABLES.probe(position).unwrap_or_else(|| panic!("no table for {}", position.fen()))
}

/// `win 5`, `loss 4` or `draw`, as the data say it.
fn value(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(end) => format!("win {}", end.plies()),
        Outcome::Loss(end) => format!("loss {}", end.plies()),
        Outcome::Draw => "draw".into(),
    }
}

/// What is known of one piece each is the distance of mate or winning capture; mate is then no
/// nearer and won or lost by the same side.
#[test]
fn probes_say_what_is_known() {
    let makruk = crate::common::variant("makruk");
    let mut captures = 0;
    let mut check = |fen: String, known: &str| {
        let outcome = probe(&crate::common::position(makruk, &fen));
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

fn end(outcome: Outcome) -> Option<End> {
    match outcome {
        Outcome::Win(end) | Outcome::Loss(end) => Some(end),
        Outcome::Draw => None,
    }
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

/// Letters of the men of random endings: a bare king, then one piece each.
const BARE: [&str; 14] = [
    "KRk", "KSk", "KRRk", "KRSk", "KRNk", "KRMk", "KSSk", "KSNk", "KSMk", "KNNk", "KNMk", "KMMk",
    "Kkr", "Kksm",
];
const ONE_EACH: [&str; 10] =
    ["KRkr", "KRks", "KRkn", "KRkm", "KSks", "KSkn", "KSkm", "KNkn", "KNkm", "KMkm"];

/// The same with bia.
const BIA: [&str; 9] = ["KPk", "KRPk", "KSPk", "KNPk", "KMPk", "KPPk", "Kkrp", "Kksp", "Kkpp"];

/// The men on random squares, as the first two fields of a FEN.
fn scatter(men: &str, random: &mut Random) -> String {
    let mut cells = [['1'; 8]; 8];
    for letter in men.chars() {
        loop {
            let rank = match letter {
                // A king at the edge is where mates are.
                'k' => 0,
                // From the third to the fifth rank of its side; ranks are written from the eighth on.
                'P' => 3 + random.below(3),
                'p' => 2 + random.below(3),
                _ => random.below(8),
            };
            let cell = &mut cells[rank][random.below(8)];
            if *cell == '1' {
                *cell = letter;
                break;
            }
        }
    }
    let ranks = cells.map(|rank| rank.iter().collect::<String>());
    format!("{} {}", ranks.join("/"), ["w", "b"][random.below(2)])
}

/// Plays every line to the end of the count: what the outcome is by the rules alone. Captures of a
/// last piece by a side that keeps its own lead to a count of their own: there the tables of a bare
/// king, which were compared before, say how it goes on.
fn search(position: &Position, seen: &mut HashMap<(u64, u16), i8>, one_each: bool) -> i8 {
    let key = (position.key(), position.count().ply());
    if let Some(&known) = seen.get(&key) {
        return known;
    }
    let moves = legal_moves(position);
    let bare = position.board().occupied().count() < 4;
    let outcome = if moves.is_empty() {
        if position.in_check() { -1 } else { 0 }
    } else if position.count().is_over() || position.board().occupied().count() == 2 {
        0
    } else if one_each && bare {
        sign(probe(position))
    } else {
        let mut best = -1;
        for mv in moves {
            let after = position.after(mv);
            best = best.max(-search(&after, seen, one_each));
            if best == 1 {
                break;
            }
        }
        best
    };
    seen.insert(key, outcome);
    outcome
}

/// Variants with a count of their own and counting rules that a user can choose.
const FAMILY: [&str; 6] = [
    "asean",
    "makruk/simple",
    "makruk/fewer-pieces",
    "makruk/none",
    "makruk/declared",
    "ai-wok/fewer-pieces",
];

/// Of a bare king what is said follows from what is said of the moves, whatever is counted and how.
#[test]
fn under_other_counts_outcomes_follow_from_those_of_the_moves() {
    let mut random = Random(23);
    let mut said = HashMap::new();
    for round in 0..30_000 {
        let name = FAMILY[round % FAMILY.len()];
        let men = BARE[random.below(BARE.len())];
        let count = match random.below(3) {
            0 => format!("- {}", random.below(102)),
            1 => format!("128 {}", random.below(130)),
            _ => format!("32 {}", random.below(34)),
        };
        let fen = format!("{} - {count} 1", scatter(men, &mut random));
        let Ok(position) = Position::from_fen(crate::common::ruleset(name), &fen) else { continue };
        let Some(outcome) = TABLES.probe(&position).map(sign) else { continue };
        let after = successors(&position);
        let signs: Option<Vec<i8>> =
            after.iter().map(|after| Some(-sign(TABLES.probe(after)?))).collect();
        let expected = match signs {
            _ if after.is_empty() => -i8::from(position.in_check()),
            _ if position.is_played_out() => 0,
            Some(signs) => signs.into_iter().max().unwrap_or(0),
            None => continue,
        };
        assert_eq!(outcome, expected, "{name} {fen}");
        *said.entry((name, outcome)).or_insert(0) += 1;
    }
    for name in FAMILY {
        let numbers = [-1, 0, 1].map(|sign| said.get(&(name, sign)).copied().unwrap_or(0));
        assert!(numbers.iter().all(|&number| number > 50), "{name}: {numbers:?}");
    }
}

/// Near the end of a count and of the moves that may pass without a capture.
#[test]
fn under_other_counts_probes_agree_with_a_literal_search() {
    let mut random = Random(29);
    let mut compared = [0; 3];
    for round in 0..60_000 {
        let name = FAMILY[round % FAMILY.len()];
        let variant = crate::common::ruleset(name);
        let placed = scatter(BARE[random.below(BARE.len())], &mut random);
        let left = random.below(4);
        // A count that runs, or without one a mate that is close.
        let count = if name == "asean" && random.below(2) == 0 {
            format!("- {}", 99 - left)
        } else {
            format!("40 {}", 40 - left)
        };
        let fen = format!("{placed} - {count} 1");
        let Ok(position) = Position::from_fen(variant, &fen) else { continue };
        let endless = Position::from_fen(crate::common::ruleset("makruk/none"), &placed);
        let Ok(Outcome::Win(end) | Outcome::Loss(end)) = endless.map(|at| probe(&at)) else {
            continue;
        };
        if end.plies() > 3 {
            continue;
        }
        let Some(outcome) = TABLES.probe(&position).map(sign) else { continue };
        let expected = search_family(&position, 4);
        assert_eq!(outcome, expected, "{name} {fen}");
        compared[(expected + 1) as usize] += 1;
    }
    assert!(compared.iter().all(|&number| number > 100), "{compared:?}");
}

/// What the outcome is by the rules alone if nothing is won later than in so many plies.
fn search_family(position: &Position, plies: u32) -> i8 {
    let after = successors(position);
    if after.is_empty() {
        return -i8::from(position.in_check());
    }
    if plies == 0 || position.is_played_out() || position.board().occupied().count() == 2 {
        return 0;
    }
    let mut best = -1;
    for after in after {
        best = best.max(-search_family(&after, plies - 1));
        if best == 1 {
            break;
        }
    }
    best
}

fn sign(outcome: Outcome) -> i8 {
    match outcome {
        Outcome::Win(_) => 1,
        Outcome::Draw => 0,
        Outcome::Loss(_) => -1,
    }
}

/// Compares probes with the search where a win takes few plies and the count leaves about as many.
#[test]
fn near_the_end_of_the_count_probes_agree_with_a_literal_search() {
    let mut random = Random(7);
    let mut compared = [0; 3];
    for men in BARE.into_iter().chain(ONE_EACH) {
        let one_each = ONE_EACH.contains(&men);
        let mut wanted = 4;
        for _ in 0..20_000 {
            let variant = counting_variants()[random.below(2)];
            let placed = scatter(men, &mut random);
            // Where six plies are enough to win; of one piece each the mate may be further away.
            let Ok(close) = Position::from_fen(variant, &format!("{placed} - 40 35 1")) else {
                continue;
            };
            if wanted == 0 || matches!(end(probe(&close)), None | Some(End::Mate(0))) {
                continue;
            }
            wanted -= 1;
            for left in 0..=5 {
                let fen = format!("{placed} - 40 {} 1", 40 - left);
                let position = crate::common::position(variant, &fen);
                let expected = search(&position, &mut HashMap::new(), one_each);
                assert_eq!(sign(probe(&position)), expected, "{} {fen}", variant.name);
                compared[(expected + 1) as usize] += 1;
            }
        }
    }
    assert!(compared.iter().all(|&number| number > 20), "{compared:?}");
}

/// The outcome with or without a count follows from those of the moves, whatever they start.
#[test]
fn outcomes_follow_from_those_of_the_moves() {
    let mut random = Random(11);
    let mut drawn_by_count = 0;
    for round in 0..8_000 {
        let men = if round % 2 == 0 {
            BARE[random.below(BARE.len())]
        } else {
            ONE_EACH[random.below(ONE_EACH.len())]
        };
        let variant = counting_variants()[random.below(2)];
        let count = match random.below(3) {
            0 => "- 0".to_string(),
            1 => format!("{0} {1}", 128, random.below(130)),
            _ => format!("{0} {1}", 32, random.below(34)),
        };
        let fen = format!("{} - {count} 1", scatter(men, &mut random));
        let Ok(position) = Position::from_fen(variant, &fen) else { continue };
        let probed = probe(&position);
        let outcomes = legal_moves(&position).into_iter().map(|mv| {
            let after = position.after(mv);
            -sign(probe(&after))
        });
        let mut expected = outcomes.max().unwrap_or(if position.in_check() { -1 } else { 0 });
        if position.count().is_over() && !legal_moves(&position).is_empty() {
            expected = 0;
        }
        assert_eq!(sign(probed), expected, "{} {fen}", variant.name);
        let endless = format!("{} 9999 0 1", &fen[..fen.find(" - ").unwrap_or(0) + 2]);
        let endless = crate::common::position(variant, &endless);
        drawn_by_count += u32::from(expected == 0 && sign(probe(&endless)) != 0);
    }
    assert!(drawn_by_count > 30, "{drawn_by_count}");
}

/// The outcome that follows from those of the moves, with its distance.
fn follows(position: &Position, probe: impl Fn(&Position) -> Outcome) -> String {
    let outcomes: Vec<Outcome> = successors(position).iter().map(probe).collect();
    let plies = |outcome: &Outcome| match outcome {
        Outcome::Win(end) | Outcome::Loss(end) => end.plies() + 1,
        Outcome::Draw => 0,
    };
    let lost = outcomes.iter().filter(|outcome| matches!(outcome, Outcome::Loss(_))).map(plies);
    match lost.min() {
        Some(plies) => format!("win {plies}"),
        None if outcomes.contains(&Outcome::Draw) => "draw".into(),
        None if outcomes.is_empty() && !position.in_check() => "draw".into(),
        None => format!("loss {}", outcomes.iter().map(plies).max().unwrap_or(0)),
    }
}

fn successors(position: &Position) -> Vec<Position> {
    legal_moves(position).into_iter().map(|mv| position.after(mv)).collect()
}

/// The rules themselves start the counts here when the last bia promotes or is taken.
#[test]
fn with_a_bia_distances_follow_from_those_of_the_moves() {
    let (decided, counted) = distances_follow(&BIA, "- - 0 1", |after| after.count().is_running());
    assert!(decided > 2_000 && counted > 200, "{decided} {counted}");
}

#[test]
fn mates_are_told_through_the_capture_of_the_last_piece() {
    let makruk = crate::common::variant("makruk");
    // With 128 plies: the mate comes on the second or third one. After 128 of them only a capture
    // or mate at once is in time, and the capture of the met is no win.
    for (count, told) in [
        ("- 0", Outcome::Win(End::Mate(3))),
        ("128 126", Outcome::Win(End::Mate(3))),
        ("128 127", Outcome::Draw),
    ] {
        let fen = format!("k7/2Km4/S7/8/8/8/8/8 w - {count} 1");
        assert_eq!(probe(&crate::common::position(makruk, &fen)), told, "{fen}");
    }
    // The quickest mate comes too late, but taking the met starts a count that is long enough.
    let fen = "8/8/8/3K1k2/8/8/m6R/8 w - 128 128 1";
    let told = probe(&crate::common::position(makruk, fen));
    assert_eq!(told, Outcome::Win(End::MateOrCapture(1)));
}

/// The board's honour leaves time for every mate here, and captures of the last piece start the
/// counts in which the rest has to be done.
#[test]
fn of_one_piece_each_distances_of_mates_follow_from_those_of_the_moves() {
    for count in ["- - 0 1", "- 400 0 1"] {
        let is_bared = |after: &Position| after.board().occupied().count() == 3;
        let (decided, bared) = distances_follow(&ONE_EACH, count, is_bared);
        assert!(decided > 2_000 && bared > 500, "{decided} {bared}");
    }
}

/// Checks random positions of these men; the numbers of those decided, and of those where a move
/// leads to something `special`.
fn distances_follow(
    endings: &[&str],
    count: &str,
    special: impl Fn(&Position) -> bool,
) -> (u32, u32) {
    let mut random = Random(13);
    let (mut decided, mut specials) = (0, 0);
    for _ in 0..20_000 {
        let men = endings[random.below(endings.len())];
        let variant = counting_variants()[random.below(2)];
        let fen = format!("{} {count}", scatter(men, &mut random));
        let Ok(position) = Position::from_fen(variant, &fen) else { continue };
        let outcome = probe(&position);
        if matches!(end(outcome), Some(End::MateOrCapture(_))) {
            continue;
        }
        let found = value(outcome);
        assert_eq!(found, follows(&position, probe), "{} {fen}", variant.name);
        decided += u32::from(found != "draw");
        specials += u32::from(found != "draw" && successors(&position).iter().any(&special));
    }
    (decided, specials)
}

/// Whether the side to move mates within `plies` plies, or is mated, by the rules alone.
fn forces(position: &Position, plies: u16, wins: bool) -> bool {
    let after = successors(position);
    if after.is_empty() {
        return !wins && position.in_check();
    }
    if plies == 0 || position.count().is_over() {
        return false;
    }
    let mut each = after.iter().map(|after| forces(after, plies - 1, !wins));
    if wins { each.any(|forced| forced) } else { each.all(|forced| forced) }
}

#[test]
fn the_quickest_mates_are_those_of_a_literal_search() {
    the_quickest_mates_are_found(&BIA, "- - 0 1");
    the_quickest_mates_are_found(&ONE_EACH, "- - 0 1");
    // Enough for any mate nearer than eight plies.
    the_quickest_mates_are_found(&ONE_EACH, "- 128 122 1");
}

fn the_quickest_mates_are_found(endings: &[&str], count: &str) {
    let mut random = Random(17);
    let mut compared = [0; 6];
    for _ in 0..200_000 {
        let men = endings[random.below(endings.len())];
        let variant = counting_variants()[random.below(2)];
        let fen = format!("{} {count}", scatter(men, &mut random));
        let Ok(position) = Position::from_fen(variant, &fen) else { continue };
        let outcome = probe(&position);
        let Some(End::Mate(plies)) = end(outcome) else { continue };
        if plies > 5 || compared[usize::from(plies)] == 40 {
            continue;
        }
        compared[usize::from(plies)] += 1;
        let wins = matches!(outcome, Outcome::Win(_));
        assert!(forces(&position, plies, wins), "{fen}: {outcome:?}");
        assert!(plies < 2 || !forces(&position, plies - 2, wins), "{fen}: {outcome:?}");
    }
    assert!(compared.iter().all(|&number| number >= 20), "{compared:?}");
}

/// In ouk the board's honour may run on beside a bia. What is said then follows from the moves, as
/// far as anything is said of them.
#[test]
fn beside_a_bia_an_older_count_is_not_overlooked() {
    let mut random = Random(19);
    let mut said = [0; 4];
    let cambodian = crate::common::variant("cambodian");
    for _ in 0..20_000 {
        let men = BIA[1 + random.below(BIA.len() - 1)];
        let ply = 126 - random.below(60) + random.below(3);
        let fen = format!("{} - 126 {ply} 1", scatter(men, &mut random));
        let Ok(position) = Position::from_fen(cambodian, &fen) else { continue };
        let after: Vec<_> = successors(&position).iter().map(|after| TABLES.probe(after)).collect();
        let any = |wanted: i8| after.iter().any(|outcome| outcome.map(sign) == Some(wanted));
        let right = match TABLES.probe(&position).map(sign) {
            Some(1) => any(-1),
            Some(0) => position.count().is_over() || !any(-1),
            Some(_) => after.iter().all(|outcome| outcome.map(sign) == Some(1)),
            None => true,
        };
        assert!(right, "{fen}: {after:?}");
        said[TABLES.probe(&position).map_or(3, |outcome| (sign(outcome) + 1) as usize)] += 1;
    }
    assert!(said.iter().all(|&number| number > 100), "{said:?}");
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
        let position = crate::common::position(crate::common::ruleset(variant), fen);
        assert_eq!(TABLES.probe(&position), None, "{fen}");
    }
    for variant in ["cambodian/classic", "ai-wok", "makruk-sutra"] {
        let rook = crate::common::position(
            crate::common::ruleset(variant),
            "8/8/8/8/8/5k2/1R6/7K w - - 0 1",
        );
        assert!(TABLES.probe(&rook).is_some(), "{variant}");
    }
    let kings =
        crate::common::position(crate::common::variant("makruk"), "8/8/8/8/8/5k2/8/7K w - - 0 1");
    assert_eq!(TABLES.probe(&kings), Some(Outcome::Draw));
    let mate = crate::common::position(
        crate::common::variant("makruk"),
        "3R2k1/8/6K1/8/8/8/8/8 b - 32 33 1",
    );
    assert_eq!(TABLES.probe(&mate), Some(Outcome::Loss(End::Mate(0))));
}

#[test]
fn small_tables_take_little_memory() {
    assert_eq!(TABLES.ids(), TableId::all(4));
    let memory = TABLES.memory();
    assert!(memory < 120_000_000, "{memory}");
}
