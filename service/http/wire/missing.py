"""What is missing in an answer. It needs nothing of HTTP, which a command that reads answers need not import."""

from typing import Annotated

from msgspec import Meta, UnsetType

Missing = Annotated[tuple[int, ...], Meta(description="Shards of the log that did not answer.")] | UnsetType
"""Numbers of shards of which what they have is missing in an answer; left out where nothing is missing."""
