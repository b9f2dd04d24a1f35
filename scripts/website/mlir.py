"""MLIR as HTML, in the colours of mdBook's themes, whose own highlighter does not know it."""

import html
import re

# The classes of highlight.js, with what they mark. The first pattern that matches decides.
TOKENS = [
    ("comment", r"//[^\n]*"),
    ("string", r'"(?:[^"\\\n]|\\.)*"'),
    ("variable", r"%[\w$.#-]+"),
    ("symbol", r"@(?:[\w$.-]+|\"(?:[^\"\\\n]|\\.)*\")"),
    ("meta", r"[#!][A-Za-z_][\w$.-]*"),
    ("section", r"\^\w+"),
    ("type", r"\b(?:tensor|vector|memref|complex|tuple|index|none|[su]?i\d+|bf16|t?f\d+\w*)\b"),
    ("keyword", r"\b[a-z_]\w*(?:\.[a-z_]\w*)+\b|\b(?:module|return|func)\b"),
    ("number", r"(?<![\w.])-?(?:0x[0-9A-Fa-f]+|\d+(?:\.\d*(?:[eE][-+]?\d+)?)?)(?![\w.])"),
    ("literal", r"\b(?:true|false|dense|unit)\b"),
]
TOKEN = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in TOKENS))


def to_html(text):
    """Returns a block of code that highlight.js leaves as it is."""
    parts = []
    end = 0
    for token in TOKEN.finditer(text):
        parts.append(html.escape(text[end : token.start()], quote=False))
        code = html.escape(token.group(), quote=False)
        parts.append(f'<span class="hljs-{token.lastgroup}">{code}</span>')
        end = token.end()
    parts.append(html.escape(text[end:], quote=False))
    return f'<pre><code class="language-mlir nohighlight hljs">{"".join(parts)}</code></pre>'
