//! Implicit broadcasts on shapes that are known in part: how to verify them, infer their results,
//! and make them explicit and safe.
//!
//! The sizes of an op's operands may be known only when the program runs. Then some broadcasts are
//! needed or not depending on sizes, and some sizes are wrong. This crate decides what can be
//! decided before: it is the part of the compiler `bcast-lower` that knows nothing of MLIR, and
//! serves any other program representation as well.
//!
//! - [`shape`]: dims and shapes; the shape that operands broadcast to; verification of an op under
//!   the rules of MLIR's `Broadcastable` trait, with errors that name operand and dim.
//! - [`symbol`]: sizes as constants and symbols, and facts about them: equalities, ranges,
//!   multiples, and integer computations. Facts have scopes, as values of a program have.
//! - [`plan`]: what to emit for one op: the size of each result dim, the guards that have to be
//!   checked, and the broadcast of each operand. Facts remove guards and broadcasts.
//! - [`rule`]: tables of the ops that broadcast, and of the ops that replace them, as TOML files.
//! - [`suggest`]: names that a misspelt one may stand for. [`scoped_map`]: a map with scopes.
//!
//! # Example
//!
//! Two operands, `[?, 64]` and `[64]`, and a result `[?, 64]`:
//!
//! ```
//! use bcast_lower_broadcast::{
//!     plan::{Declared, Operand, OperandDim, ZeroExtents, plan},
//!     shape::{Shape, ShapedType, TraitRules, infer_result_shape, verify},
//!     symbol::{Facts, Size, Statement, Symbol},
//! };
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Which shape do the operands broadcast to, and is a declared result right?
//! let (left, right): (Shape, Shape) = ("?x64".parse()?, "64".parse()?);
//! let inferred = infer_result_shape([Some(&left[..]), Some(&right[..])]);
//! assert_eq!(inferred.unwrap().unwrap(), left);
//! let operands = [left.clone(), right].map(ShapedType::tensor);
//! let verdict = |result: &str| -> Result<bool, Box<dyn std::error::Error>> {
//!     let results = [ShapedType::tensor(result.parse()?)];
//!     Ok(verify(TraitRules::Documented, &operands, &results, None).is_ok())
//! };
//! assert!(verdict("?x64")?);
//! assert!(!verdict("?x32")?);
//!
//! // What has to be emitted for `[s0, 64]` and `[s1, 64]`?
//! let [s0, s1] = [0, 1].map(|number| Size::Symbol(Symbol(number)));
//! let operands = [s0, s1].map(|size| {
//!     let dims = [size, Size::Constant(64)].into_iter().enumerate();
//!     let dims = dims.map(|(result_dim, size)| OperandDim { size, bound: None, result_dim });
//!     dims.collect::<Operand>()
//! });
//! let result = [None, Some(64)].map(|size| Declared { size, bound: None });
//! let mut facts = Facts::default();
//! let unknown = plan(&operands, &result, ZeroExtents::Reject, &facts)?;
//! assert_eq!(unknown.dims[0].guards.len(), 1);
//!
//! // If the sizes are known to be equal, nothing: no guard, and no broadcast.
//! facts.assume(Statement::Equal(s0, s1));
//! let known = plan(&operands, &result, ZeroExtents::Reject, &facts)?;
//! assert!(known.dims[0].guards.is_empty());
//! assert_eq!(known.to_string().matches("unchanged").count(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! A table of rules:
//!
//! ```
//! use bcast_lower_broadcast::rule::RuleTable;
//!
//! let text = "[[rule]]\nsource = 'nn.add'\ntarget = 'stablehlo.add'\n";
//! let table = RuleTable::parse("nn.toml", text)?;
//! assert_eq!(table.get("nn.add")[0].target_op(), Some("stablehlo.add"));
//!
//! let errors = RuleTable::parse("nn.toml", "[[rule]]\nsorce = 'nn.add'\n").unwrap_err();
//! assert!(errors.to_string().contains("did you mean `source`?"));
//! # Ok::<(), bcast_lower_broadcast::rule::RuleErrors>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod plan;
pub mod rule;
pub mod scoped_map;
pub mod shape;
pub mod suggest;
pub mod symbol;
