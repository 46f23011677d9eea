"""The map: hexes, tiles, track, station markers, and the network that a builder can reach."""
