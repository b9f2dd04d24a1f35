use crate::support::Sandbox;
use bcast_lower::rule::BuiltInTable;
use insta::assert_snapshot;

#[test]
fn built_in_tables_are_printed_as_they_are_read() {
    for table in BuiltInTable::all().map(BuiltInTable::name) {
        let argument = format!("--rules={table}");
        let arguments = ["--rules-only", &argument, "--print-rules"];
        let printed = Sandbox::new().run(&arguments).succeeds();
        assert_snapshot!(format!("the_table_of_{table}"), printed);
    }
}
