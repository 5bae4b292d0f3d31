//! What the engine tells XBoard of itself and of its variants.

use crate::engine::{OPTIONS, OptionKind, OptionRow};
use crate::protocol::ENGINE_NAME;
use crate::rules::Variant;

/// The lines that answer `protover`.
pub fn features() -> Vec<String> {
    let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name).collect();
    let mut lines = vec![
        "feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 analyze=1 \
         memory=1 smp=1 debug=1"
            .to_owned(),
        format!("feature myname=\"{ENGINE_NAME}\" variants=\"{}\"", names.join(",")),
    ];
    lines.extend(OPTIONS.iter().filter(|row| is_shown(row.name)).filter_map(option));
    lines.push("feature done=1".to_owned());
    lines
}

/// Options that are not shown: XBoard has commands for them, or is the one that knows.
const HIDDEN: [&str; 5] = ["UCI_Variant", "Hash", "Threads", "Ponder", "UCI_AnalyseMode"];

/// Whether XBoard shows the engine's option of that name.
pub fn is_shown(name: &str) -> bool {
    OptionRow::find(&OPTIONS, name).is_some_and(|row| !HIDDEN.contains(&row.name))
}

fn option<T>(row: &OptionRow<T>) -> Option<String> {
    let name = row.name;
    let what = match row.kind {
        OptionKind::Check { default, .. } => format!("check {}", u8::from(default)),
        OptionKind::Spin { default, min, max, .. } => format!("spin {default} {min} {max}"),
        OptionKind::File { default, .. } => format!("file {default}"),
        OptionKind::Folder { default, .. } => format!("path {default}"),
        OptionKind::Choice { names, .. } => format!("combo *{}", names.join(" /// ")),
        OptionKind::Button { .. } => "button".to_owned(),
        OptionKind::Variant { .. } => return None,
    };
    Some(format!("feature option=\"{name} -{what}\""))
}

/// What XBoard is told of a variant that it does not know.
struct Explanation {
    /// The variant's name.
    variant: &'static str,
    /// The letters of the pieces in XBoard's order, White's first.
    letters: &'static str,
    /// Moves in XBoard's notation of the pieces that makruk lacks, and of leaps. Nothing is said of
    /// the bia: XBoard has the promotion on the sixth rank from its own makruk, and forgets it if
    /// told anything.
    pieces: &'static [&'static str],
}

const MAKRUK_LETTERS: &str = "PN.R.M....SKpn.r.m....sk";
const OUK_LEAPS: &[&str] = &["piece K& KismN", "piece M& FifmD"];

const EXPLANATIONS: [Explanation; 5] = [
    Explanation { variant: "cambodian", letters: MAKRUK_LETTERS, pieces: OUK_LEAPS },
    Explanation { variant: "karouk", letters: MAKRUK_LETTERS, pieces: OUK_LEAPS },
    Explanation { variant: "makpong", letters: MAKRUK_LETTERS, pieces: &[] },
    Explanation {
        variant: "ai-wok",
        letters: "PN.R...A..SKpn.r...a..sk",
        pieces: &["piece A& RNF"],
    },
    Explanation { variant: "makruk-sutra", letters: MAKRUK_LETTERS, pieces: &["piece K& KismN"] },
];

/// The lines that explain a variant which XBoard does not know; none for one that it does.
pub fn explanation(variant: &Variant) -> Vec<String> {
    let Some(row) = EXPLANATIONS.iter().find(|row| row.variant == variant.name) else {
        return Vec::new();
    };
    let start = without_checks(variant.start);
    let mut lines = vec![format!("setup ({}) 8x8+0_makruk {start}", row.letters)];
    lines.extend(row.pieces.iter().map(|&line| line.to_owned()));
    lines
}

/// A FEN without the field that counts checks, which XBoard would not expect.
fn without_checks(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').filter(|field| !field.contains('+')).collect();
    fields.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_engine_defined_variants_are_explained() {
        let lines = |name| explanation(Variant::find(name).unwrap());
        assert!(lines("makruk").is_empty());
        let expected = [
            "setup (PN.R.M....SKpn.r.m....sk) 8x8+0_makruk \
             rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1",
            "piece K& KismN",
            "piece M& FifmD",
        ];
        assert_eq!(lines("cambodian"), expected);
        assert_eq!(lines("karouk"), expected);
    }

    #[test]
    fn every_variant_is_known_or_explained() {
        // The rules of these XBoard has itself.
        let known = ["makruk", "asean"];
        for variant in Variant::ALL {
            let explained = !explanation(variant).is_empty();
            assert_ne!(explained, known.contains(&variant.name), "{variant}");
        }
    }

    #[test]
    fn features_end_with_done() {
        let lines = features();
        assert_eq!(lines.last().map(String::as_str), Some("feature done=1"));
        assert!(lines.iter().any(|line| line == "feature option=\"MultiPV -spin 1 1 256\""));
    }
}
