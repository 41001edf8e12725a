"""What holds for all tests."""

from hypothesis import settings

# The same examples in every run: a change is judged by what it does, not by what was drawn.
# `pytest --hypothesis-profile=default` draws others.
settings.register_profile("suite", derandomize=True)
settings.load_profile("suite")
