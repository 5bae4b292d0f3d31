//! The numbers of the search in one place. Margins are in centipawns, depths in plies.

use once_cell::sync::Lazy;

use crate::rules::Variant;

/// Half-width of the first aspiration window.
pub(super) const ASPIRATION_WINDOW: i32 = 14;
/// A window wider than this is opened altogether.
pub(super) const ASPIRATION_GIVEN_UP: i32 = 600;
/// From this depth on windows are narrowed.
pub(super) const ASPIRATION_DEPTH: i32 = 4;

/// Greatest depth of reverse futility.
pub(super) const RFP_DEPTH: i32 = 8;
/// Margin of reverse futility for each ply.
pub(super) const RFP_MARGIN: i32 = 70;

/// Greatest depth of razoring.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// Margin of razoring for each ply.
pub(super) const RAZOR_MARGIN: i32 = 250;

/// Least depth of a null move.
pub(super) const NMP_DEPTH: i32 = 3;
/// Plies by which the search after a null move is less deep, more of them if the evaluation is
/// this much above beta.
pub(super) fn nmp_reduction(depth: i32, above_beta: i32) -> i32 {
    3 + depth / 4 + (above_beta / 200).clamp(0, 3)
}
/// For so many plies the search that verifies a null move, `depth` plies deep, tries no other.
pub(super) const fn nmp_disabled_plies(depth: i32) -> usize {
    3 * depth as usize / 4
}
/// From this depth on a null move's cut is verified by a search without null moves.
pub(super) const NMP_VERIFY_DEPTH: i32 = 10;
/// With no more pieces than this, king and bia left out, a null move is tried only where it is
/// verified: zugzwang is common in makruk's endings.
pub(super) const ZUGZWANG_PIECES: u32 = 2;

/// Greatest reduced depth at which quiet moves are given up by futility.
pub(super) const FUTILITY_DEPTH: i32 = 7;
/// Margin of futility at depth 0.
pub(super) const FUTILITY_BASE: i32 = 90;
/// Margin of futility for each ply.
pub(super) const FUTILITY_MARGIN: i32 = 80;

/// Greatest reduced depth at which quiet moves are given up for their history.
pub(super) const HISTORY_DEPTH: i32 = 4;
/// Such moves have a history below this for each ply and one more.
pub(super) const HISTORY_MARGIN: i32 = -4_000;

/// Least depth at which it is asked whether the TT move is the only good one.
pub(super) const SINGULAR_DEPTH: i32 = 6;
/// The table must know the TT move from a search at most so much less deep.
pub(super) const SINGULAR_ENTRY_DEPTH: i32 = 3;
/// The other moves are to be worse by this for each ply.
pub(super) const SINGULAR_MARGIN: i32 = 2;
/// If they are worse by this, too, the extension is doubled.
pub(super) const DOUBLE_EXTENSION_MARGIN: i32 = 20;

/// From this depth on a node without a TT move is searched a ply less deeply.
pub(super) const IIR_DEPTH: i32 = 4;

/// Least depth at which late moves are reduced.
pub(super) const LMR_DEPTH: i32 = 3;
/// The number of the first move that may be.
pub(super) const LMR_MOVE_COUNT: usize = 3;
/// The same on the principal variation.
pub(super) const LMR_MOVE_COUNT_PV: usize = 4;

/// Plies by which a move that must be answered is reduced less: a check or, where the first check
/// wins, the threat of one.
pub(super) const fn lmr_forcing_plies(variant: &Variant) -> i32 {
    if variant.first_check_wins { 2 } else { 1 }
}

/// A reduced move that comes out this much above alpha is searched a ply more deeply.
pub(super) const LMR_DEEPER_MARGIN: i32 = 60;

/// Least depth at which captures are looked at that win so much that they refute the node.
pub(super) const PROBCUT_DEPTH: i32 = 5;
/// Plies by which that search is less deep.
pub(super) const PROBCUT_REDUCTION: i32 = 3;
/// How far above beta they must come out.
pub(super) const PROBCUT_MARGIN: i32 = 150;

/// After more cutoffs than this among the replies, late moves are reduced more.
pub(super) const LMR_CUTOFFS: u32 = 3;

/// Quiet moves that lose more than this times the squared reduced depth are not searched.
pub(super) const SEE_QUIET_MARGIN: i32 = 25;
/// Captures that lose more than this for each ply of depth are not searched.
pub(super) const SEE_NOISY_MARGIN: i32 = 95;
/// Greatest depth of pruning by exchanges.
pub(super) const SEE_DEPTH: i32 = 8;

/// Quiescence gives up captures that can't lift the score to within this of the window.
pub(super) const DELTA_MARGIN: i32 = 180;

/// History score that takes back one ply of reduction.
pub(super) const LMR_HISTORY_DIVISOR: i32 = 8_192;

/// Quiet moves tried at most before the rest is given up, by depth.
pub(super) const fn lmp_limit(depth: i32, improving: bool) -> usize {
    let limit = 4 + depth * depth;
    (if improving { limit } else { limit / 2 }) as usize
}

/// History bonus of a move that refuted a node of this depth.
pub(super) fn history_bonus(depth: i32) -> i32 {
    (170 * depth - 80).min(1_700)
}

/// Late-move reductions in plies by depth and number of the move.
static REDUCTIONS: Lazy<[[u8; 64]; 64]> = Lazy::new(|| {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (move_count, reduction) in row.iter_mut().enumerate().skip(1) {
            *reduction = (0.8 + (depth as f64).ln() * (move_count as f64).ln() / 2.1) as u8;
        }
    }
    table
});

/// The reduction before anything but depth and number is thought of.
pub(super) fn lmr_base(depth: i32, move_count: usize) -> i32 {
    i32::from(REDUCTIONS[depth.clamp(0, 63) as usize][move_count.min(63)])
}
