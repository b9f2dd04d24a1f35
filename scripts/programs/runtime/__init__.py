"""`scripts/benchmark-runtime`: what lowered programs cost on IREE and XLA."""
