//! The networks that are part of the program; `docs/networks.md` says how they were made.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::Network;
use crate::rules::Variant;

/// For the games that are won by mate.
static MAKRUK: Lazy<Arc<Network>> = Lazy::new(|| read(include_bytes!("../nets/makruk.mknn")));

/// For the games that are won by a check.
static KAROUK: Lazy<Arc<Network>> = Lazy::new(|| read(include_bytes!("../nets/karouk.mknn")));

fn read(bytes: &[u8]) -> Arc<Network> {
    // The tests read both, so that this cannot fail.
    Arc::from(Network::from_bytes(bytes).expect("the networks of the program are sound"))
}

impl Network {
    /// The network of the program for a variant.
    pub fn builtin(variant: &Variant) -> &'static Arc<Network> {
        if variant.first_check_wins { &KAROUK } else { &MAKRUK }
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
