"""The example dashboard and alerts ask for nothing that the bot does not tell."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.discord.kit.figures import SOON, Counting, Figures

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "monitoring"
METRIC = re.compile(r"\b((?:stationmaster|process)_[a-z_]+)")
LABEL = re.compile(r"(\w+)=~?\"|by \(([\w, ]+)\)|\{\{\s*\$labels\.(\w+)")
FROM_PROMETHEUS = {"instance", "le"}


def told() -> dict[str, set[str]]:
    """What the bot tells, with the labels it has."""
    figures = Figures()
    figures.interactions.labels("/turn").inc()
    figures.posts.labels("move").inc()
    figures.errors.labels("table").inc()
    figures.drawing_queue.labels("looking").set(1)
    samples = [sample for family in figures.registry.collect() for sample in family.samples]
    return {
        sample.name: {label for other in samples if other.name == sample.name for label in other.labels}
        for sample in samples
    }


def asked(text: str) -> tuple[set[str], set[str]]:
    """Metrics and labels that an expression names."""
    labels = {one.strip() for found in LABEL.findall(text) for part in found for one in part.split(",") if one}
    return set(METRIC.findall(text)), labels - FROM_PROMETHEUS


def check(expression: str) -> set[str]:
    known = told()
    metrics, labels = asked(expression)
    assert metrics and metrics <= known.keys(), (expression, metrics - known.keys())
    assert labels <= set().union(*(known[one] for one in metrics)), expression
    assert expression.count("(") == expression.count(")") and expression.count("{") == expression.count("}")
    return metrics


def dashboard() -> list[dict[str, Any]]:
    return json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))["panels"]


def alerts() -> list[dict[str, Any]]:
    (group,) = yaml.safe_load((FOLDER / "alerts.yaml").read_text(encoding="utf-8"))["groups"]
    return group["rules"]


def test_the_dashboard_shows_every_metric_and_no_unknown_one():
    shown = set().union(*(check(one["expr"]) for panel in dashboard() for one in panel["targets"]))
    ours = {re.sub("_(bucket|count|sum)$", "", one) for one in told() if one.startswith("stationmaster_")}
    assert ours == {re.sub("_(bucket|count|sum)$", "", one) for one in shown if one.startswith("stationmaster_")}
    assert len({panel["id"] for panel in dashboard()}) == len(dashboard())


def test_dashboard_panels_do_not_overlap():
    cells = [
        (x, y)
        for panel in dashboard()
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(set(cells)) == len(cells) and max(x for x, _ in cells) < 24


def test_the_five_alerts_use_existing_metrics_and_say_what_to_do():
    rules = alerts()
    assert len({rule["alert"] for rule in rules}) == 5
    for rule in rules:
        check(rule["expr"])
        assert rule["annotations"]["summary"].endswith(".") and rule["annotations"]["action"].endswith(".")


SOUND = {
    "stationmaster_well": 1.0,
    "stationmaster_outbox_oldest_seconds": 300.0,
    "stationmaster_reminders_late_seconds": 600.0,
}
"""What just fires none of the alerts."""


def holds(expression: str, values: dict[str, float]) -> bool:
    """Would Prometheus fire at these values? For what compares one value, or looks whether it is there."""
    for part in expression.split(" or "):
        if absent := re.fullmatch(r"absent\((\w+)\)", part):
            fires = absent[1] not in values
        else:
            compared = re.fullmatch(r"(\w+) (==|>) (\d+)", part)
            assert compared is not None, part
            name, how, bound = compared.groups()
            value = values.get(name)
            fires = value is not None and (value > float(bound) if how == ">" else value == float(bound))
        if fires:
            return True
    return False


@pytest.mark.parametrize(
    ("change", "fires"),
    [
        ({}, set()),
        ({"stationmaster_well": 0.0}, {"StationmasterNotWell"}),
        ({"stationmaster_well": None}, {"StationmasterNotWell"}),
        ({"stationmaster_outbox_oldest_seconds": 301.0}, {"StationmasterPostsNothing"}),
        ({"stationmaster_reminders_late_seconds": 601.0}, {"StationmasterRemindsLate"}),
    ],
)
def test_what_fires_each_alert(change: dict[str, float | None], fires: set[str]):
    values = {name: value for name, value in {**SOUND, **change}.items() if value is not None}
    assert {rule["alert"] for rule in alerts()[:3] if holds(rule["expr"], values)} == fires


def test_the_alert_of_slowness_fires_before_discord_gives_up():
    expression = next(rule["expr"] for rule in alerts() if rule["alert"] == "StationmasterSlow")
    found = re.fullmatch(
        r"histogram_quantile\(0\.99, sum by \(instance, le\) "
        r"\(rate\(stationmaster_acknowledged_seconds_bucket\[10m\]\)\)\) > (\d+)",
        expression,
    )
    assert found is not None
    # Prometheus guesses within a bucket: only at its edge the share of slower presses is exact.
    assert float(found[1]) in SOON and float(found[1]) < 3


def test_the_alert_of_errors_fires_for_the_first_one_as_well():
    """A series that has just begun does not increase, so the first error of each module fired nothing."""
    expression = next(rule["expr"] for rule in alerts() if rule["alert"] == "StationmasterFaults")
    increased, new = expression.split(" or ")
    errors = "stationmaster_errors_total"
    assert increased == f"increase({errors}[15m]) > 0" and new == f"({errors} unless {errors} offset 15m) > 0"
    assert errors not in Figures().exposition().replace(f"{errors} ", ""), "nothing is told before the first one"


def test_who_is_called_for_what_and_how_soon():
    found = {rule["alert"]: (rule["labels"], rule.get("for", "0m")) for rule in alerts()}
    page, ticket = {"severity": "page"}, {"severity": "ticket"}
    assert found == {
        "StationmasterNotWell": (page, "5m"),
        "StationmasterPostsNothing": (page, "5m"),
        "StationmasterRemindsLate": (page, "5m"),
        "StationmasterSlow": (ticket, "10m"),
        "StationmasterFaults": (ticket, "0m"),
    }


def test_an_unknown_metric_would_be_found():
    for wrong in ("stationmaster_games", 'stationmaster_errors_total{what="x"}'):
        try:
            check(wrong)
        except AssertionError:
            continue
        raise AssertionError(wrong)


def test_logged_errors_are_counted_by_module_and_warnings_are_not():
    figures, log = Figures(), logging.getLogger("stationmaster.table")
    counting = Counting(figures)
    log.addHandler(counting)
    log.error("Ann wrote something")
    log.warning("slow")
    log.removeHandler(counting)
    assert 'stationmaster_errors_total{where="table"} 1.0' in figures.exposition()
    assert "Ann wrote" not in figures.exposition()
