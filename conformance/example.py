#!/usr/bin/env python3
"""A program that answers the conformance kit: NumPy's rule for subtraction, in plain Python.

    scripts/conformance --answers -- python3 conformance/example.py
"""

import itertools
import json
import sys


def main():
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


def answer(case):
    steps = case["steps"]
    if len(steps) > 1 or steps[0]["op"] != "subtract":
        return {"not_applicable": "only single subtractions"}
    if unknown := {"bounded", "broadcast-dimensions", "declared-result"} & set(case["features"]):
        return {"not_applicable": f"no {', '.join(sorted(unknown))}"}
    return {"calls": [run(*call["arguments"]) for call in case["calls"]]}


def run(a, b):
    rank = max(len(a["shape"]), len(b["shape"]))
    left, right = ([1] * (rank - len(it["shape"])) + it["shape"] for it in (a, b))
    shape = []
    for m, n in zip(left, right):
        if m != n and 1 not in (m, n):
            return {"refused": f"sizes {m} and {n} do not broadcast"}
        shape.append(n if m == 1 else m)
    indices = itertools.product(*map(range, shape))
    values = [read(a, left, index) - read(b, right, index) for index in indices]
    return {"result": {"shape": shape, "values": values}}


def read(array, shape, index):
    """Returns an element; a dim of size 1 is repeated."""
    position = 0
    for size, at in zip(shape, index):
        position = position * size + (at if size > 1 else 0)
    return array["values"][position]


if __name__ == "__main__":
    main()
