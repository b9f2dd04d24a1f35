//! `add-profiles`: copies of a function for given sizes, beside the function itself.

use super::{
    SpecializeOptions, Specializer, arguments::split_symbols, entry::EntryFunction, inline,
};
use crate::{
    analysis::{PROFILE_OF, argument_types},
    diagnostic::Failed,
    ir,
    lower::Rules,
    statistics::ChangeLog,
};
use melior::ir::{OperationRef, attribute::FlatSymbolRefAttribute};

/// Adds a copy of a function for each profile, behind it. The copies are public until something
/// calls them, so that other passes keep them; an attribute names the function.
///
/// # Errors
///
/// Fails, and changes nothing, if the sizes of a profile do not fit the program, or if a size depends
/// on data and `allow_partial` is not set.
pub fn add_profiles(
    module: OperationRef<'_, '_>,
    options: &SpecializeOptions,
    allow_partial: bool,
    rules: &Rules,
    changes: &ChangeLog,
) -> Result<(), Failed> {
    if options.profiles.is_empty() {
        return Ok(());
    }
    ir::with_context(module, |context| {
        let entry = EntryFunction::find(module, &options.function)?;
        let name = ir::string(entry.function, "sym_name").unwrap_or_default();
        let mut added = Vec::<OperationRef<'_, '_>>::new();
        for call in &options.profiles.0 {
            let (call, sizes) = split_symbols(module, entry.function, call);
            let mut specializer = Specializer::new(context, module, entry, rules, changes)?;
            specializer.functions.keep_originals();
            if specializer.run(&call, &sizes, allow_partial).is_err() {
                specializer.functions.erase_copies();
                added.into_iter().for_each(ir::erase);
                return Err(Failed);
            }
            let Some(&copy) = specializer.functions.copies().first() else {
                continue;
            };
            let mut others = added.iter().copied().chain([entry.function]);
            if others.any(|other| argument_types(other) == argument_types(copy)) {
                specializer.functions.erase_copies();
                continue;
            }
            let function = FlatSymbolRefAttribute::new(context, name);
            ir::set_attribute(copy, PROFILE_OF, function.into());
            ir::remove_attribute(copy, "sym_visibility");
            specializer.functions.erase_originals(module);
            inline::inline_single_calls(&specializer.functions, module);
            // Each is inserted directly behind the function.
            for &other in &added {
                ir::move_before(other, copy);
            }
            added.push(copy);
        }
        Ok(())
    })
}
