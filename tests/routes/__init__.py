"""Tests of engine.routes."""
