"""Clamps as two ops, for dialects without a clamp that broadcasts."""

from .types import Type, infer


def split_clamps(case: dict) -> list[dict]:
    """Returns the steps of a case, with a maximum and a minimum in place of each clamp."""
    types = [Type.from_json(it) for it in case["arguments"]]
    # The numbers that values have among the new steps.
    numbers = list(range(len(types)))
    steps: list[dict] = []

    def add(step: dict) -> int:
        steps.append(step)
        types.append(Type.from_json(step["type"]))
        return len(types) - 1

    for step in case["steps"]:
        operands = [numbers[number] for number in step["operands"]]
        if step["op"] != "clamp":
            numbers.append(add(step | {"operands": operands}))
            continue
        lower, value, upper = operands
        between = infer([types[lower], types[value]], None).to_json()
        first = step | {"op": "maximum", "operands": [lower, value], "type": between}
        numbers.append(add(step | {"op": "minimum", "operands": [add(first), upper]}))
    return steps
