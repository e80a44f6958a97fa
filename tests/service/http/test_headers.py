import pytest

from service.http.headers import etag, has_version, key_of
from service.http.problems import Problem


def test_the_etag_is_the_version() -> None:
    assert etag(12) == '"12"'


@pytest.mark.parametrize(
    ("if_none_match", "expected"),
    [
        (None, False),
        ('"12"', True),
        ('W/"12"', True),
        ('"11", "12"', True),
        ("*", True),
        ('"1"', False),
        ('"112"', False),
        ("12", False),
        ("", False),
    ],
)
def test_what_the_client_has(if_none_match: str | None, expected: bool) -> None:
    assert has_version(if_none_match, 12) is expected


@pytest.mark.parametrize(
    ("sent", "key"),
    [
        (None, None),
        ("k-1", "k-1"),
        ('"k-1"', "k-1"),
        ('"', '"'),
        ('""', '""'),
        ("k" * 255, "k" * 255),
    ],
)
def test_an_idempotency_key_may_be_quoted(sent: str | None, key: str | None) -> None:
    assert key_of(sent) == key


@pytest.mark.parametrize("sent", ["", "k" * 256, "two words", "ключ", "a\x00b", "a\n"])
def test_an_idempotency_key_is_visible_ascii(sent: str) -> None:
    with pytest.raises(Problem) as refused:
        key_of(sent)

    assert refused.value.code == "invalid_parameter"
