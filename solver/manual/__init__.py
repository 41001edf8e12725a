"""The manual method, step by step (RULES 11, P C1–C9)."""
