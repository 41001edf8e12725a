"""Write the JSON schema files of this folder: `python docs/schemas/make.py`.  A test says when that is needed."""

from __future__ import annotations

import json
from pathlib import Path

from pairproof.cli.documents.schemas import schemas

HERE = Path(__file__).resolve().parent


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
