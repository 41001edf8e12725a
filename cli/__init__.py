"""The command line: formats what `model` and `solver` find.  Nothing heavy is imported before a command runs."""
