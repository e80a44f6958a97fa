import pytest

from service.http.problems import Problem
from service.http.wire.headers import etag, key_of, names
from service.store import Epoch
from service.store.port import FIRST_EPOCH


def test_the_etag_is_the_version() -> None:
    assert etag(12, FIRST_EPOCH) == 'W/"12"'


def test_a_later_epoch_has_other_etags() -> None:
    second, other = Epoch(2, "0a0b0c0d"), Epoch(2, "0e0f0a0b")

    assert etag(12, second) == 'W/"12-2-0a0b0c0d"'
    assert etag(12, second) == 'W/"12-2-0a0b0c0d"'
    assert etag(12, second) not in {etag(12, FIRST_EPOCH), etag(12, other), etag(11, second)}


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
        ("," * 900 + '"12"', True),
        ("," * 1_000 + '"12"', False),
    ],
)
def test_what_the_client_has(if_none_match: str | None, expected: bool) -> None:
    assert names(if_none_match, etag(12, FIRST_EPOCH)) is expected


@pytest.mark.parametrize(
    ("sent", "key"),
    [
        (None, None),
        (b"k-1", b"k-1"),
        (b'"k-1"', b"k-1"),
        (b'"', b'"'),
        (b'""', b'""'),
        (b"k" * 255, b"k" * 255),
    ],
)
def test_an_idempotency_key_may_be_quoted(sent: bytes | None, key: bytes | None) -> None:
    assert key_of(sent) == key


@pytest.mark.parametrize("sent", [b"", b"k" * 256, b"two words", "ключ".encode(), b"a\x00b", b"a\n"])
def test_an_idempotency_key_is_visible_ascii(sent: bytes) -> None:
    with pytest.raises(Problem) as refused:
        key_of(sent)

    assert refused.value.code == "invalid_parameter"
