//! The networks that are part of the program; `docs/networks.md` says how they were made.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::{Network, features};
use crate::rules::Variant;

/// For makruk, with its sutra too, and ouk.
static MAKRUK: Lazy<Arc<Network>> = Lazy::new(|| read(include_bytes!("../nets/makruk.mknn")));

/// For makruk's other relatives that are won by mate: makpong, ai-wok and asean.
static FAMILY: Lazy<Arc<Network>> = Lazy::new(|| read(include_bytes!("../nets/family.mknn")));

/// For the games that are won by a check.
static KAROUK: Lazy<Arc<Network>> = Lazy::new(|| read(include_bytes!("../nets/karouk.mknn")));

fn read(bytes: &[u8]) -> Arc<Network> {
    // The tests read both, so that this cannot fail.
    Arc::from(Network::from_bytes(bytes).expect("the networks of the program are sound"))
}

impl Network {
    /// The network of the program for a variant.
    pub fn builtin(variant: &Variant) -> &'static Arc<Network> {
        match variant {
            _ if variant.first_check_wins => &KAROUK,
            _ if features::FAMILY.contains(&variant.name) => &FAMILY,
            _ => &MAKRUK,
        }
    }

    /// The network given, or else that of the program for a variant.
    pub fn or_builtin<'a>(given: Option<&'a Arc<Network>>, variant: &Variant) -> &'a Arc<Network> {
        given.unwrap_or_else(|| Network::builtin(variant))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_ai_wok_is_more_than_a_rook_and_a_bia_never_vanishes() {
        let value = |variant, fen| {
            let variant = Variant::find(variant).unwrap();
            let position = crate::rules::Position::from_fen(variant, fen).unwrap();
            Network::builtin(variant).evaluate_alone(&position)
        };
        assert!(value("ai-wok", "4k3/4r3/2n1s3/8/8/2N1S3/4A3/4K3 w - - 0 1") > 250);
        // One step before it becomes a rook.
        let near = value("asean", "4k3/4r3/P7/8/8/8/4R3/4K3 w - - 0 1");
        let nearer = value("asean", "4k3/P3r3/8/8/8/8/4R3/4K3 w - - 0 1");
        assert!(nearer > near && near > 100, "{near} {nearer}");
    }

    #[test]
    fn every_variant_has_a_network_that_knows_what_wins() {
        for variant in Variant::ALL {
            let network = Network::builtin(variant);
            let start = variant.start_position().fen();
            let value = |fen: &str| {
                let position = crate::rules::Position::from_fen(variant, fen).unwrap();
                network.evaluate_alone(&position)
            };
            assert!(value(&start).abs() < 100, "{variant}: {}", value(&start));
            // Without a rook.
            let odds = start.replace("/RN", "/1N");
            assert!(value(&odds) < -200, "{variant}: {}", value(&odds));
        }
    }
}
