//! Builds a module with melior, and lowers it.

use bcast_lower::melior::{
    Context,
    dialect::{DialectRegistry, func},
    ir::{
        Block, BlockLike, Identifier, Location, Module, Region, RegionLike, Type,
        attribute::{StringAttribute, TypeAttribute},
        operation::OperationBuilder,
        r#type::{FunctionType, RankedTensorType},
    },
    pass::PassManager,
};
use bcast_lower::{dialect, pipeline, shape::ShapeDim, transform::LowerOptions};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", run()?);
    Ok(())
}

/// Returns the lowered module as text.
pub fn run() -> Result<String, Box<dyn Error>> {
    let registry = DialectRegistry::new();
    dialect::register(&registry);
    let context = Context::new();
    context.append_dialect_registry(&registry);
    context.load_all_available_dialects();

    let mut module = build(&context)?;
    let manager = PassManager::new(&context);
    manager.add_pass(pipeline::lower_broadcast_pass(LowerOptions::default()));
    manager.run(&mut module)?;
    Ok(module.as_operation().to_string())
}

/// Builds a function that adds a row to a matrix with any number of rows.
fn build(context: &Context) -> Result<Module<'_>, Box<dyn Error>> {
    let location = Location::unknown(context);
    let element = Type::float32(context);
    // The number that MLIR uses for a dynamic size.
    let dynamic = ShapeDim::DYNAMIC.into_raw() as u64;
    let matrix: Type = RankedTensorType::new(&[dynamic, 4], element, None).into();
    let row: Type = RankedTensorType::new(&[4], element, None).into();

    let block = Block::new(&[(matrix, location), (row, location)]);
    let (lhs, rhs) = (block.argument(0)?.into(), block.argument(1)?.into());
    let sum = OperationBuilder::new(dialect::chlo::BROADCAST_ADD, location)
        .add_operands(&[lhs, rhs])
        .add_results(&[matrix]);
    let sum = block.append_operation(sum.build()?);
    block.append_operation(func::r#return(&[sum.result(0)?.into()], location));
    let body = Region::new();
    body.append_block(block);

    let module = Module::new(location);
    module.body().append_operation(func::func(
        context,
        StringAttribute::new(context, "add_row"),
        TypeAttribute::new(FunctionType::new(context, &[matrix, row], &[matrix]).into()),
        body,
        &[(
            Identifier::new(context, "sym_visibility"),
            StringAttribute::new(context, "public").into(),
        )],
        location,
    ));
    Ok(module)
}
