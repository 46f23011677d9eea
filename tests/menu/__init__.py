"""What a seat can do, as data: menus without Discord."""
