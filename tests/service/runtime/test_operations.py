import pytest

from service.runtime.operations import open_to_operators
from tests.ports import free_port


def test_a_port_that_was_taken_meanwhile_is_named() -> None:
    port = free_port()

    with (
        open_to_operators("127.0.0.1", port),
        pytest.raises(
            OSError, match=f"^Cannot listen on 127.0.0.1, port {port}: Address already in use. `--operations-port` "
        ),
        open_to_operators("127.0.0.1", port),
    ):
        pass
