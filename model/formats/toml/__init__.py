"""The native format and rule files, both TOML (CONTRACT 1.1, 1.3)."""
