"""1889: History of Shikoku Railways."""

from engine.titles.t1889.title import TITLE as TITLE
