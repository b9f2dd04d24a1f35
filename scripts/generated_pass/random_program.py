"""Random programs of ops that rules are for: most fit a rule, some do not."""

import re

_SIZES = ["?", "?", "?", "1", "2", "3", "0"]
_CONSTANTS = {
    "none": '"torch.constant.none"() : () -> !torch.none',
    "true": '"torch.constant.bool"() {value = true} : () -> !torch.bool',
    "false": '"torch.constant.bool"() {value = false} : () -> !torch.bool',
}
_OF_INTEGERS = ["shift", ".and", ".or", ".xor", ".not"]
_OTHER_TYPES = ["f32", "i32", "f64", "i1"]


def random_program(rules, choices):
    """Returns a function of up to four ops; a result may be an operand of later ones."""
    arguments, lines, values = [], [], []
    for index in range(choices.randint(1, 4)):
        rule = choices.choice(rules)
        op = _Op(rule, choices, index)
        operands = [op.operand(position, arguments, lines, values) for position in range(op.count)]
        names = ", ".join(name for name, _ in operands)
        types = ", ".join(operand_type for _, operand_type in operands)
        result = op.result_type(operands)
        lines.append(f'%r{index} = "{rule["source"]}"({names}){op.attributes(operands)} : ({types}) -> {result}')
        values.append((f"%r{index}", result))
    parameters = ", ".join(f"{name}: {argument_type}" for name, argument_type in arguments)
    results = ", ".join(name for name, _ in values)
    types = ", ".join(result for _, result in values)
    body = "\n".join(f"  {line}" for line in lines)
    return f"func.func @main({parameters}) -> ({types}) {{\n{body}\n  return {results} : {types}\n}}\n"


class _Op:
    def __init__(self, rule, choices, index):
        self.rule, self.choices, self.index = rule, choices, index
        self.targets = [rule.get("target", ""), *(step["op"] for step in rule.get("sequence", []))]
        default = "i32" if any(word in self.targets[-1] for word in _OF_INTEGERS) else "f32"
        if "logical_" in rule["source"] or rule["source"].split(".")[1] in ("And", "Or", "Xor"):
            default = "i1"
        self.element = choices.choice(rule.get("element_types", [default]))
        self.shape = [choices.choice(_SIZES) for _ in range(choices.randint(0, 3))]
        least, most = _count(rule)
        self.count = choices.randint(least, most)
        steps = [operand for step in rule.get("sequence", []) for operand in step.get("operands", [])]
        numbers = [operand["operand"] for operand in steps if isinstance(operand, dict) and "operand" in operand]
        self.required = {number: choices.choice(["1", "2", "none"]) for number in numbers}
        self.required |= {int(key): str(value) for key, value in rule.get("require_operands", {}).items()}

    def operand(self, position, arguments, lines, values):
        """Returns the name and the type of an operand."""
        choices = self.choices
        if position in self.required and choices.random() < 0.95:
            return self.constant(self.required[position], position, lines)
        element = choices.choice(_OTHER_TYPES) if choices.random() < 0.03 else self.element
        if position == 0 and self.targets[0].endswith(".select"):
            element = "i1"
        same = [value for value in [*values, *arguments] if value[1].endswith(f"x{element}>")]
        if same and choices.random() < 0.3:
            return choices.choice(same)
        shape = self.shape[choices.randint(0, len(self.shape)) if choices.random() < 0.3 else 0 :]
        shape = [choices.choice(["1", size, "?", size]) for size in shape]
        if shape and choices.random() < 0.05:
            shape[0] = choices.choice(_SIZES)
        value = (f"%a{len(arguments)}", f"tensor<{''.join(f'{size}x' for size in shape)}{element}>")
        arguments.append(value)
        return value

    def constant(self, text, position, lines):
        """Adds a constant that a rule requires."""
        name = f"%c{self.index}_{position}"
        if self.rule["source"].startswith("tosa."):
            line = f'"tosa.const"() {{values = dense<{text}> : tensor<1xi8>}} : () -> tensor<1xi8>'
        elif text in _CONSTANTS:
            line = _CONSTANTS[text]
        elif text.startswith('"'):
            line = f'"torch.constant.str"() {{value = {text}}} : () -> !torch.str'
        elif any(letter in text for letter in ".en"):
            line = f'"torch.constant.float"() {{value = {float(text)!r} : f64}} : () -> !torch.float'
        else:
            line = f'"torch.constant.int"() {{value = {text} : i64}} : () -> !torch.int'
        lines.append(f"{name} = {line}")
        return name, line.rpartition(" ")[2]

    def result_type(self, operands):
        choices = self.choices
        default = "i1" if self.targets[-1].endswith(".compare") else self.element
        if self.targets[-1].endswith(".complex"):
            default = f"complex<{self.element}>"
        element = choices.choice(self.rule.get("result_element_types", [default]))
        shapes = _shapes(operands)
        rank = max(map(len, shapes), default=0)
        sizes = []
        for dim in range(rank):
            aligned = {shape[dim - rank] for shape in shapes if len(shape) >= rank - dim} - {"1"}
            known = sorted(aligned - {"?"})
            size = known[0] if known else "?" if aligned else "1"
            sizes.append(choices.choice(["?", "4"]) if choices.random() < 0.05 else size)
        return f"tensor<{''.join(f'{size}x' for size in sizes)}{element}>"

    def attributes(self, operands):
        """Returns the attributes that the rule requires, and some that it knows."""
        rule, choices = self.rule, self.choices
        values = dict(rule.get("require", {}))
        for name, value in rule.get("require_if_present", {}).items():
            if choices.random() < 0.5:
                values[name] = value
        for name, keys in rule.get("map", {}).items():
            key = choices.choice(sorted(keys))
            values[name] = key if ":" in key or key in ("true", "false") else f'"{key}"'
        if "comparison_direction" in rule.get("carry", []) + list(rule.get("dialect", {})):
            values.setdefault("comparison_direction", "#chlo<comparison_direction LT>")
        ranks = [len(shape) for shape in _shapes(operands)]
        if name := rule.get("broadcast_dimensions"):
            if choices.random() < 0.3 and ranks:
                low, high = min(ranks), max(ranks)
                dims = sorted(choices.sample(range(high), low)) if low < high else range(low)
                values[name] = f"array<i64{': ' if dims else ''}{', '.join(map(str, dims))}>"
        if values and choices.random() < 0.03:
            values.popitem()
        if choices.random() < 0.03:
            values["unknown"] = "1 : i32"
        if not values:
            return ""
        return " {" + ", ".join(f"{name} = {value}" for name, value in values.items()) + "}"


def _shapes(operands):
    """Returns the sizes of the operands that are tensors."""
    shapes = [re.match(r"tensor<((?:[\d?]+x)*)", operand_type) for _, operand_type in operands]
    return [match[1].split("x")[:-1] for match in shapes if match]


def _count(rule):
    """Returns the least and the greatest number of operands."""
    needed = [int(key) + 1 for key in rule.get("require_operands", {})]
    for selected in rule.get("operands", []):
        begin, dots, end = str(selected).partition("..")
        needed.append(int(end or begin or 0) + (not dots))
    for step in rule.get("sequence", []):
        for operand in step.get("operands", []):
            if isinstance(operand, int):
                needed.append(operand + 1)
            if isinstance(operand, dict) and "operand" in operand:
                needed.append(operand["operand"] + 1)
    count = rule.get("operand_count")
    if isinstance(count, int):
        return count, count
    if count:
        begin, _, end = count.partition("..")
        return int(begin), int(end) - 1 if end else int(begin) + 2
    least = max(needed, default=0)
    is_select = rule.get("target", "").endswith((".select", ".clamp"))
    return (least, least) if least else (3, 3) if is_select else (2, 2)
