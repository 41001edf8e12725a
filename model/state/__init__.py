"""The state before a round: history, scores, ranking, colours, floats (RULES 1–4, 12)."""
