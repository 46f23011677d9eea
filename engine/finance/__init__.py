"""Money, shares, certificates, lots on sale and the stock market."""
