import httpx
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


@pytest.mark.parametrize(
    ("path", "status"), [("/metrics", 200), ("/metrics?job=parlour", 200), ("/metrics?", 200), ("/metric", 404)]
)
def test_metrics_are_given_whatever_the_query(path: str, status: int) -> None:
    port = free_port()

    with open_to_operators("127.0.0.1", port):
        assert httpx.get(f"http://127.0.0.1:{port}{path}").status_code == status
