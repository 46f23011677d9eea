"""What the test command runs beside the tests."""
