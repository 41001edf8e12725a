"""Write the JSON schema files of this folder: `python docs/schemas/make.py`.  A test says when that is needed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from cli.document_shapes import schemas  # noqa: E402


def texts() -> dict[str, str]:
    """The files' names and what they have to hold."""
    return {
        f"{name}.json": json.dumps(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}, indent=2, sort_keys=True
        )
        + "\n"
        for name, schema in schemas().items()
    }


if __name__ == "__main__":
    for name, text in texts().items():
        (HERE / name).write_text(text, encoding="utf-8")
