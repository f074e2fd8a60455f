"""SmolLM2 from GGUF to the folder that vLLM reads: bfloat16 safetensors, configuration, tokenizer.

usage: convert_model.py MODEL.gguf FOLDER

The model has 9 query heads and 3 key/value heads, which no even number of ranks divides. Heads of zeros are added
until 4 key/value heads (12 query heads) are there. They add nothing to any result: their values are zero and the
columns of the output projection that read them are zero too.
"""

import json
import os
import struct
import sys

import numpy
from gguf import GGUFReader, dequantize

KEY_VALUE_HEADS = 4

NAMES = {
    "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj",
    "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj",
    "ffn_up": "mlp.up_proj",
    "ffn_down": "mlp.down_proj",
    "attn_norm": "input_layernorm",
    "ffn_norm": "post_attention_layernorm",
}


class Shape:
    """The model's sizes as the GGUF states them, and as they are after padding."""

    def __init__(self, reader):
        self.reader = reader
        self.hidden = self.field("llama.embedding_length")
        self.query_heads = self.field("llama.attention.head_count")
        self.kv_heads = self.field("llama.attention.head_count_kv")
        self.head = self.hidden // self.query_heads
        self.padded_query_heads = KEY_VALUE_HEADS * (self.query_heads // self.kv_heads)

    def field(self, name, otherwise=None):
        field = self.reader.fields.get(name)
        return otherwise if field is None else field.contents()


def rotary_order(weight, heads):
    """GGUF interleaves the two halves that rotary embedding pairs; transformers keeps them apart."""
    rows, columns = weight.shape
    return weight.reshape(heads, rows // heads // 2, 2, columns).swapaxes(1, 2).reshape(rows, columns)


def padded(weight, size, axis):
    widths = [(0, 0)] * weight.ndim
    widths[axis] = (0, size - weight.shape[axis])
    return numpy.pad(weight, widths)


def bfloat16(weight):
    """The upper half of a float32, rounded to nearest, ties to even."""
    bits = numpy.ascontiguousarray(weight, dtype=numpy.float32).view(numpy.uint32)
    return ((bits + (0x7FFF + ((bits >> 16) & 1))) >> 16).astype(numpy.uint16)


def tensor(shape, name, weight):
    """Name and weight as transformers has them, or None for what it computes itself."""
    if name == "token_embd.weight":
        return "model.embed_tokens.weight", weight
    if name == "output_norm.weight":
        return "model.norm.weight", weight
    parts = name.split(".")
    if parts[0] != "blk" or parts[2] not in NAMES:
        return None
    query, key = shape.padded_query_heads * shape.head, KEY_VALUE_HEADS * shape.head
    if parts[2] == "attn_q":
        weight = padded(rotary_order(weight, shape.query_heads), query, 0)
    elif parts[2] == "attn_k":
        weight = padded(rotary_order(weight, shape.kv_heads), key, 0)
    elif parts[2] == "attn_v":
        weight = padded(weight, key, 0)
    elif parts[2] == "attn_output":
        weight = padded(weight, query, 1)
    return f"model.layers.{parts[1]}.{NAMES[parts[2]]}.weight", weight


def write_safetensors(path, tensors):
    header, offset = {"__metadata__": {"format": "pt"}}, 0
    for name in sorted(tensors):
        end = offset + tensors[name].nbytes
        header[name] = {"dtype": "BF16", "shape": list(tensors[name].shape), "data_offsets": [offset, end]}
        offset = end
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        for name in sorted(tensors):
            file.write(tensors[name].tobytes())


def configuration(shape, vocabulary):
    return {
        "architectures": ["LlamaForCausalLM"],
        "model_type": "llama",
        "attention_bias": False,
        "attention_dropout": 0.0,
        "bos_token_id": shape.field("tokenizer.ggml.bos_token_id"),
        "dtype": "bfloat16",
        "eos_token_id": shape.field("tokenizer.ggml.eos_token_id"),
        "head_dim": shape.head,
        "hidden_act": "silu",
        "hidden_size": shape.hidden,
        "intermediate_size": shape.field("llama.feed_forward_length"),
        "max_position_embeddings": shape.field("llama.context_length"),
        "mlp_bias": False,
        "num_attention_heads": shape.padded_query_heads,
        "num_hidden_layers": shape.field("llama.block_count"),
        "num_key_value_heads": KEY_VALUE_HEADS,
        "pad_token_id": shape.field("tokenizer.ggml.padding_token_id"),
        "rms_norm_eps": float(shape.field("llama.attention.layer_norm_rms_epsilon")),
        "rope_theta": shape.field("llama.rope.freq_base"),
        "tie_word_embeddings": True,
        "vocab_size": vocabulary,
    }


def write_json(folder, name, value):
    with open(os.path.join(folder, name), "w") as file:
        json.dump(value, file, indent=1)
        file.write("\n")


def main(source, folder):
    reader = GGUFReader(source)
    shape = Shape(reader)
    tensors = {}
    for read in reader.tensors:
        found = tensor(shape, read.name, dequantize(read.data, read.tensor_type))
        if found is None:
            print(f"left out: {read.name}")
            continue
        tensors[found[0]] = bfloat16(found[1])
    write_safetensors(os.path.join(folder, "model.safetensors"), tensors)
    config = configuration(shape, tensors["model.embed_tokens.weight"].shape[0])
    write_json(folder, "config.json", config)
    tokens = {name: config[name] for name in ("bos_token_id", "eos_token_id", "pad_token_id")}
    write_json(folder, "generation_config.json", {k: v for k, v in tokens.items() if v is not None})

    # Imported last: it takes seconds, and an error above is then seen without waiting for it.
    from transformers import AutoTokenizer

    place, name = os.path.split(source)
    AutoTokenizer.from_pretrained(place, gguf_file=name).save_pretrained(folder)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
