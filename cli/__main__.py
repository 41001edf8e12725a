"""`python -m cli` is the command `pairproof`."""

from cli.app import main

if __name__ == "__main__":
    main()
