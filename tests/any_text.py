"""Texts of any characters, for random examples."""

from hypothesis import strategies as st


def any_text(max_size: int | None = None) -> st.SearchStrategy[str]:
    """Draw what `st.text` draws, which would first encode a million characters to find those that are no surrogates."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=max_size)
