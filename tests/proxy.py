"""A proxy before a service, which can be told to do wrong: what a client does then shows what it is worth."""

import http.client
import sys
import threading
from collections.abc import Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar, Self

import msgspec

PATIENCE_SECONDS = 180
STREAMS = ("application/x-ndjson", "text/event-stream")
OF_THE_CONNECTION = {"connection", "content-length", "transfer-encoding", "keep-alive"}


class Cut(Exception):
    """Raised by a fault: the connection breaks here, and nothing more is said."""


@dataclass
class Request:
    """A request on its way to the service."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def is_move(self) -> bool:
        return self.method == "POST" and self.path.endswith("/moves")

    @property
    def table(self) -> str:
        """The id of the table that it is about; nothing if it is about none."""
        _, found, rest = self.path.partition("/tables/")
        return rest.partition("/")[0].partition("?")[0] if found else ""

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


@dataclass
class Response:
    """An answer on its way to the client."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    def without(self, *headers: str) -> "Response":
        """Return it without these headers, whose names are small."""
        rest = {name: text for name, text in self.headers.items() if name.lower() not in headers}
        return Response(self.status, rest, self.body)

    def with_json(self, document: Any) -> "Response":
        return Response(self.status, self.headers, msgspec.json.encode(document))


class Fault:
    """What the proxy does wrong: nothing. `broken` are the promises that are broken by it, with what is told of it."""

    broken: ClassVar[Mapping[str, str]] = {}

    def request(self, request: Request) -> Request:
        """Return the request that the service gets."""
        return request

    def response(self, request: Request, response: Response) -> Response:
        """Return the answer that the client gets."""
        return response

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        """Return the lines that the client gets for one of a stream."""
        return (line,)


class Together(Fault):
    """Does several things wrong."""

    def __init__(self, *faults: Fault) -> None:
        self.faults = faults

    def request(self, request: Request) -> Request:
        for fault in self.faults:
            request = fault.request(request)
        return request

    def response(self, request: Request, response: Response) -> Response:
        for fault in self.faults:
            response = fault.response(request, response)
        return response

    def line(self, request: Request, line: bytes) -> Iterable[bytes]:
        lines: Iterable[bytes] = (line,)
        for fault in self.faults:
            lines = [passed for each in lines for passed in fault.line(request, each)]
        return lines


class Proxy(ThreadingHTTPServer):
    """Passes requests on to a service on this machine, and its answers back."""

    daemon_threads = True

    def __init__(self, port: int, fault: Fault, own_port: int = 0) -> None:
        super().__init__(("127.0.0.1", own_port), Handler)
        self.service = port
        self.fault = fault
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of connections that break: that is what this is for. Tell of a fault that fails itself."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Serves one connection of a client."""

    server: Proxy
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_: object) -> None:
        """Log nothing."""

    def pass_on(self) -> None:
        fault = self.server.fault
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        headers = {name: value for name, value in self.headers.items() if name.lower() not in OF_THE_CONNECTION}
        if "," in headers.get("Accept-Encoding", ""):  # what a client takes by itself: faults read answers as they are
            del headers["Accept-Encoding"]
        request = Request(self.command, self.requestline.split()[1], headers, body)
        try:
            wanted = fault.request(request)
            upstream = http.client.HTTPConnection("127.0.0.1", self.server.service, timeout=PATIENCE_SECONDS)
            with closing(upstream):
                self.ask(upstream, wanted)
                with upstream.getresponse() as answer:
                    if answer.headers.get_content_type() in STREAMS:
                        self.stream(request, answer)
                    else:
                        response = Response(answer.status, dict(answer.headers.items()), answer.read())
                        self.tell(request, fault.response(request, response))
        except (Cut, OSError):
            self.close_connection = True

    do_GET = do_HEAD = do_POST = do_DELETE = do_OPTIONS = do_PUT = do_PATCH = pass_on  # noqa: N815 - its names

    def ask(self, upstream: http.client.HTTPConnection, request: Request) -> None:
        """Send a request to the service: with as many hosts as the client has named."""
        upstream.putrequest(request.method, request.path, skip_host=True, skip_accept_encoding=True)
        for host in self.headers.get_all("Host", ()):
            upstream.putheader("Host", host)
        for name, value in request.headers.items():
            if name.lower() != "host":
                upstream.putheader(name, value)
        if request.body or request.method not in {"GET", "HEAD", "OPTIONS", "DELETE"}:
            upstream.putheader("Content-Length", str(len(request.body)))
        upstream.endheaders(request.body or None)

    def tell(self, request: Request, response: Response) -> None:
        """Send a whole answer."""
        self.head(response.status, response.headers)
        body = b"" if request.method == "HEAD" else response.body
        if request.method != "HEAD":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, request: Request, answer: http.client.HTTPResponse) -> None:
        """Send the lines of a stream as they come."""
        self.head(answer.status, dict(answer.headers.items()))
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for line in answer:
            for each in self.server.fault.line(request, line):
                self.wfile.write(b"%x\r\n%b\r\n" % (len(each), each))
        self.wfile.write(b"0\r\n\r\n")

    def head(self, status: int, headers: dict[str, str]) -> None:
        self.send_response_only(status)
        for name, value in headers.items():
            if name.lower() not in OF_THE_CONNECTION:
                self.send_header(name, value)
