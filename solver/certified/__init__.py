"""The certified engine: faces of the matching polytope, level after level, each proved (docs/method.md)."""
