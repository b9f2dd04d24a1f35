//! Tests of the tool's installation.

#[path = "../support/copy.rs"]
mod copy;
#[path = "../support/missing.rs"]
mod missing;

use copy::copy_program;
use missing::{Need, may_skip};
use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, SystemTime},
};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_libraries_work_in_programs_and_in_mlir_opt() {
    let output = Command::new(root().join("scripts/check-libraries"))
        .arg("dev")
        .env("BCAST_LOWER_BIN", env!("CARGO_BIN_EXE_bcast-lower"))
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
}

/// Runs the commands of docs/generate.md in an empty directory, and compares what they print with the page.
#[test]
fn the_page_on_generated_passes_builds_a_project() {
    const END: &str = "end of a block";
    let page = include_str!("../../docs/generate.md");
    let blocks = page.split("```").skip(1).step_by(2);
    let blocks = blocks.map(|block| block.split_once('\n').expect("a block has lines"));
    let blocks = blocks.collect::<Vec<_>>();
    let (mut commands, mut expected) = (vec![], vec![]);
    for (index, (_, command)) in blocks
        .iter()
        .enumerate()
        .filter(|(_, block)| block.0 == "sh")
    {
        let printed = blocks.get(index + 1).map_or(("sh", ""), |next| *next);
        commands.push(*command);
        expected.push(if printed.0 == "sh" { "" } else { printed.1 });
    }
    let directory = tempfile::tempdir().expect("a directory is created");
    let tool = Path::new(env!("CARGO_BIN_EXE_bcast-lower"));
    let path = env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-e", "-c", &commands.join(&format!("echo {END}\n"))])
        .env(
            "PATH",
            format!("{}:{path}", tool.parent().unwrap().display()),
        )
        .current_dir(&directory)
        .output()
        .expect("sh runs");
    let [stdout, stderr] =
        [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(output.status.success(), "{stdout}{stderr}");
    for (printed, expected) in stdout.split(END).zip(expected) {
        let is_printed = printed.contains(expected) || stderr.contains(expected);
        assert!(is_printed, "{expected}{printed}{stderr}");
    }
}

#[test]
fn a_generated_pass_does_what_the_tool_does() {
    let check = |arguments: &[&str]| {
        let output = Command::new(root().join("scripts/check-generated"))
            .args(["--table=examples/rules/nn.toml", "--programs=100"])
            .args(arguments)
            .env("BCAST_LOWER_BIN", env!("CARGO_BIN_EXE_bcast-lower"))
            .output()
            .expect("the script runs");
        let [stdout, stderr] =
            [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
        assert!(output.status.success(), "{stdout}{stderr}");
    };
    check(&[]);
    // It would find what only one of both does.
    check(&["--faults=1"]);
}

#[test]
fn the_wheel_works_next_to_jaxlib() {
    let output = Command::new(root().join("scripts/check-wheel"))
        .arg("dev")
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    if output.status.code() == Some(missing::CANNOT_INSTALL) {
        missing::skip(Need::Python, "scripts/check-wheel", &stderr);
        return;
    }
    assert!(output.status.success(), "{stderr}");
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stdout), @r"
    jax: mul got incompatible shapes for broadcasting: (b, 4), (m, 1).
    what jax exports computes the same after bcast-lower
    batch 3, mask of batch 3: as NumPy computes it
    batch 3, mask of batch 1: as NumPy computes it
    batch 1, mask of batch 1: as NumPy computes it
    batch 32, mask of batch 1: as NumPy computes it
    batch 3, mask of batch 2: Error refining shapes. Define JAX_DUMP_IR_TO to dump the module.
    chlo.broadcast_multiply: operand #0 dim 0 has size 3, operand #1 dim 0 has size 2; expected equal sizes, or 1 and a size of at least 1
    ");
}

/// Runs the script that builds the documentation as pages; returns its exit code, and what it writes.
/// There is none if it cannot install what it needs.
fn build_site(arguments: &[&Path]) -> Option<(Option<i32>, String)> {
    let output = Command::new(root().join("scripts/site"))
        .args(arguments)
        .output()
        .expect("the script runs");
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.code() == Some(missing::CANNOT_INSTALL) {
        missing::skip(Need::Python, "scripts/site", &stderr);
        return None;
    }
    Some((output.status.code(), stderr))
}

#[test]
fn every_link_in_the_pages_leads_somewhere() {
    let directory = tempfile::tempdir().expect("a directory can be created");
    let pages = directory.path().join("pages");
    let Some((code, stderr)) = build_site(&["--output".as_ref(), &pages]) else {
        return;
    };
    assert_eq!((code, &*stderr), (Some(0), ""));
    let page = fs::read_to_string(pages.join("docs/facts.html")).expect("each page is built");
    assert!(page.contains("<span class=\"hljs-keyword\">"), "{page}");
    // A file that a page links to.
    assert!(pages.join("examples/masked_layer.mlir.html").exists());
    let mut files = fs::read_dir(&pages).expect("the pages are in a directory");
    let index = files.find_map(|file| {
        let path = file.ok()?.path();
        let is_index = path.file_name()?.to_str()?.starts_with("searchindex");
        is_index.then(|| fs::read_to_string(path).expect("it is text"))
    });
    let index = index.expect("the pages have an index");
    assert!(index.contains("\"docs/deploy.html#keep-or-drop-checks\""));
    assert!(index.contains("\"docs/glossary.html#glossary\""));
    assert!(!index.contains("\"lit/"), "files are not searched");
}

#[test]
fn links_that_lead_nowhere_are_errors() {
    let directory = tempfile::tempdir().expect("a directory can be created");
    let tree = directory.path().join("tree");
    let write = |name: &str, text: &str| {
        let path = tree.join(name);
        fs::create_dir_all(path.parent().expect("it is in the tree")).expect("it can be created");
        fs::write(path, text).expect("it can be written to");
    };
    for name in ["ARCHITECTURE", "CHANGELOG", "CONTRIBUTING", "RELEASING"] {
        write(&format!("{name}.md"), "# Page\n");
    }
    write(
        "README.md",
        "# Name\n\n## Documentation\n\n- [One](docs/one.md)\n\n## More\n",
    );
    write(
        "docs/one.md",
        "# One\n\n[file](../none.mlir), [heading](#none), [outside](../../outside), `[code](none)`,\n\
         [first](../README.md#more), [empty](../empty.mlir)\n\n```mlir\n// [comment](none)\n```\n",
    );
    write("docs/two.md", "# Two\n");
    write("empty.mlir", "");
    let pages = directory.path().join("pages");
    let arguments = ["--root".as_ref(), &*tree, "--output".as_ref(), &pages];
    let Some((code, stderr)) = build_site(&arguments) else {
        return;
    };
    assert_eq!(code, Some(1), "{stderr}");
    insta::assert_snapshot!(stderr, @r"
    site: docs/two.md: the list in README.md, `## Documentation`, does not have it
    site: docs/one.md: the link to ../none.mlir leads nowhere
    site: docs/one.md: the link to ../../outside leads nowhere
    site: docs/one.html: the link to #none leads to a page without that heading
    ");
}

#[test]
fn tests_are_skipped_only_where_something_may_be_missing() {
    for (list, ci, expected) in [
        // A developer's machine, and CI.
        (None, None, [true, true]),
        (None, Some(""), [true, true]),
        (None, Some("false"), [true, true]),
        (None, Some("true"), [false, false]),
        (None, Some("woodpecker"), [false, false]),
        // The list prevails.
        (Some(""), None, [false, false]),
        (Some("all"), Some("true"), [true, true]),
        (Some("browser"), Some("true"), [true, false]),
        (Some("shells, python"), None, [false, true]),
    ] {
        let found = [Need::Browser, Need::Python].map(|need| may_skip(need, list, ci));
        assert_eq!(found, expected, "{list:?} {ci:?}");
    }
}

#[test]
#[should_panic = "BCAST_LOWER_MAY_SKIP has `browsr`; expected `all`, or some of: python, browser,"]
fn a_misspelt_need_is_an_error() {
    may_skip(Need::Python, Some("python,browsr"), None);
}

#[test]
fn a_missing_llvm_is_reported_with_advice() {
    let directory = tempfile::tempdir().expect("a directory can be created");
    let script = directory.path().join("bin/llvm-config");
    fs::create_dir(directory.path().join("bin")).expect("it is empty");
    fs::copy(root().join(".cargo/llvm/bin/llvm-config"), &script).expect("the script is there");
    // A version that no machine has.
    fs::write(directory.path().join("version"), "9999\n").expect("it can be written to");
    let output = Command::new("sh")
        .arg(&script)
        .arg("--version")
        .output()
        .expect("sh runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.starts_with("error: LLVM 9999 was not found"),
        "{stderr}"
    );
    for advice in [
        "scripts/setup",
        "libmlir-9999-dev",
        "brew install",
        "MLIR_SYS_",
    ] {
        assert!(stderr.contains(advice), "{stderr}");
    }
}

/// A tree with the script that finds the tool, in which cargo and the installation of packages are
/// replaced.
struct Tree(tempfile::TempDir);

impl Tree {
    fn new() -> Self {
        let tree = Self(tempfile::tempdir().expect("a directory can be created"));
        for directory in [".cargo", "crates", "scripts", "src", "programs"] {
            fs::create_dir(tree.path(directory)).expect("it is empty");
        }
        for file in ["Cargo.lock", "Cargo.toml", "build.rs", "src/main.rs"] {
            tree.write(file, 0);
        }
        copy_program(&root().join("scripts/tool"), &tree.path("scripts/tool"));
        tree.write_program("scripts/setup", ":");
        tree.write_program(
            "programs/cargo",
            "echo \"cargo $*\" >&2
             case $* in *--release*) built=target/release ;; *) built=target/debug ;; esac
             tool=$built/bcast-lower
             [ -e $tool ] || { mkdir -p $built; : >$tool; chmod +x $tool; }",
        );
        tree
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file that is this old, in seconds since some point in time.
    fn write(&self, name: &str, time: u64) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("it is in the tree")).expect("it can be created");
        let file = fs::File::create(path).expect("it can be written to");
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + time);
        file.set_modified(time).expect("it is ours");
    }

    fn write_program(&self, name: &str, commands: &str) {
        let text = self.path(&format!("{name}.text"));
        fs::write(&text, format!("#!/bin/sh\n{commands}\n")).expect("it can be written to");
        make_executable(&text);
        copy_program(&text, &self.path(name));
    }

    /// Writes the tool of a profile.
    fn write_tool(&self, profile: &str, time: u64) {
        let name = format!("target/{profile}/bcast-lower");
        self.write(&name, time);
        make_executable(&self.path(&name));
    }

    /// Runs the script; returns the tool that it finds, in the tree, and what it prints.
    fn find(&self, arguments: &[&str], tool: Option<&Path>) -> (String, String) {
        let path = env::var_os("PATH").unwrap_or_default();
        let path = [self.path("programs")]
            .into_iter()
            .chain(env::split_paths(&path));
        let mut command = Command::new(self.path("scripts/tool"));
        command
            .args(arguments)
            .env("PATH", env::join_paths(path).expect("they can be in PATH"))
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("BCAST_LOWER_BIN");
        if let Some(tool) = tool {
            command.env("BCAST_LOWER_BIN", tool);
        }
        let output = command.output().expect("the script runs");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{stderr}");
        let found = String::from_utf8_lossy(&output.stdout);
        let root = self.0.path().canonicalize().expect("it exists");
        let found = Path::new(found.trim_end());
        let found = found.strip_prefix(root).unwrap_or(found);
        (found.display().to_string(), stderr)
    }
}

fn make_executable(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
}

#[test]
fn scripts_use_a_build_that_is_not_older_than_its_sources() {
    let tree = Tree::new();
    let is_found = |arguments: &[&str], expected: &str| {
        let (found, stderr) = tree.find(arguments, None);
        assert_eq!(
            (&*found, &*stderr),
            (expected, ""),
            "{arguments:?} in {tree:?}",
            tree = tree.0
        );
    };
    tree.write_tool("debug", 1);
    is_found(&[], "target/debug/bcast-lower");
    tree.write_tool("release", 1);
    is_found(&[], "target/release/bcast-lower");
    is_found(&["release"], "target/release/bcast-lower");
    tree.write("src/main.rs", 2);
    tree.write_tool("debug", 3);
    is_found(&[], "target/debug/bcast-lower");
    let (found, _) = tree.find(&[], Some(&tree.path("target/release/bcast-lower")));
    assert_eq!(found, "target/release/bcast-lower");
}

#[test]
fn scripts_announce_a_build() {
    let tree = Tree::new();
    let (found, stderr) = tree.find(&[], None);
    assert_eq!(found, "target/release/bcast-lower");
    insta::assert_snapshot!(stderr, @r"
    tool: building bcast-lower in release mode; the first build takes several minutes
    cargo build --locked --release --bin bcast-lower
    ");
    let (_, stderr) = tree.find(&[], None);
    assert_eq!(stderr, "");

    tree.write_tool("release", 1);
    tree.write("src/main.rs", 2);
    let (_, stderr) = tree.find(&["release"], None);
    assert!(
        stderr.contains("because src/main.rs is newer than "),
        "{stderr}"
    );
    // cargo finds nothing to do.
    let (_, stderr) = tree.find(&["release"], None);
    assert_eq!(stderr, "");
}

#[test]
fn a_debug_build_is_made_only_if_there_is_no_other() {
    let tree = Tree::new();
    let (found, stderr) = tree.find(&["debug"], None);
    assert_eq!(found, "target/debug/bcast-lower");
    insta::assert_snapshot!(stderr, @r"
    tool: building bcast-lower in debug mode; the first build takes several minutes
    cargo build --locked --workspace --features lsp --bin bcast-lower
    ");
    tree.write_tool("release", 1);
    let (found, stderr) = tree.find(&["debug"], None);
    assert_eq!((&*found, &*stderr), ("target/release/bcast-lower", ""));
}
