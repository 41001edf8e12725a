"""`python -m pairproof` is the command `pairproof`."""

from pairproof.cli.app import main

if __name__ == "__main__":
    main()
