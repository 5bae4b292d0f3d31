//! Every position of the suites has its known counts. (CI checks the deepest ones with the binary.)

use mekong::perft::Runner;
use mekong::rules::Variant;

const MAX_NODES: u64 = 2_000_000;

#[test]
fn suites_are_counted_right() {
    let runner = Runner::new(2, None);
    for variant in Variant::ALL {
        let suite = crate::common::suite(variant);
        assert!(suite.entries.len() > 100, "{variant}");
        for entry in &suite.entries {
            let wrong = entry.check(&runner, MAX_NODES, |_| {});
            let (line, fen) = (entry.line, entry.position.fen());
            assert_eq!(wrong, None, "perft/{variant}.epd:{line}: {fen}");
        }
    }
}
