"""Measured figures: none of them is a test."""
