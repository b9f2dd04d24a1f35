"""What XLA and IREE are known not to run, by model and target: a part of the message.

A wrong result is never accepted, whatever is listed here.
"""

REFUSALS = {
    # Random numbers of a key that is split from a constant. IREE's runtime also stops at the same
    # function of a known batch, as JAX exports it.
    ("jax_experts", "iree"): "transient_buffer.c",
}
