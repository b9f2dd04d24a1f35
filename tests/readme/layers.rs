//! The order of the layers in ARCHITECTURE.md.

mod circles;

use self::circles::circles;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

const ARCHITECTURE: &str = include_str!("../../ARCHITECTURE.md");

/// The packages of several modules; Cargo orders the packages themselves.
const ROOTS: [&str; 5] = [
    "crates/broadcast/src",
    "crates/core/src",
    "crates/driver/src",
    "crates/iree/src",
    "src",
];

/// The circles of files that are essential, each after its reason. The list gets shorter, never longer.
const CIRCLES: [(&str, &[&str]); 1] = [(
    "a row's functions take the analysis, which has the table of rows",
    &[
        "crates/core/src/analysis/row",
        "crates/core/src/analysis/state",
    ],
)];

/// Returns the sources of all packages that are Rust alone.
pub fn roots() -> Vec<PathBuf> {
    let packages = fs::read_dir("crates").unwrap();
    let packages = packages.map(|entry| entry.unwrap().path().join("src"));
    let packages = packages.filter(|path| !path.starts_with("crates/dialects"));
    packages.chain(["src".into()]).collect()
}

#[test]
fn a_module_uses_only_modules_listed_above_it() {
    let layers = layers();
    let mut wrong = vec![];
    for (index, &(root, layer)) in layers.iter().enumerate() {
        for (path, text) in sources(root, layer) {
            for used in used_modules(&text) {
                let below = layers.iter().skip(index + 1);
                if below.into_iter().any(|(_, other)| *other == used) {
                    wrong.push(format!("{path}: `{used}` is listed below `{layer}`"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let mut found = BTreeSet::new();
    for root in roots() {
        let circles = circles(&modules(&root));
        let root = root.to_str().unwrap();
        let file = |module: &Vec<String>| format!("{root}/{}", module.join("/"));
        let circles = circles.iter();
        found.extend(circles.map(|circle| circle.iter().map(file).collect::<Vec<_>>()));
    }
    let essential = CIRCLES.iter().map(|(_, circle)| circle.iter());
    let essential = essential.map(|circle| circle.map(ToString::to_string).collect());
    assert_eq!(found, essential.collect::<BTreeSet<_>>());
}

#[test]
fn every_module_is_listed_once() {
    let modules = ROOTS.iter().flat_map(|root| {
        fs::read_dir(root).unwrap().filter_map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_stem()?.to_str()?.to_string();
            let is_module = path.is_dir() || path.extension()? == "rs";
            (is_module && !OTHERS.contains(&&*name)).then(|| (root.to_string(), name))
        })
    });
    let modules = modules.collect::<BTreeSet<_>>();
    let listed = layers();
    assert_eq!(listed.len(), modules.len());
    let listed = listed.into_iter();
    let listed = listed.map(|(root, name)| (root.to_string(), name.to_string()));
    assert_eq!(listed.collect::<BTreeSet<_>>(), modules);
}

/// What is in the directories of modules, and is no module that others use.
const OTHERS: [&str; 4] = ["bin", "examples", "lib", "tests"];

/// Rows in `iree/speed` can be disabled together, so the code of other rows may not use theirs. Only the table of rows and
/// the code of the option name them.
#[test]
fn nothing_for_iree_uses_what_only_makes_it_faster() {
    let own = ["lib.rs", "phases.rs", "row.rs"].map(|name| format!("crates/iree/src/{name}"));
    for (path, text) in read_sources(vec!["crates/iree/src".into()]) {
        let is_allowed = own.contains(&path) || path.starts_with("crates/iree/src/speed");
        assert!(is_allowed || !text.contains("speed"), "{path}");
    }
}

#[test]
fn uses_are_found() {
    let text = "use crate::{\n    ir::{self, Emitter},\n    shape::Dim,\n};\n\
                // crate::comment\nlet a = crate::plan::Plan; pub(crate) fn b() {}";
    let expected = ["ir", "plan", "shape"].map(String::from);
    assert_eq!(used_modules(text), BTreeSet::from(expected));
}

/// Returns the modules in the table of ARCHITECTURE.md, each with its directory.
fn layers() -> Vec<(&'static str, &'static str)> {
    let rows = ARCHITECTURE.lines();
    let rows = rows.filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let modules = rows.filter_map(|(path, _)| path.rsplit_once('/'));
    modules.filter(|(root, _)| ROOTS.contains(root)).collect()
}

/// Returns the texts of the files of a library, by the path of the module that each contains; without tests, and
/// without programs.
fn modules(root: &Path) -> BTreeMap<Vec<String>, String> {
    let module = |path: &str| {
        let path = Path::new(path).strip_prefix(root).ok()?.with_extension("");
        let names = path.iter().map(|name| name.to_str().unwrap().to_string());
        let names = names.filter(|name| name != "lib").collect::<Vec<_>>();
        let is_left_out = |name: &String| ["bin", "tests", "testing"].contains(&&**name);
        (!names.iter().any(is_left_out)).then_some(names)
    };
    let sources = read_sources(vec![root.into()]).into_iter();
    let modules = sources.filter_map(|(path, text)| Some((module(&path)?, text)));
    modules.collect()
}

/// Returns the paths and texts of a module's files.
fn sources(root: &str, module: &str) -> Vec<(String, String)> {
    let root = Path::new(root).join(module);
    let sources = read_sources(vec![root.with_extension("rs"), root]);
    assert!(!sources.is_empty(), "{module} has no files");
    sources
}

/// Returns the paths and texts of all files with Rust at and below paths.
pub fn read_sources(mut pending: Vec<PathBuf>) -> Vec<(String, String)> {
    let mut sources = vec![];
    while let Some(path) = pending.pop() {
        if path.is_dir() {
            pending.extend(
                fs::read_dir(path)
                    .unwrap()
                    .map(|entry| entry.unwrap().path()),
            );
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            sources.push((path.display().to_string(), text));
        }
    }
    sources
}

/// Returns the modules of the crate that a file uses: `crate::a::b`, `crate::{a, b::{c, d}}`.
fn used_modules(text: &str) -> BTreeSet<String> {
    let code = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default());
    let code = code.collect::<Vec<_>>().join("\n");
    let mut used = BTreeSet::new();
    for (start, path) in code.match_indices("crate::") {
        let rest = &code[start + path.len()..];
        match rest.strip_prefix('{') {
            Some(list) => used.extend(names_at_top(list)),
            None => used.extend(name_at_start(rest)),
        }
    }
    used
}

/// Returns the first names of the paths in a list, which ends with the matching brace.
fn names_at_top(list: &str) -> Vec<String> {
    let mut depth = 0;
    let mut names = vec![];
    let mut is_start = true;
    for (index, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => is_start = true,
            _ if depth == 0 && is_start && !character.is_whitespace() => {
                names.extend(name_at_start(&list[index..]));
                is_start = false;
            }
            _ => {}
        }
    }
    names
}

fn name_at_start(text: &str) -> Option<String> {
    let end = text.find(|it: char| !it.is_alphanumeric() && it != '_');
    let name = &text[..end.unwrap_or(text.len())];
    (!name.is_empty()).then(|| name.to_string())
}
