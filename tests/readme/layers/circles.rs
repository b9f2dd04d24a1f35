//! Circles among the files of a package, of which each uses the next one.
//!
//! A file uses another one if it names something that is defined there, wherever that is imported from. A public import,
//! a method call, and a test are no uses.

use std::collections::{BTreeMap, BTreeSet};

/// The names of the modules on the way to a module, from the root of the package.
type Module = Vec<String>;

/// The maximum number of imports from one of which another one imports.
const MAX_IMPORTS: usize = 8;

/// What a file says of other files.
#[derive(Default)]
struct File {
    /// What its names stand for, if it imports them.
    imports: BTreeMap<String, Vec<String>>,
    /// The paths that it uses.
    uses: Vec<Vec<String>>,
}

/// Returns the circles among modules, given the text of each module's file.
pub fn circles(texts: &BTreeMap<Module, String>) -> Vec<Vec<Module>> {
    let files = texts.iter();
    let files = files.map(|(module, text)| (module.clone(), File::read(text)));
    let package = Package(files.collect());
    let modules = package.0.keys();
    let used = modules.map(|module| (module, package.used_by(module)));
    let used = used.collect::<BTreeMap<_, _>>();
    let reached = used.keys().map(|&module| {
        let (mut reached, mut pending) = (BTreeSet::new(), vec![module]);
        while let Some(next) = pending.pop() {
            let new = used[next].iter().filter(|it| reached.insert(*it));
            pending.extend(new);
        }
        (module, reached)
    });
    let reached = reached.collect::<BTreeMap<_, _>>();
    let circle = |module: &Module| {
        let others = reached[module].iter().copied();
        let circle = others.filter(|&other| reached[other].contains(module));
        circle.cloned().collect::<Vec<_>>()
    };
    let circles = reached.keys().map(|module| circle(module));
    let circles = circles.filter(|circle| circle.len() > 1);
    circles.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The files of a package.
struct Package(BTreeMap<Module, File>);

impl Package {
    /// Returns the other modules that define what a module's file uses.
    fn used_by(&self, module: &Module) -> BTreeSet<Module> {
        let uses = self.0[module].uses.iter();
        let mut used = uses
            .filter_map(|path| self.defining(module, path, MAX_IMPORTS))
            .collect::<BTreeSet<_>>();
        used.remove(module);
        used
    }

    /// Returns the module that defines what a path in a module stands for; `None` if another package does.
    fn defining(&self, module: &Module, path: &[String], imports: usize) -> Option<Module> {
        let (first, mut rest) = path.split_first()?;
        let mut found = module.clone();
        match &**first {
            "crate" => found.clear(),
            "self" => {}
            "super" => _ = found.pop(),
            _ if self.0.contains_key(&child(module, first)) => rest = path,
            _ => return None,
        }
        while let Some((name, after)) = rest.split_first() {
            let inner = child(&found, name);
            if name == "super" {
                found.pop();
            } else if self.0.contains_key(&inner) {
                found = inner;
            } else {
                break;
            }
            rest = after;
        }
        let Some((name, after)) = rest.split_first() else {
            return Some(found);
        };
        let file = self.0.get(&found)?;
        match (file.imports.get(name), imports.checked_sub(1)) {
            (Some(path), Some(imports)) => {
                let path = [path, after].concat();
                self.defining(&found, &path, imports)
            }
            _ => Some(found),
        }
    }
}

fn child(module: &Module, name: &str) -> Module {
    let mut module = module.clone();
    module.push(name.into());
    module
}

impl File {
    fn read(text: &str) -> Self {
        let mut file = Self::default();
        let tokens = tokens(text);
        let mut index = 0;
        while index < tokens.len() {
            let before = index.checked_sub(1).map_or("", |before| tokens[before]);
            if tokens[index] == "use" {
                let mut imports = vec![];
                index += 1;
                read_imports(&tokens, &mut index, &[], &mut imports);
                for (name, path) in imports {
                    if !["pub", ")"].contains(&before) {
                        file.uses.push(path.clone());
                    }
                    file.imports.insert(name, path);
                }
                continue;
            }
            let path = read_path(&tokens, &mut index);
            // `pub(in a::b)` is no use.
            if path.len() > 1 && !["::", "in"].contains(&before) {
                file.uses.push(path);
            }
            index += usize::from(tokens.get(index).is_some_and(|token| !is_name(token)));
        }
        file
    }
}

/// Reads `a::{b, c as d}`, and adds each name with its path.
fn read_imports(
    tokens: &[&str],
    index: &mut usize,
    parent: &[String],
    imports: &mut Vec<(String, Vec<String>)>,
) {
    let mut path = parent.to_vec();
    path.extend(read_path(tokens, index));
    if tokens.get(*index) == Some(&"{") {
        while !["}", ";"].contains(tokens.get(*index).unwrap_or(&";")) {
            *index += 1;
            read_imports(tokens, index, &path, imports);
        }
        *index += 1;
        return;
    }
    if path.len() == parent.len() {
        // After the last comma, or `*`.
        *index += usize::from(tokens.get(*index) == Some(&"*"));
        return;
    }
    path.pop_if(|last| last == "self");
    let name = match tokens.get(*index) {
        Some(&"as") => {
            *index += 2;
            tokens.get(*index - 1).map(ToString::to_string)
        }
        _ => path.last().cloned(),
    };
    imports.extend(name.map(|name| (name, path)));
}

/// Reads names with `::` between and maybe behind them.
fn read_path(tokens: &[&str], index: &mut usize) -> Vec<String> {
    let mut path = vec![];
    while let Some(name) = tokens.get(*index).filter(|token| is_name(token)) {
        path.push(name.to_string());
        *index += 1;
        if tokens.get(*index) != Some(&"::") {
            break;
        }
        *index += 1;
    }
    path
}

fn is_name(token: &str) -> bool {
    token.starts_with(|it: char| it.is_alphabetic() || it == '_')
}

/// Returns the tokens of a file up to its tests: names, `::`, and other characters.
fn tokens(text: &str) -> Vec<&str> {
    let marks = text.match_indices("#[cfg(test)]\n");
    let mut behind = marks.map(|(start, mark)| (start, &text[start + mark.len()..]));
    let tests = behind.find(|(_, rest)| rest.lines().next().unwrap_or("").ends_with("mod tests {"));
    let code = &text[..tests.map_or(text.len(), |(start, _)| start)];
    let lines = code.lines().map(|line| line.split("//").next().unwrap());
    lines.flat_map(tokens_of_line).collect()
}

fn tokens_of_line(mut line: &str) -> Vec<&str> {
    let mut tokens = vec![];
    loop {
        line = line.trim_start();
        let is_part = |it: char| it.is_alphanumeric() || it == '_';
        let length = match line.find(|it| !is_part(it)) {
            None => line.len(),
            Some(0) if line.starts_with("::") => 2,
            Some(0) => line.chars().next().map_or(0, char::len_utf8),
            Some(length) => length,
        };
        if length == 0 {
            return tokens;
        }
        let (token, rest) = line.split_at(length);
        tokens.push(token);
        line = rest;
    }
}

#[test]
fn circles_are_found() {
    let check = |files: &[(&str, &str)], expected: &[&[&str]]| {
        let module = |path: &str| {
            let names = path.split('/').filter(|name| !name.is_empty());
            names.map(String::from).collect::<Vec<_>>()
        };
        let texts = files
            .iter()
            .map(|&(path, text)| (module(path), text.to_string()));
        let found = circles(&texts.collect());
        let expected = expected
            .iter()
            .map(|circle| circle.iter().map(|path| module(path)).collect::<Vec<_>>());
        assert_eq!(found, expected.collect::<Vec<_>>(), "{files:?}");
    };
    // Through a parent's import, which may be private.
    let parent = ("a", "mod b; mod c; use b::B;");
    check(
        &[parent, ("a/b", "struct B;"), ("a/c", "use super::B;")],
        &[],
    );
    check(
        &[
            parent,
            ("a/b", "use super::c::C;"),
            ("a/c", "use super::B;"),
        ],
        &[&["a/b", "a/c"]],
    );
    check(
        &[
            ("a", "mod b; use b::B; struct A;"),
            ("a/b", "fn f(_: super::A) {}"),
        ],
        &[&["a", "a/b"]],
    );
    // Public imports, comments, visibility and tests are no uses.
    for text in [
        "pub use b::B; struct A;",
        "pub(crate) use b::{B, C as D}; struct A;",
        "// b::B\nstruct A;",
        "pub(in b::B) struct A;",
        "struct A;\n#[cfg(test)]\nmod tests {\n    use super::b::B;\n}",
    ] {
        check(&[("a", text), ("a/b", "use crate::a::A;")], &[]);
    }
    // Names of other packages.
    check(
        &[
            ("a", "use other::ffi as raw; mod b; fn f() { b::g() }"),
            ("a/b", "fn g() { super::raw::h() }"),
        ],
        &[],
    );
    check(
        &[
            ("", "mod a; mod b;"),
            ("a", "use crate::{b::{self, B}};"),
            ("b", "use crate::a::{A,};"),
        ],
        &[&["a", "b"]],
    );
}
