//! Random endings that the tables know, to learn from: cheap, exact, and full of what games do not
//! show, such as endings that no material wins.

use rand_pcg::Pcg64;

use super::{Data, Settings, aim};
use crate::endgame::Tables;
use crate::learn::endings;
use crate::rules::Variant;

/// Adds about `number` random endings of a variant; for a variant that the tables do not cover
/// none. The settings' seed chooses them, and which are held out.
pub fn add(
    data: &mut Data,
    variant: &'static Variant,
    tables: &Tables,
    number: u64,
    settings: &Settings,
) {
    if !Tables::cover(&variant.start_position()) {
        return;
    }
    let mut rng = Pcg64::new(u128::from(settings.seed), 0x7ab1e5);
    for index in 0..number {
        if let Some((position, truth)) = endings::known(variant, tables, &mut rng) {
            let aim = aim::of_truth(truth, position.side());
            data.part(!index, settings.seed, settings.held_out).push(&position, aim);
        }
    }
}
