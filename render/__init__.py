"""Pictures of a game: a view goes in, bytes and words come out. Knows neither Discord nor any title."""

from render.animation import draw_animation
from render.board import draw_map
from render.cards import draw_company, draw_private
from render.charts import draw_prices, draw_revenue, draw_worth
from render.choices import draw_choices, draw_ever, pages
from render.market import draw_market
from render.phases import draw_phases
from render.picture import Picture
from render.runs import draw_runs, running_company
from render.sheet import draw_sheet
from render.standings import StandingsLine, StandingsSheet, draw_standings
from render.tables import draw_csv, draw_table
from render.themes import THEMES
from render.tiles import draw_tiles, tile_pages
from render.ways import draw_ways

__all__ = [
    "THEMES",
    "Picture",
    "StandingsLine",
    "StandingsSheet",
    "draw_animation",
    "draw_choices",
    "draw_company",
    "draw_csv",
    "draw_ever",
    "draw_map",
    "draw_market",
    "draw_phases",
    "draw_prices",
    "draw_private",
    "draw_revenue",
    "draw_runs",
    "draw_sheet",
    "draw_standings",
    "draw_table",
    "draw_tiles",
    "draw_ways",
    "draw_worth",
    "pages",
    "running_company",
    "tile_pages",
]
