//! How many random programs tests run.

use proptest::test_runner::Config;

/// Returns a number of programs, unless an environment variable sets one for longer runs.
pub fn programs(usual: u32) -> u32 {
    std::env::var("BCAST_LOWER_FLOW_PROGRAMS")
        .map_or(usual, |text| text.parse().expect("it is a number"))
}

/// Returns a configuration for so many programs.
pub fn config(programs: u32) -> Config {
    Config {
        cases: programs,
        failure_persistence: None,
        ..Config::default()
    }
}
