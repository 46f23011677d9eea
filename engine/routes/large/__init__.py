"""Large cases: the only part of the package that needs numpy, and highspy for the proof."""
