"""Pictures of a game: a view goes in, bytes and words come out. Knows neither Discord nor any title."""

from render.animation import draw_animation
from render.board import draw_map
from render.cards import draw_company, draw_private
from render.charts import draw_prices, draw_revenue, draw_story, draw_worth
from render.choices import draw_choices, draw_ever, pages
from render.describing import PARTS, describe, describe_hex, parts_of
from render.emblem import COMPANY, PRIVATE, TRAIN, Emblem, draw_emblem, emblem_name, emblems
from render.grids import Cell, Grid
from render.hearing import as_many
from render.market import draw_market, market_shape
from render.moment import drawn_for
from render.phases import draw_phases, phases_shape
from render.picture import Picture
from render.runs import draw_runs, paying_company, running_company
from render.sheet import draw_auction, draw_holdings, draw_sheet
from render.standings import StandingsLine, StandingsSheet, draw_standings
from render.tables import draw_csv, draw_grid, draw_grid_csv, draw_table
from render.themes import THEMES
from render.tiles import draw_tiles, tile_pages
from render.ways import draw_ways

__all__ = [
    "COMPANY",
    "PARTS",
    "PRIVATE",
    "THEMES",
    "TRAIN",
    "Cell",
    "Emblem",
    "Grid",
    "Picture",
    "StandingsLine",
    "StandingsSheet",
    "as_many",
    "describe",
    "describe_hex",
    "draw_animation",
    "draw_auction",
    "draw_choices",
    "draw_company",
    "draw_csv",
    "draw_emblem",
    "draw_ever",
    "draw_grid",
    "draw_grid_csv",
    "draw_holdings",
    "draw_map",
    "draw_market",
    "draw_phases",
    "draw_prices",
    "draw_private",
    "draw_revenue",
    "draw_runs",
    "draw_sheet",
    "draw_standings",
    "draw_story",
    "draw_table",
    "draw_tiles",
    "draw_ways",
    "draw_worth",
    "drawn_for",
    "emblem_name",
    "emblems",
    "market_shape",
    "pages",
    "parts_of",
    "paying_company",
    "phases_shape",
    "running_company",
    "tile_pages",
]
