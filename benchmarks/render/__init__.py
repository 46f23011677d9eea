"""How long pictures take, beside their targets."""
