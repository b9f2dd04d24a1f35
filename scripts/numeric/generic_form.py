"""Lists and brackets in MLIR's generic form."""

_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">"}


def end_of_group(text: str, start: int) -> int:
    """Returns the position after the bracket that closes the one at `start`."""
    stack = []
    position = start
    while position < len(text):
        character = text[position]
        if character == '"':
            position = end_of_string(text, position)
            continue
        if character in _CLOSING:
            stack.append(_CLOSING[character])
        elif character == ">" and text[position - 1] == "-":
            pass
        elif stack and character == stack[-1]:
            stack.pop()
            if not stack:
                return position + 1
        position += 1
    raise ValueError("a bracket is not closed")


def end_of_string(text: str, start: int) -> int:
    """Returns the position after a string literal."""
    position = start + 1
    while text[position] != '"':
        position += 2 if text[position] == "\\" else 1
    return position + 1


def split_list(text: str) -> list[str]:
    """Splits a list at the commas outside of brackets and strings."""
    parts, start, position = [], 0, 0
    while position < len(text):
        character = text[position]
        if character in _CLOSING:
            position = end_of_group(text, position)
            continue
        if character == '"':
            position = end_of_string(text, position)
            continue
        if character == ",":
            parts.append(text[start:position].strip())
            start = position + 1
        position += 1
    last = text[start:].strip()
    return [*parts, last] if last or parts else []
