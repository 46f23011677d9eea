"""The bot's metrics, for its host; they contain nothing that players write."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field

import prometheus_client as prometheus
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector

SOON = (0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.5, 5.0, 15.0, 60.0)
"""Histogram buckets in seconds; Discord waits three for the first answer."""
# When counting began is told by the start of the process.
prometheus.disable_created_metrics()


@dataclass
class Figures:
    """Counters and timings since the start, and gauges read on request."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)

    def __post_init__(self) -> None:
        ProcessCollector(registry=self.registry)
        self.interactions = self._count("interactions", "Commands and buttons that were used", "what")
        self.autocompletes = self._count("autocompletes", "Autocomplete requests")
        self.posts = self._count("posts", "Announcements posted", "kind")
        self.errors = self._count("errors", "Errors in the log", "where")
        self.acknowledged = self._times("acknowledged", "Time until a press or command was acknowledged")
        self.answered = self._times("answered", "Time until a press or command was answered")
        self.posted = self._times("posted", "Time to draw and post an announcement")
        self.moves = self._times("move", "Time to work out and store a move")
        self.rules = self._times("rules", "Time the rules took for one question")
        self.well = self._state("well", "Whether the bot is healthy and connected: 1 or 0")
        self.leads = self._state(
            "leads", "Whether this process sends reminders, plays for robots and cleans up: 1 or 0"
        )
        self.guilds = self._state("guilds", "Servers the bot is on")
        self.games = self._state("games_running", "Games in progress")
        self.outbox = self._state("outbox_waiting", "Announcements waiting to be posted")
        self.oldest = self._state("outbox_oldest_seconds", "Age of the oldest announcement waiting to be posted")
        self.aside = self._state("outbox_set_aside", "Announcements that were skipped")
        self.reminders = self._state("reminders_due", "Reminders that are due")
        self.late = self._state("reminders_late_seconds", "How long the oldest due reminder is overdue")
        self.rules_queue = self._state("rules_queue", "Questions waiting for the rules")
        self.drawing_queue = self._state("drawing_queue", "Pictures waiting to be drawn", "whose")

    def measured(self, what: str, seconds: float) -> None:
        """Record a timing from the table."""
        (self.moves if what == "move" else self.rules).observe(seconds)

    def exposition(self) -> str:
        """All metrics in Prometheus's format."""
        return prometheus.generate_latest(self.registry).decode()

    def _count(self, name: str, about: str, *labels: str) -> Counter:
        return Counter(f"stationmaster_{name}", about, labels, registry=self.registry)

    def _times(self, name: str, about: str) -> Histogram:
        return Histogram(f"stationmaster_{name}_seconds", about, buckets=SOON, registry=self.registry)

    def _state(self, name: str, about: str, *labels: str) -> Gauge:
        return Gauge(f"stationmaster_{name}", about, labels, registry=self.registry)


class Counting(logging.Handler):
    """Counts the errors in the log."""

    def __init__(self, figures: Figures) -> None:
        super().__init__(logging.ERROR)
        self.figures = figures

    def emit(self, record: logging.LogRecord) -> None:
        """Count a record."""
        self.figures.errors.labels(record.name.removeprefix("stationmaster.")).inc()
