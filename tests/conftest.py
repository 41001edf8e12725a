"""What holds for all tests."""

import os
import signal
import sys

from hypothesis import settings

# The same examples in every run: a change is judged by what it does, not by what was drawn.
# `pytest --hypothesis-profile=default` draws others.
settings.register_profile("suite", derandomize=True)
settings.load_profile("suite")

# The tests start hundreds of processes: each module is compiled once for all of them, as it is for a user, also where
# the machine is set to write no bytecode.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# In the background (nohup) a shell has its programs ignore Ctrl-C, which some tests press.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
