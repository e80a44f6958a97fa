"""Nothing is sent to an address that is not public, however it is written, unless the operator allows it."""

from ipaddress import ip_address

import pytest

from service.webhooks.addresses import LONGEST_URL, NotAllowed, Reach, is_public

ANY_PORT = Reach(ports=(0,), http=True)

HIDDEN = {
    "this": "0.0.0.0 0.1.2.3 127.0.0.1 127.255.255.254 :: ::1 ::7f00:1",
    "private": "10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 fc00::1 fd12:3456::1 fec0::1",
    "link-local": "169.254.169.254 fe80::1",
    "shared": "100.64.0.1 100.127.255.255",
    "protocols": "192.0.0.1 192.0.0.170 192.88.99.1 2001::1 2001:2::1 2001:10::1 2001:20::1 100::1 5f00::1",
    "documentation": "192.0.2.1 198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9 2001:db8::1 3fff::1 3ffe::1",
    "multicast": "224.0.0.1 239.255.255.255 ff02::1 ff0e::1",
    "reserved": "240.0.0.1 255.255.255.255",
    "mapped": "::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1",
    "NAT64": "64:ff9b::7f00:1 64:ff9b::8.8.8.8 64:ff9b:1::1",
    "Teredo, 6to4, ISATAP": "2001:0:7f00:1:: 2002:7f00:1:: 2002:808:808::1 ::5efe:7f00:1",
}
NOT_PUBLIC = [address for addresses in HIDDEN.values() for address in addresses.split()]

PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.215.14", "172.15.0.1", "172.32.0.1", "2606:4700::1111", "2a00:1450:4001::200e"]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_what_is_not_public_is_not_reached(address: str) -> None:
    shown = f"[{address}]" if ":" in address else address

    assert not is_public(ip_address(address))
    with pytest.raises(NotAllowed, match="not a public one"):
        ANY_PORT.target(f"https://{shown}/")


@pytest.mark.parametrize("address", PUBLIC)
def test_what_is_public_is(address: str) -> None:
    shown = f"[{address}]" if ":" in address else address

    assert is_public(ip_address(address))
    assert ANY_PORT.target(f"https://{shown}").host == address


@pytest.mark.parametrize(
    "url",
    [
        "https://127.1/",
        "https://0177.0.0.1/",
        "https://0x7f.0.0.1/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://017700000001/",
        "https://127.0.0.1./",
        "https://127.0.0.1.nip.io.0x1/",
        "https://1.2.3/",
        "https://1.2.3.4.5/",
        "https://256.1.1.1/",
        "https://08.8.8.8/",
        "https://[::1%25lo]/",
        "https://[fe80::1%eth0]/",
        "https://[v1.a]/",
        "https://[127.0.0.1/",
        "https://①②⑦.⓪.⓪.①/",
        "https://１２７.0.0.1/",
        "https://127。0。0。1/",
        "https://localhost/",
        "https://redis/",
        "https://-a.example/",
        "https://a-.example/",
        "https://a..example/",
        "https://.example/",
        "https://a_b.example/",
        "https://a.example./",
        f"https://{'a' * 64}.example/",
        f"https://{'a.' * 130}example/",
        f"https://{'a.' * 123}aexample/",
        "https://user@a.example/",
        "https://user:word@a.example/",
        "https://a.example@127.0.0.1/",
        "https://a.example\\@127.0.0.1/",
        "https://a.example#@127.0.0.1/",
        "https://a.example/#top",
        "https://a.example/ b",
        "https://a.example/\r\nHost: b",
        "https://a.example/\n",
        "https://a.example\n",
        " https://a.example/",
        "https://a.example/é",
        "https://a.example:0/",
        "https://a.example:65536/",
        "https://a.example:99999/",
        "https://a.example:443a/",
        "https://a.example:/",
        "https:///a.example/",
        "https:a.example",
        "//a.example/",
        "ftp://a.example/",
        "file:///etc/passwd",
        "gopher://a.example/",
        "HTTPS://a.example/",
        "javascript:alert(1)",
        "",
        f"https://a.example/{'a' * LONGEST_URL}",
    ],
)
def test_other_spellings_are_refused(url: str) -> None:
    with pytest.raises(NotAllowed):
        Reach(ports=(443, 65536, 99999)).target(url)


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("https://a.example", ("https", "a.example", 443, "/")),
        (
            "https://xn--bcher-kva.example/%C3%BC?a=b&c=[d]",
            ("https", "xn--bcher-kva.example", 443, "/%C3%BC?a=b&c=[d]"),
        ),
        (f"https://{'a.' * 123}example/", ("https", f"{'a.' * 123}example", 443, "/")),
        ("https://A.Example:8443/x/../y;z", ("https", "A.Example", 8443, "/x/../y;z")),
    ],
)
def test_a_url_is_taken_apart(url: str, parts: tuple[object, ...]) -> None:
    assert Reach(ports=(443, 8443)).target(url) == parts


def test_ports_and_http_are_for_the_operator_to_say() -> None:
    usual = Reach()
    for url in ("http://a.example/", "https://a.example:22/", "https://a.example:8443/"):
        with pytest.raises(NotAllowed):
            usual.target(url)
    assert Reach(ports=(80,), http=True).target("http://a.example/").port == 80
    assert Reach(ports=(0,)).target("https://a.example:65535/").port == 65535
    with pytest.raises(NotAllowed, match="A port is from 1 to 65535"):
        Reach(ports=(0,)).target("https://a.example:65536/")
    with pytest.raises(NotAllowed, match="one of 443, 8443"):
        Reach(ports=(8443, 443)).target("https://a.example:444/")


def test_the_operator_may_allow_networks() -> None:
    reach = Reach(["10.1.0.0/16", "fd00::/8"])

    assert reach.target("https://10.1.2.3/").host == "10.1.2.3"
    assert reach.target("https://[fd00::1]/").host == "fd00::1"
    assert reach.target("https://receiver/").host == "receiver"
    for host in ("10.2.0.1", "127.0.0.1", "[::1]", "[::ffff:10.1.2.3]"):
        with pytest.raises(NotAllowed):
            reach.target(f"https://{host}/")
    assert not reach.may_reach(ip_address("fd00::1%eth0"))


def test_the_longest_url_takes_no_time() -> None:
    for text in ("https://" + "a." * 30_000, "https://a.example/" + "%" * 60_000, "https://" + "-" * 60_000):
        with pytest.raises(NotAllowed):
            ANY_PORT.target(text)
