//! Origins of facts, for reports.

use crate::{
    analysis::{Analysis, FactOrigin, FactSource},
    explain::{Origin, OriginKind, Place},
    rule::RulePlace,
    symbol::Journal,
};
use rustc_hash::FxHashMap;

/// The origins that a report needs, without duplicates.
#[derive(Default)]
pub struct Origins {
    list: Vec<Origin>,
    /// The id of each origin, by the analysis's number for it.
    ids: FxHashMap<usize, usize>,
    /// The ids of those that have a place. Facts learned repeatedly at one place (a loop's body
    /// is walked several times) share an origin.
    placed: FxHashMap<(OriginKind, String, Place), usize>,
}

impl Origins {
    /// Returns all origins, by their ids.
    pub fn into_list(self) -> Vec<Origin> {
        self.list
    }

    /// Returns the ids of the origins of entries of the journal.
    pub fn of(&mut self, analysis: &Analysis, entries: &[usize]) -> Vec<usize> {
        let all = analysis.facts().journal().map(Journal::entries);
        let all = all.unwrap_or_default();
        let entries = entries.iter().filter_map(|&entry| all.get(entry));
        let origins =
            entries.filter_map(|entry| Some((entry.origin, analysis.origin(entry.origin)?)));
        let origins = origins.collect::<Vec<_>>();
        // To readers, an op and its guards are one origin.
        let is_guard = |op: &FactOrigin, guard: &FactOrigin| {
            guard.source == FactSource::Guard
                && (&guard.name, &guard.location) == (&op.name, &op.location)
        };
        let mut ids = vec![];
        for &(number, origin) in &origins {
            let mut others = origins.iter();
            let is_covered =
                origin.source == FactSource::Op && others.any(|(_, other)| is_guard(origin, other));
            if !is_covered
                && let Some(id) = self.id(analysis, number)
                && !ids.contains(&id)
            {
                ids.push(id);
            }
        }
        ids
    }

    /// Returns the id of an origin by its number; the origins that it depends on get ids, too.
    pub fn id(&mut self, analysis: &Analysis, number: usize) -> Option<usize> {
        let mut new = vec![];
        let mut rest = vec![number];
        while let Some(number) = rest.pop() {
            if self.ids.contains_key(&number) {
                continue;
            }
            let Some(origin) = analysis.origin(number) else {
                continue;
            };
            let id = self.add(origin);
            self.ids.insert(number, id);
            rest.extend(&origin.because);
            new.push((id, origin));
        }
        for (id, origin) in new {
            for number in &origin.because {
                let because = &mut self.list[id].because;
                if let Some(&other) = self.ids.get(number)
                    && other != id
                    && !because.contains(&other)
                {
                    because.push(other);
                }
            }
        }
        self.ids.get(&number).copied()
    }

    /// Returns the ids of the origins of the sizes that an origin is about.
    pub fn because(&self, id: usize) -> &[usize] {
        self.list.get(id).map_or(&[], |origin| &origin.because)
    }

    /// Adds an origin unless it exists; returns its id.
    fn add(&mut self, origin: &FactOrigin) -> usize {
        let id = self.list.len();
        let kind = kind(origin.source);
        let place = origin.location.clone().map(Place::from);
        if let Some(place) = &place {
            let key = (kind, origin.name.clone(), place.clone());
            let found = *self.placed.entry(key).or_insert(id);
            if found != id {
                return found;
            }
        }
        self.list.push(Origin {
            id,
            kind,
            name: origin.name.clone(),
            place,
            facts: origin.facts.as_ref().map(place_of_facts),
            because: vec![],
        });
        id
    }
}

fn place_of_facts(place: &RulePlace) -> Place {
    Place {
        file: place.file.to_string(),
        line: place.line,
        column: place.column,
    }
}

const fn kind(source: FactSource) -> OriginKind {
    match source {
        FactSource::Op => OriginKind::Op,
        FactSource::Guard => OriginKind::Guard,
        FactSource::Assertion => OriginKind::Assertion,
        FactSource::Declared => OriginKind::Declared,
        FactSource::Branches => OriginKind::Branches,
        FactSource::Calls => OriginKind::Calls,
    }
}
