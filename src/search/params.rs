//! Every number of the search that a tuner may set, in one table.

use thiserror::Error;

use crate::board::{ByKind, Kind};
use crate::rules::Variant;

/// One number of the search and the range in which it may be tuned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParamSpec {
    /// Its name, as [`Params::set`] takes it.
    pub name: &'static str,
    /// What it is unless set.
    pub default: i32,
    /// The least that it may be.
    pub min: i32,
    /// The most that it may be.
    pub max: i32,
    /// A change that is likely to show: the perturbation at the end of an SPSA run.
    pub step: i32,
}

/// Why a parameter was not set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParamError {
    /// There is none of that name.
    #[error("there is no search parameter '{0}'")]
    Unknown(String),
    /// It can't be that large or small.
    #[error("search parameter {} must be {} to {}, not {value}", spec.name, spec.min, spec.max)]
    OutOfRange {
        /// The parameter.
        spec: ParamSpec,
        /// What was asked for.
        value: i32,
    },
}

/// Makes [`Params`] and its list from rows `name: default, min..=max, step;`.
macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $default:literal, $min:literal..=$max:literal, $step:literal;)*) => {
        /// The numbers of the search. Margins are in centipawns, depths and reductions in plies,
        /// unless said otherwise.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Params {
            $($(#[$doc])* pub(super) $name: i32,)*
            /// What is computed from the numbers.
            pub(super) derived: Derived,
        }

        impl Params {
            /// Every parameter.
            pub const SPECS: &'static [ParamSpec] = &[$(ParamSpec {
                name: stringify!($name),
                default: $default,
                min: $min,
                max: $max,
                step: $step,
            },)*];

            /// The value of the parameter of that name.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)*
                    _ => None,
                }
            }

            fn slot(&mut self, name: &str) -> Option<&mut i32> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)*
                    _ => None,
                }
            }
        }

        impl Default for Params {
            fn default() -> Params {
                let mut params = Params { $($name: $default,)* derived: Derived::EMPTY };
                params.derived = Derived::of(&params);
                params
            }
        }
    };
}

params! {
    /// Aspiration: half-width of the first window.
    aspiration_window: 14, 5..=40, 3;
    /// Aspiration: a window wider than this is opened altogether.
    aspiration_max: 600, 200..=2000, 100;
    /// Aspiration: from this depth on windows are narrowed.
    aspiration_depth: 4, 2..=8, 1;

    /// RFP (reverse futility): greatest depth.
    rfp_depth: 8, 3..=12, 1;
    /// RFP: margin for each ply.
    rfp_margin: 70, 30..=150, 8;

    /// Razoring: greatest depth.
    razor_depth: 3, 1..=6, 1;
    /// Razoring: margin for each ply.
    razor_margin: 250, 100..=500, 30;

    /// NMP (null move): least depth.
    nmp_depth: 3, 2..=6, 1;
    /// NMP: reduction at depth 0.
    nmp_base: 3, 2..=6, 1;
    /// NMP: the reduction grows by a ply for so many plies of depth.
    nmp_depth_divisor: 4, 2..=8, 1;
    /// NMP: and by one for so many centipawns of the evaluation above beta,
    nmp_eval_divisor: 200, 80..=400, 25;
    /// NMP: at most by this.
    nmp_eval_max: 3, 1..=6, 1;
    /// NMP: from this depth on a cutoff is verified by a search without null moves.
    nmp_verify_depth: 10, 6..=16, 1;
    /// NMP: with no more pieces than this, king and bia left out, a null move is tried only where it
    /// is verified: zugzwang is common in makruk's endings.
    nmp_zugzwang_pieces: 2, 0..=5, 1;

    /// ProbCut: least depth.
    probcut_depth: 5, 3..=9, 1;
    /// ProbCut: the search is less deep by this.
    probcut_reduction: 3, 2..=5, 1;
    /// ProbCut: how far above beta a capture must come out.
    probcut_margin: 150, 60..=300, 20;

    /// IIR: from this depth on a node without a TT move is searched a ply less deeply.
    iir_depth: 4, 2..=8, 1;

    /// Futility: greatest depth after LMR at which quiet moves are given up.
    futility_depth: 7, 3..=12, 1;
    /// Futility: margin at depth 0.
    futility_base: 90, 20..=250, 20;
    /// Futility: margin for each ply.
    futility_margin: 80, 30..=180, 10;

    /// History pruning: greatest depth after LMR.
    history_pruning_depth: 4, 1..=8, 1;
    /// History pruning: a quiet move is given up with less history than this for each ply and one
    /// more.
    history_pruning_margin: -4000, -12000..=-500, 400;

    /// LMP: quiet moves tried at depth 0; the square of the depth comes on top.
    lmp_base: 4, 1..=12, 1;
    /// LMP: of that limit so many percent where the evaluation is not improving.
    lmp_not_improving: 50, 25..=100, 5;

    /// SEE pruning: greatest depth (of quiet moves, after LMR).
    see_depth: 8, 3..=12, 1;
    /// SEE pruning: a quiet move may lose this times the square of the depth after LMR.
    see_quiet_margin: 25, 8..=60, 4;
    /// SEE pruning: a capture may lose this for each ply of depth.
    see_capture_margin: 95, 30..=200, 12;

    /// Singular extension: least depth.
    singular_depth: 6, 4..=10, 1;
    /// Singular extension: the TT entry may be so much less deep than the node.
    singular_entry_depth: 3, 1..=6, 1;
    /// Singular extension: the other moves are to be worse by this for each ply.
    singular_margin: 2, 1..=6, 1;
    /// Singular extension: doubled if they are worse by this, too.
    double_extension_margin: 20, 5..=60, 4;

    /// LMR: least depth.
    lmr_depth: 3, 2..=5, 1;
    /// LMR: number of the first move that is reduced.
    lmr_moves: 3, 2..=6, 1;
    /// LMR: the same in PV nodes.
    lmr_moves_pv: 4, 2..=8, 1;
    /// LMR: what each reduction begins with, in hundredths of a ply.
    lmr_base: 80, 0..=200, 12;
    /// LMR: divisor of ln(depth) · ln(move count), in hundredths.
    lmr_divisor: 210, 120..=400, 15;
    /// LMR: history that is worth a ply.
    lmr_history_divisor: 8192, 3000..=20000, 700;
    /// LMR: reduced more after more cutoffs than this among the replies.
    lmr_cutoffs: 3, 1..=8, 1;
    /// LMR: plies by which a forcing move is reduced less (a check).
    lmr_check: 1, 0..=3, 1;
    /// LMR: the same where the first check wins (the threat of one).
    lmr_check_threat: 2, 0..=4, 1;
    /// LMR: a reduced move that comes out so much above alpha is searched a ply more deeply again.
    lmr_deeper_margin: 60, 15..=150, 10;

    /// Quiescence: delta pruning gives up captures that can't lift the score to within this of the
    /// window.
    delta_margin: 180, 60..=400, 25;

    /// History: bonus for each ply of depth.
    history_bonus_slope: 170, 60..=350, 20;
    /// History: less this,
    history_bonus_offset: 80, 0..=250, 20;
    /// History: and no more than this.
    history_bonus_max: 1700, 600..=4000, 150;
    /// Move ordering: history units for each centipawn that a capture takes.
    capture_order_factor: 32, 8..=80, 5;

    /// Correction history: entries' sum for one centipawn.
    correction_per_centipawn: 20, 8..=60, 3;
    /// Correction history: a search so deep adds its whole error to the entries.
    correction_full_depth: 8, 3..=20, 1;

    /// SEE: value of a bia.
    see_pawn: 100, 60..=200, 8;
    /// SEE: value of a met.
    see_met: 180, 100..=300, 12;
    /// SEE: value of a khon.
    see_khon: 290, 180..=420, 15;
    /// SEE: value of a ma.
    see_knight: 370, 250..=550, 18;
    /// SEE: value of a rua.
    see_rook: 680, 450..=950, 25;
    /// SEE: value of an ai-wok.
    see_aiwok: 1200, 800..=1700, 50;

    /// Time: moves that the time of a whole game is spread over.
    time_moves_ahead: 26, 12..=50, 2;
    /// Time: percent of the increment that a move may use.
    time_increment: 85, 40..=100, 5;
    /// Time: percent of the clock that a move may use at most.
    time_max: 35, 15..=70, 4;
    /// Time: the greatest time is so many times the usual one.
    time_max_factor: 4, 2..=8, 1;
    /// Time: percent of the usual time right after the best move has changed,
    time_stability_0: 135, 90..=220, 8;
    /// Time: and after it has stayed for one iteration,
    time_stability_1: 115, 80..=180, 6;
    /// Time: two,
    time_stability_2: 100, 70..=150, 5;
    /// Time: three,
    time_stability_3: 92, 60..=140, 5;
    /// Time: four,
    time_stability_4: 86, 50..=130, 5;
    /// Time: five and more.
    time_stability_5: 80, 45..=120, 5;
    /// Time: percent of the usual time if the best move took no node,
    time_effort_base: 170, 110..=260, 8;
    /// Time: less this times the best move's share of the nodes.
    time_effort_slope: 110, 40..=180, 8;
}

/// Depths and move counts of the LMR table; greater ones are as these.
const LMR_SIZE: usize = 64;

/// What is computed from the numbers once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Derived {
    /// Reductions in plies by depth and move count.
    lmr: [[u8; LMR_SIZE]; LMR_SIZE],
    piece_values: PieceValues,
}

/// What pieces are worth in an exchange, in centipawns, by [`Kind`].
pub(super) type PieceValues = ByKind<i32>;

/// Losing the king is losing everything.
const KING_VALUE: i32 = 10_000;

impl Derived {
    const EMPTY: Derived = Derived { lmr: [[0; LMR_SIZE]; LMR_SIZE], piece_values: ByKind::all(0) };

    fn of(params: &Params) -> Derived {
        let mut derived = Derived::EMPTY;
        let (base, divisor) =
            (f64::from(params.lmr_base) / 100.0, f64::from(params.lmr_divisor) / 100.0);
        let ln: [f64; LMR_SIZE] = std::array::from_fn(|number| (number as f64).ln());
        for (depth, row) in derived.lmr.iter_mut().enumerate().skip(1) {
            for (move_count, reduction) in row.iter_mut().enumerate().skip(1) {
                *reduction = (base + ln[depth] * ln[move_count] / divisor) as u8;
            }
        }
        for (kind, value) in [
            (Kind::Pawn, params.see_pawn),
            (Kind::Met, params.see_met),
            (Kind::Khon, params.see_khon),
            (Kind::Knight, params.see_knight),
            (Kind::Rook, params.see_rook),
            (Kind::Aiwok, params.see_aiwok),
            (Kind::King, KING_VALUE),
        ] {
            derived.piece_values[kind] = value;
        }
        derived
    }
}

impl Params {
    /// Sets the parameter of that name.
    ///
    /// # Errors
    /// If there is none, or its range does not reach so far; then nothing has changed.
    pub fn set(&mut self, name: &str, value: i32) -> Result<(), ParamError> {
        let unknown = || ParamError::Unknown(name.into());
        let spec = Params::SPECS.iter().find(|spec| spec.name == name).ok_or_else(unknown)?;
        if !(spec.min..=spec.max).contains(&value) {
            return Err(ParamError::OutOfRange { spec: *spec, value });
        }
        *self.slot(name).ok_or_else(unknown)? = value;
        self.derived = Derived::of(self);
        Ok(())
    }

    /// What pieces are worth in an exchange.
    #[inline]
    pub(super) fn piece_values(&self) -> &PieceValues {
        &self.derived.piece_values
    }

    /// LMR: the reduction by depth and move count alone.
    #[inline]
    pub(super) fn lmr_reduction(&self, depth: i32, move_count: usize) -> i32 {
        let last = LMR_SIZE - 1;
        i32::from(self.derived.lmr[depth.clamp(0, last as i32) as usize][move_count.min(last)])
    }

    /// LMR: the first move that may be reduced.
    #[inline]
    pub(super) fn lmr_first_move(&self, is_pv: bool) -> usize {
        (if is_pv { self.lmr_moves_pv } else { self.lmr_moves }) as usize
    }

    /// LMR: plies by which a forcing move is reduced less.
    #[inline]
    pub(super) fn lmr_forcing(&self, variant: &Variant) -> i32 {
        if variant.first_check_wins { self.lmr_check_threat } else { self.lmr_check }
    }

    /// LMP: quiet moves tried at most.
    #[inline]
    pub(super) fn lmp_limit(&self, depth: i32, improving: bool) -> usize {
        let limit = self.lmp_base + depth * depth;
        (if improving { limit } else { limit * self.lmp_not_improving / 100 }) as usize
    }

    /// NMP: the reduction, where the evaluation is so much above beta.
    #[inline]
    pub(super) fn nmp_reduction(&self, depth: i32, above_beta: i32) -> i32 {
        let by_eval = (above_beta / self.nmp_eval_divisor).clamp(0, self.nmp_eval_max);
        self.nmp_base + depth / self.nmp_depth_divisor + by_eval
    }

    /// History: bonus of a move that refuted a node of this depth.
    #[inline]
    pub(super) fn history_bonus(&self, depth: i32) -> i32 {
        (self.history_bonus_slope * depth - self.history_bonus_offset).min(self.history_bonus_max)
    }

    /// Time: factor on the usual time after the best move has stayed for so many iterations.
    pub(super) fn time_stability(&self, iterations: usize) -> f64 {
        let percent = match iterations {
            0 => self.time_stability_0,
            1 => self.time_stability_1,
            2 => self.time_stability_2,
            3 => self.time_stability_3,
            4 => self.time_stability_4,
            _ => self.time_stability_5,
        };
        f64::from(percent) / 100.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_table_can_be_set_within_its_range_only() {
        for spec in Params::SPECS {
            assert!((spec.min..=spec.max).contains(&spec.default) && spec.step > 0, "{spec:?}");
            let mut params = Params::default();
            assert_eq!(params.get(spec.name), Some(spec.default));
            for value in [spec.min - 1, spec.max + 1] {
                let refused = ParamError::OutOfRange { spec: *spec, value };
                assert_eq!(params.set(spec.name, value), Err(refused));
                assert_eq!(params, Params::default());
            }
            for value in [spec.min, spec.max] {
                params.set(spec.name, value).unwrap();
                assert_eq!(params.get(spec.name), Some(value));
            }
            params.set(spec.name, spec.default).unwrap();
            assert_eq!(params, Params::default());
        }
        let unknown = Params::default().set("nonsense", 1);
        assert_eq!(unknown, Err(ParamError::Unknown("nonsense".into())));
    }

    #[test]
    fn what_is_computed_follows_the_numbers() {
        let mut params = Params::default();
        let before = params.lmr_reduction(20, 20);
        params.set("lmr_divisor", 400).unwrap();
        params.set("see_rook", 700).unwrap();
        assert!(params.lmr_reduction(20, 20) < before);
        assert_eq!(params.piece_values()[Kind::Rook], 700);
    }
}
