//! Access to ops' attributes, for tests that interpret programs.

use melior::ir::{
    OperationRef,
    attribute::{DenseI64ArrayAttribute, StringAttribute},
    operation::OperationLike,
};

/// Returns the entries of an array; empty if the attribute is missing.
pub fn array(operation: OperationRef<'_, '_>, name: &str) -> Vec<i64> {
    let Ok(attribute) = operation.attribute(name) else {
        return vec![];
    };
    let array = DenseI64ArrayAttribute::try_from(attribute).expect("an array");
    (0..array.len())
        .map(|i| array.element(i).expect("in range"))
        .collect()
}

/// Returns an assertion's message with the sizes filled in.
pub fn message(operation: OperationRef<'_, '_>, sizes: impl IntoIterator<Item = i64>) -> String {
    let attribute = operation
        .attribute("error_message")
        .or_else(|_| operation.attribute("msg"))
        .expect("it has a message");
    let text = StringAttribute::try_from(attribute)
        .expect("a string")
        .value()
        .to_string();
    let sizes = sizes.into_iter().enumerate();
    let message = sizes.fold(text, |text, (index, size)| {
        text.replace(&format!("{{{index}}}"), &size.to_string())
    });
    assert!(
        !message.contains('{'),
        "a placeholder remains in {message:?}"
    );
    message
}
