"""What XLA and IREE are known not to run, by model and target: a part of the message.

A wrong result is never accepted, whatever is listed here.
"""

REFUSALS: dict[tuple[str, str], str] = {}
