"""Runs models of HuggingFace's transformers, with any batch and length, on IREE.

docs/frontends/torch-mlir.md explains it. Each model has a small configuration and random
weights, so nothing is downloaded. It is exported with dynamic sizes, converted to
StableHLO by torch-mlir, lowered by `bcast-lower --target=iree`, run at several sizes, and
compared with torch:

    python -m venv hf && . hf/bin/activate
    pip install torch==2.15.0 torch-mlir transformers==5.23.0 \\
        iree-base-compiler==3.13.0 iree-base-runtime==3.13.0
    python examples/hf_on_iree.py bert gpt2   # without names: all models

`--write DIRECTORY` writes what torch-mlir gives, with the sizes that torch knows, as
NAME.mlir, for other targets.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
import transformers
from hf_export import to_stablehlo
from iree_programs import Refused, compile_for_cpu, difference, make_ready

# Sizes of texts, as batch and length, and of images, as a batch.
TEXTS = [(2, 7), (1, 4), (3, 16)]
IMAGES = [(2,), (1,), (5,)]
# Sizes of one layer and of the vocabulary, by the names that most configurations have.
SMALL = dict(
    vocab_size=64,
    hidden_size=32,
    num_hidden_layers=2,
    num_attention_heads=4,
    intermediate_size=64,
    max_position_embeddings=64,
)
# For models that may have fewer keys than queries.
GROUPED = SMALL | dict(num_key_value_heads=2, pad_token_id=0)
PICTURE = dict(image_size=16, patch_size=4)

# The class of a model, which its configuration's name follows, and what it is built with.
TEXT_MODELS = {
    "bert": ("Bert", SMALL),
    "roberta": ("Roberta", SMALL | dict(max_position_embeddings=66)),
    "distilbert": (
        "DistilBert",
        dict(vocab_size=64, dim=32, n_layers=2, n_heads=4, hidden_dim=64),
    ),
    "electra": ("Electra", SMALL | dict(embedding_size=16)),
    "albert": ("Albert", SMALL | dict(embedding_size=16)),
    "gpt2": ("GPT2", dict(vocab_size=64, n_positions=64, n_embd=32, n_layer=2, n_head=4)),
    "opt": (
        "OPT",
        dict(
            vocab_size=64,
            hidden_size=32,
            num_hidden_layers=2,
            ffn_dim=64,
            num_attention_heads=4,
            max_position_embeddings=64,
            word_embed_proj_dim=32,
        ),
    ),
    "llama": ("Llama", GROUPED),
    "mistral": ("Mistral", GROUPED | dict(sliding_window=None)),
    "qwen2": ("Qwen2", GROUPED),
    "qwen3": ("Qwen3", GROUPED | dict(head_dim=8)),
    "phi3": ("Phi3", GROUPED | dict(bos_token_id=1, eos_token_id=2)),
    "gemma2": ("Gemma2", GROUPED | dict(head_dim=8)),
    "t5": ("T5", dict(vocab_size=64, d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4)),
}
IMAGE_MODELS = {
    "vit": ("ViT", SMALL | PICTURE),
    "deit": ("Deit", SMALL | PICTURE),
    "dinov2": ("Dinov2", SMALL | PICTURE),
    "clip_vision": ("CLIPVision", SMALL | PICTURE),
}
# Classes that are not named after their configuration.
CLASSES = {"T5": "T5EncoderModel", "Deit": "DeiTModel"}
CONFIGURATIONS = {"Deit": "DeiTConfig"}


class TextState(torch.nn.Module):
    """Gives the last hidden state of a model only, and does not keep keys for later calls."""

    def __init__(self, model):
        super().__init__()
        self.model = model
        self.options = {"use_cache": False} if hasattr(model.config, "use_cache") else {}

    def forward(self, ids, mask):
        result = self.model(input_ids=ids, attention_mask=mask, **self.options)
        return result.last_hidden_state


class ImageState(torch.nn.Module):
    """The same for images."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, pixels):
        return self.model(pixel_values=pixels).last_hidden_state


def build(name):
    """Returns a model with random weights."""
    kind, sizes = (TEXT_MODELS | IMAGE_MODELS)[name]
    torch.manual_seed(0)
    configuration = getattr(transformers, CONFIGURATIONS.get(kind, f"{kind}Config"))(**sizes)
    # The other ways to compute attention have branches on sizes, or ops that torch-mlir lacks.
    configuration._attn_implementation = "eager"
    model = getattr(transformers, CLASSES.get(kind, f"{kind}Model"))(configuration)
    return (ImageState if name in IMAGE_MODELS else TextState)(model).eval()


def text_arguments(batch, length):
    """Returns tokens, and a mask in which each text but the first ends one token earlier."""
    generator = np.random.default_rng(batch * 100 + length)
    ids = generator.integers(3, 64, (batch, length))
    mask = np.ones((batch, length), np.int64)
    mask[1:, -1] = 0
    return ids, mask


def image_arguments(batch):
    generator = np.random.default_rng(batch)
    return (generator.standard_normal((batch, 3, 16, 16)).astype(np.float32),)


def export(name):
    """Returns a model, its program as text, and the arguments of valid and of wrong calls."""
    model = build(name)
    batch = torch.export.Dim("batch", min=1, max=1024)
    if name in IMAGE_MODELS:
        calls = [image_arguments(*sizes) for sizes in IMAGES]
        return model, to_stablehlo(model, calls[0], ({0: batch},)), calls, []
    length = torch.export.Dim("length", min=1, max=64)
    calls = [text_arguments(*sizes) for sizes in TEXTS]
    # Masks of another length, and of another batch.
    wrong = [(text_arguments(2, 7)[0], text_arguments(*sizes)[1]) for sizes in [(2, 5), (3, 7)]]
    shape = {0: batch, 1: length}
    return model, to_stablehlo(model, calls[0], (shape, shape)), calls, wrong


def outcome(model, text, calls, wrong):
    """Runs a program; returns `runs`, or the first problem."""
    try:
        module = compile_for_cpu(make_ready(text))
    except Refused as refused:
        return f"no: {refused}"
    for arguments in calls:
        sizes = arguments[0].shape
        with torch.no_grad():
            expected = model(*map(torch.from_numpy, arguments)).numpy()
        try:
            found = module["main"](*arguments)
        except RuntimeError as error:
            return f"stops at {sizes}: {str(error)[:200]}"
        problem = difference(found, [expected], sizes)
        if problem is not None:
            return f"WRONG: {problem}"
    for arguments in wrong:
        try:
            module["main"](*arguments)
        except RuntimeError:
            continue
        return f"WRONG: a mask of {arguments[1].shape} for {arguments[0].shape} is accepted"
    return f"runs, and rejects {len(wrong)} masks of other sizes" if wrong else "runs"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", metavar="MODEL")
    parser.add_argument("--write", type=Path, metavar="DIRECTORY", help="also write the programs")
    options = parser.parse_args()
    known = TEXT_MODELS | IMAGE_MODELS
    if unknown := set(options.models) - set(known):
        parser.error(f"unknown models: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    problems = []
    for name in options.models or known:
        model, text, calls, wrong = export(name)
        if options.write:
            (options.write / f"{name}.mlir").write_bytes(text)
        found = outcome(model, text, calls, wrong)
        print(f"{name}: {found}", flush=True)
        if not found.startswith("runs"):
            problems.append(name)
    if problems:
        raise SystemExit(f"these do not run: {', '.join(problems)}")


if __name__ == "__main__":
    main()
