use crate::support::Sandbox;
use insta::assert_snapshot;

fn print_rules(table: &str) -> String {
    let table = format!("--rules={table}");
    Sandbox::new()
        .run(&["--rules-only", &table, "--print-rules"])
        .succeeds()
}

#[test]
fn the_table_of_chlo() {
    assert_snapshot!(print_rules("chlo"));
}

#[test]
fn the_table_of_tosa() {
    assert_snapshot!(print_rules("tosa"));
}
