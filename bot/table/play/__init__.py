"""A move and the orders that follow it: worked out (`playing`), stored (`keeping`) and announced (`telling`).

From outside: `telling`, `extras`, `troubles`, the kinds in `orders`, and through the table `keeping` and `ordering`.
"""
