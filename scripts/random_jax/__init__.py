"""Random programs of JAX at symbolic sizes: `scripts/check-random-jax`."""
