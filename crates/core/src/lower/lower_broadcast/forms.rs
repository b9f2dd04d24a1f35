//! The forms of the ops that have been checked.

use super::{
    LowerOptions,
    emission::EmissionError,
    form::{Form, number_constants},
    scratch::check_lowering,
    unsupported::Unsupported,
};
use crate::{
    diagnostic::{Failed, Kind, Severity, emit_on_op},
    dialect,
    lower::{
        broadcastable::{BroadcastableOp, FoundRule},
        requirements,
        rules::ResolvedRule,
        signature::OpSignature,
        verify_broadcastable::verify_op,
    },
    rule::Target,
};
use melior::ir::{OperationRef, operation::OperationLike};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::rc::Rc;

/// The forms of the ops that have been checked.
#[derive(Default)]
pub struct Forms<'c, 'r> {
    /// Several for a signature if constants decide which rule is used, or what an op becomes.
    known: FxHashMap<OpSignature, SmallVec<[Rc<Form<'c, 'r>>; 1]>>,
}

impl<'c, 'r> Forms<'c, 'r> {
    /// Returns the form of an op that verifies and can be lowered.
    ///
    /// # Errors
    ///
    /// Fails if it does not verify or cannot be lowered.
    pub fn find(
        &mut self,
        operation: OperationRef<'c, '_>,
        rule: impl FnOnce() -> Option<FoundRule<'c, 'r>>,
        options: LowerOptions,
    ) -> Result<Rc<Form<'c, 'r>>, EmissionError> {
        let internal = |reason: &str| EmissionError::internal(reason);
        let signature = OpSignature::of(operation).ok_or_else(|| internal("it has regions"))?;
        let forms = self.known.get(&signature);
        let settled = forms.and_then(|forms| forms.first());
        if let Some(form) = settled.filter(|form| !form.rule.depends_on_constants) {
            check_op_specific(operation, &form.rule)?;
            return Ok(form.clone());
        }
        let rule = rule().ok_or_else(|| internal("it has no rule"))?;
        if let Some(form) = self.known_form(operation, &signature, &rule) {
            check_op_specific(operation, &form.rule)?;
            return Ok(form.clone());
        }
        let op = BroadcastableOp::read(operation, rule).map_err(EmissionError::internal)?;
        let form = Form::new(&op, options.zero_extents)?;
        let form = Rc::new(form);
        self.add(Some(signature), form.clone());
        Ok(form)
    }

    fn known_form(
        &self,
        operation: OperationRef<'c, '_>,
        signature: &OpSignature,
        rule: &FoundRule<'c, 'r>,
    ) -> Option<&Rc<Form<'c, 'r>>> {
        let rule = &rule.as_ref().ok()?.rule;
        let mut forms = self.known.get(signature)?.iter();
        forms.find(|form| {
            let has_constants = || {
                let constants = number_constants(operation, rule);
                constants.eq(form.constants.iter().copied())
            };
            form.rule.index == rule.index && has_constants()
        })
    }

    fn add(&mut self, signature: Option<OpSignature>, form: Rc<Form<'c, 'r>>) {
        if let Some(signature) = signature {
            self.known.entry(signature).or_default().push(form);
        }
    }

    /// Verifies an op and checks that it can be lowered; returns the reason if it is kept
    /// instead.
    ///
    /// # Errors
    ///
    /// Fails, with an error on the op, if it is invalid, or if it cannot be lowered and such
    /// ops are not kept.
    pub fn check(
        &mut self,
        operation: OperationRef<'c, '_>,
        rule: FoundRule<'c, 'r>,
        options: LowerOptions,
    ) -> Result<Option<Unsupported>, Failed> {
        let signature = OpSignature::of(operation);
        let known = signature.as_ref();
        if let Some(form) = known.and_then(|signature| self.known_form(operation, signature, &rule))
            && check_op_specific(operation, &form.rule).is_ok()
        {
            if dialect::verifies_hits() {
                form.check_hit(operation, rule, options);
            }
            return Ok(None);
        }
        let (op, _) = verify_op(operation, rule, options.trait_rules)?;
        if op.rule.rule.target == Target::Keep {
            return Ok(Some(Unsupported::VerifyOnly));
        }
        let form = Form::new(&op, options.zero_extents).and_then(|mut form| {
            check_lowering(operation, &mut form, options)?;
            Ok(form)
        });
        match form {
            Ok(form) => {
                self.add(signature, Rc::new(form));
                Ok(None)
            }
            Err(error) if options.allow_partial => Ok(Some(error)),
            Err(error) => {
                let notes = error.notes(operation.location());
                let (kind, message) = (Kind::NotLowered, error.message());
                emit_on_op(operation, Severity::Error, kind, &message, &notes);
                Err(Failed)
            }
        }
    }
}

/// Checks the properties that may differ among ops of the same signature.
pub(super) fn check_op_specific(
    operation: OperationRef<'_, '_>,
    rule: &ResolvedRule<'_, '_>,
) -> Result<(), Unsupported> {
    if operation.block().is_none() {
        return Err(Unsupported::NoBlock);
    }
    Ok(requirements::check_constants(operation, rule)?)
}
