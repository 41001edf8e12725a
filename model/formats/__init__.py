"""Files to tournaments and back: reading, checking, writing."""
