//! What becomes of explicit broadcasts and other ops, by layer and source line: equal changes are
//! counted.

use super::{
    ExplicitBroadcast, Report,
    words::{self, printable},
};
use crate::place::Place;
use std::collections::HashMap;

/// The ops of one layer of a model, or of one function if its ops have no names.
#[derive(Debug, Eq, PartialEq)]
pub struct Layer {
    /// Its name: `jit(f)/layer`, or that of a function: `@f`.
    pub name: String,
    /// Its lines, in their order; those without a place are last.
    pub lines: Vec<Line>,
}

/// The ops of a layer that have one line of the source and one name.
#[derive(Debug, Default, Eq, PartialEq)]
pub struct Line {
    /// A location of the line, if it is in a file.
    pub place: Option<Place>,
    /// The name without that of the layer: `add`.
    pub name: Option<String>,
    /// The explicit broadcasts, with their numbers.
    pub broadcasts: Vec<(String, usize)>,
    /// What the broadcasts require and nothing shows, with the numbers of broadcasts.
    pub unchecked: Vec<(String, usize)>,
    /// The changes, with their numbers.
    pub changes: Vec<(String, usize)>,
    /// The ops in the output, if it has broadcasts and passes have run.
    pub output: Option<String>,
}

impl Line {
    /// Describes where it is: `a.py:3, add`.
    pub fn title(&self) -> String {
        let place = self.place.as_ref();
        let place = place.map(|place| format!("{}:{}", place.file, place.line));
        let parts = place.into_iter().chain(self.name.clone());
        let title = parts.collect::<Vec<_>>().join(", ");
        match title.is_empty() {
            true => "at an unknown place".into(),
            false => title,
        }
    }

    /// Returns the only change, if there is nothing else.
    pub fn only_change(&self) -> Option<String> {
        match self.changes.as_slice() {
            [(change, count)] if self.broadcasts.is_empty() => Some(words::times(*count, change)),
            _ => None,
        }
    }

    /// Returns the number of explicit broadcasts.
    fn broadcast_count(&self) -> usize {
        self.broadcasts.iter().map(|(_, count)| count).sum()
    }
}

impl Layer {
    /// Returns the number of explicit broadcasts, and that of changes.
    pub fn counts(&self) -> (usize, usize) {
        let changes = self.lines.iter().flat_map(|line| &line.changes);
        (
            self.lines.iter().map(Line::broadcast_count).sum(),
            changes.map(|(_, count)| count).sum(),
        )
    }
}

/// Returns the explicit broadcasts and changes of a report by layer, in the order in which layers
/// occur, and by line.
pub fn layers(report: &Report) -> Vec<Layer> {
    let mut groups = LayerGroups::default();
    let broadcasts = &report.requirements.broadcasts;
    for broadcast in broadcasts {
        let line = groups.line(
            broadcast.place.as_ref(),
            broadcast.source_name.as_deref(),
            broadcast.function.as_deref(),
        );
        count(&mut line.broadcasts, describe(broadcast));
        for condition in &broadcast.unchecked {
            count(&mut line.unchecked, condition.clone());
        }
    }
    for change in &report.changes {
        let line = groups.line(
            change.place.as_ref(),
            change.source_name.as_deref(),
            change.function.as_deref(),
        );
        count(&mut line.changes, change.to_string());
    }
    let mut outputs: HashMap<(usize, usize), Vec<(String, usize)>> = HashMap::new();
    for at in &report.requirements.output {
        let (place, name) = (at.place.as_ref(), at.source_name.as_deref());
        let index = groups.index(place, name, at.function.as_deref());
        let ops = outputs.entry(index).or_default();
        for (op, number) in &at.ops {
            match ops.iter_mut().find(|(known, _)| known == op) {
                Some((_, known)) => *known += number,
                None => ops.push((op.clone(), *number)),
            }
        }
    }
    for ((layer, line), ops) in outputs {
        let ops = ops.iter().map(|(op, number)| words::times(*number, op));
        let ops = ops.collect::<Vec<_>>().join(", ");
        let ops = if ops.is_empty() {
            "nothing".into()
        } else {
            ops
        };
        groups.layers[layer].lines[line].output = Some(ops);
    }
    for layer in &mut groups.layers {
        let position = |line: &Line| {
            let place = line.place.as_ref();
            place.map(|place| (place.file.clone(), place.line))
        };
        layer.lines.sort_by_cached_key(|line| {
            let position = position(line);
            (position.is_none(), position)
        });
    }
    groups.layers
}

/// Returns the number of broadcasts in each layer, with the layer's name.
pub fn count_by_layer<'r>(
    broadcasts: impl Iterator<Item = &'r ExplicitBroadcast>,
) -> Vec<(String, usize)> {
    let mut counts = vec![];
    for broadcast in broadcasts {
        let (source_name, function) = (&broadcast.source_name, &broadcast.function);
        let (layer, _) = split(source_name.as_deref(), function.as_deref());
        count(&mut counts, layer);
    }
    counts
}

/// Describes an explicit broadcast: `[1, 16] => [b, 16]`.
fn describe(broadcast: &ExplicitBroadcast) -> String {
    let shapes = words::shapes(&broadcast.operand, &broadcast.result);
    let open = match broadcast.open.as_slice() {
        [] => String::new(),
        [dim] => format!("; dim {dim} may expand or not"),
        dims => format!("; dims {} may expand or not", words::list(dims)),
    };
    format!("{} {shapes}{open}", broadcast.op)
}

fn count(counts: &mut Vec<(String, usize)>, what: String) {
    match counts.iter_mut().find(|(known, _)| *known == what) {
        Some((_, count)) => *count += 1,
        None => counts.push((what, 1)),
    }
}

/// Returns the layer that an op is in, and its name there.
fn split(source_name: Option<&str>, function: Option<&str>) -> (String, Option<String>) {
    let function = || match function {
        Some(function) => format!("@{}", printable(function)),
        None => "outside of functions".into(),
    };
    let Some(name) = source_name.map(printable) else {
        return (function(), None);
    };
    match name.rsplit_once('/') {
        Some((layer, name)) if !layer.is_empty() => (layer.into(), Some(name.into())),
        _ => (function(), Some(name.into())),
    }
}

/// What identifies a line: the indices of its layer, its file and line, and its name.
type LineKey = (usize, Option<(String, usize)>, Option<String>);

/// Layers that are being filled.
#[derive(Default)]
struct LayerGroups {
    layers: Vec<Layer>,
    by_name: HashMap<String, usize>,
    lines: HashMap<LineKey, usize>,
}

impl LayerGroups {
    /// Returns the line of an op.
    fn line(
        &mut self,
        place: Option<&Place>,
        source_name: Option<&str>,
        function: Option<&str>,
    ) -> &mut Line {
        let (layer, line) = self.index(place, source_name, function);
        &mut self.layers[layer].lines[line]
    }

    /// Returns the index of an op's layer, and that of its line there.
    fn index(
        &mut self,
        place: Option<&Place>,
        source_name: Option<&str>,
        function: Option<&str>,
    ) -> (usize, usize) {
        let (layer, name) = split(source_name, function);
        let layers = &mut self.layers;
        let index = *self.by_name.entry(layer.clone()).or_insert_with(|| {
            layers.push(Layer {
                name: layer,
                lines: vec![],
            });
            layers.len() - 1
        });
        let lines = &mut layers[index].lines;
        let of_file = place.map(|place| (place.file.clone(), place.line));
        let line = *self
            .lines
            .entry((index, of_file, name.clone()))
            .or_insert_with(|| {
                lines.push(Line {
                    place: place.cloned(),
                    name,
                    ..Line::default()
                });
                lines.len() - 1
            });
        (index, line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, ChangeKind, Decisions, OpsAt, Requirements};

    fn place(line: usize, column: usize) -> Option<Place> {
        Some(Place {
            file: "a.py".into(),
            line,
            column,
        })
    }

    fn change(name: Option<&str>, at: Option<Place>) -> Change {
        Change {
            pass: ChangeKind::Hinted.pass().into(),
            kind: ChangeKind::Hinted,
            op: "a.b".into(),
            place: at,
            source_name: name.map(Into::into),
            message: None,
            function: Some("f".into()),
        }
    }

    #[test]
    fn equal_changes_on_a_line_of_a_layer_are_counted() {
        let decisions = Decisions {
            requirements: Requirements {
                broadcasts: vec![ExplicitBroadcast {
                    op: "c.d".into(),
                    place: place(1, 2),
                    source_name: Some("m/x/add".into()),
                    function: Some("f".into()),
                    operand: vec!["a".into(), "1".into()],
                    result: vec!["b".into(), "4".into()],
                    open: vec![0],
                    unchecked: vec!["a = b or a = 1".into()],
                }],
                output: vec![OpsAt {
                    place: place(1, 2),
                    source_name: Some("m/x/add".into()),
                    function: Some("f".into()),
                    ops: vec![("c.d".into(), 2), ("c.e".into(), 1)],
                }],
                ..Requirements::default()
            },
            changes: vec![
                change(Some("m/x/add"), place(1, 2)),
                change(Some("m/y/add"), place(1, 2)),
                change(Some("m/x/add"), place(1, 9)),
                change(None, None),
                change(Some("add"), None),
            ],
            ..Decisions::default()
        };
        let layers = layers(&Report::new("a", decisions));
        let shown = layers.iter().map(|layer| {
            let lines = layer.lines.iter();
            let counts = lines.map(|line| (line.title(), line.changes[0].1));
            (&*layer.name, counts.collect::<Vec<_>>())
        });
        let line = |title: &str, count| (title.to_string(), count);
        let expected = [
            ("m/x", vec![line("a.py:1, add", 2)]),
            ("m/y", vec![line("a.py:1, add", 1)]),
            ("@f", vec![line("at an unknown place", 1), line("add", 1)]),
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
        let first = &layers[0].lines[0];
        let broadcast = "c.d [a, 1] => [b, 4]; dim 0 may expand or not";
        assert_eq!(first.broadcasts, [(broadcast.to_string(), 1)]);
        assert_eq!(first.output.as_deref(), Some("2 x c.d, c.e"));
        assert_eq!(layers[0].counts(), (1, 2));
    }
}
