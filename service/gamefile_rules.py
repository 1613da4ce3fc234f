"""`[rules]` of a game's file: the knobs of the variant."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.toml_table import Table


def read_rules(table: Table) -> Mapping[str, object]:
    """The knobs that the file sets."""
    return MappingProxyType(dict(table.data))
