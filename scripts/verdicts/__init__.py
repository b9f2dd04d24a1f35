"""Compares verdicts on mutated programs with those of jaxlib's parser and verifier."""
