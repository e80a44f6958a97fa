"""The pages on which a person signs in and says what an app may do: plain HTML, without a script.

What an app says about itself is not to be trusted. Its name stands in quotation marks, in an element of its own that
keeps its direction to itself, with the place that the answer goes to beside it.
"""

from collections.abc import Iterable, Mapping
from html import escape

from service.accounts.scopes import SCOPES, Scope
from service.http.exchange import Headers
from service.http.wire.media_types import HTML
from service.http.wire.responses import Answer

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} – Parlour</title>
<link rel="stylesheet" href="/docs/guide.css">
<link rel="stylesheet" href="/docs/consent.css">
<link rel="icon" href="/docs/favicon-32x32.png">
<body>
<header><p>Parlour <span>at {place}</span></p></header>
<main id="content">
<h1>{title}</h1>
{content}
</main>
</html>
"""
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action {to}"
)
"""No script runs, no page shows this one in a frame, and forms lead only to this service and to the app."""

TYPED: Headers = [(b"content-type", HTML.encode())]
KEPT_BY_NOBODY: Headers = [(b"cache-control", b"no-store")]
OF_PAGES: Headers = [
    (b"referrer-policy", b"same-origin"),  # `no-referrer` would take from our own forms where they come from
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-resource-policy", b"same-origin"),
]

GONE_WRONG = "That is not possible"
ASKING = 'An app that calls itself <q class="claim"><bdi>{app}</bdi></q> wants to act for you. First say who you are.'
PLACE = 'The answer goes to <strong class="place">{place}</strong>.'
ON_DEVICE = """It is on the device that shows the code <strong class="place">{code}</strong>. Is that a device of yours,
and have you just begun this there yourself? <strong>If somebody has sent you here, or has told you the code, say
No:</strong> they would play as you."""
MADE = {
    "itself": "It has registered itself, and nobody has checked who it is.",
    "operator": "The operator of this service has admitted it under this name.",
    "built in": "It is the command line of Parlour.",
}
"""What the page says of an app, by who registered it."""

CODE = """{said}<form method="post" action="/device">
<p><label for="user_code">The code that your device shows</label>
<input id="user_code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40"
required></p>
<p><button>Go on</button></p>
</form>
<p class="note">Type no code that somebody else has told you or sent you.</p>"""
DECIDED = "That is all. Go back to your device: it goes on in some seconds."
REFUSED = "The device may not act for you."
SIGN_IN = """<p>{why}</p>
{said}<form method="post" action="/oauth/sign-in">
{hidden}
<h2>With a token of yours</h2>
<p><label for="token">Your token</label>
<input id="token" name="token" type="password" autocomplete="current-password" spellcheck="false" maxlength="200"></p>
<p><button name="way" value="token">Sign in</button></p>
</form>
{others}
<p class="note">This is the service at <strong>{place}</strong>. Compare that with the address that your browser shows,
before you give your token. You stay signed in here for a week, and no app sees your token.</p>"""
SIGN_UP = """<form method="post" action="/oauth/sign-in">
{hidden}
<h2>As a new player</h2>
<p><label for="name">Your name, as others will see it</label>
<input id="name" name="name" autocomplete="nickname" maxlength="40"></p>
<p><button name="way" value="name">Become a player</button></p>
</form>"""
NEW_PLAYER = """<p>Welcome, <bdi>{name}</bdi>. This is your token, and it is shown only now. Keep it as you keep a
password: whoever has it is you.</p>
<p><output class="secret">{token}</output></p>
<p><a class="button" href="{onward}">I have kept it: go on</a></p>"""
CONSENT = """<p>You are signed in as <strong><bdi>{player}</bdi></strong>.</p>
<p>An app that calls itself <q class="claim"><bdi>{app}</bdi></q> wants to act for you. {made}
{where}</p>
{said}<form method="post" action="{to}">
{hidden}
<fieldset>
<legend>What it may do</legend>
{scopes}
</fieldset>
<fieldset>
<legend>For how long</legend>
{lives}
</fieldset>
<p class="buttons"><button name="decision" value="agree">Let it act for me</button>
<button name="decision" value="refuse" class="other">No</button></p>
</form>
<p class="note">You can end it at any time: your account on this service lists the token of the app.</p>
<form method="post" action="/oauth/sign-out" class="note">
{back}
<p>You are not <bdi>{player}</bdi>? <button class="other">Sign out</button></p>
</form>"""
CLOSED = """<p>The operator of this service creates its players.</p>"""

Hidden = Mapping[str, str]
"""Fields of a form that nobody sees."""


class PageError(Exception):
    """Something is wrong that a person is told on a page; `back` is a link to where they may go on, and its text."""

    def __init__(self, said: str, status: int = 400, *, back: tuple[str, str] | None = None) -> None:
        super().__init__(said)
        self.said = said
        self.status = status
        self.back = back


def page(
    title: str,
    content: str,
    issuer: str,
    *,
    status: int = 200,
    form_to: str = "'self'",
) -> Answer:
    """Return a page; `content` is HTML, `form_to` where its forms may lead."""
    body = PAGE.format(title=escape(title), place=escape(host_of(issuer)), content=content).encode()
    policy = (b"content-security-policy", POLICY.format(to=form_to).encode())
    length = (b"content-length", b"%d" % len(body))
    return Answer(status, [*TYPED, length, policy, *OF_PAGES], body, kept=KEPT_BY_NOBODY)


def sent_to(address: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> Answer:
    """Return what sends a browser elsewhere, with nothing of what it has sent to us (303, RFC 9700, 4.12)."""
    location = (b"location", address.encode("ascii"))
    return Answer(303, [location, (b"content-length", b"0"), *OF_PAGES, *headers], b"", kept=KEPT_BY_NOBODY)


def wrong_page(wrong: PageError, issuer: str) -> Answer:
    """Return the page for a request that cannot be answered: its fault, and a link back if there is one."""
    content = f"<p>{escape(wrong.said)}</p>"
    if wrong.back is not None:
        address, text = wrong.back
        content += f'\n<p><a rel="noreferrer" href="{escape(address)}">{escape(text)}</a></p>'
    return page(GONE_WRONG, content, issuer, status=wrong.status)


def sign_in_page(why: str, hidden: Hidden, issuer: str, *, said: str, registration: bool, status: int) -> Answer:
    """Return the page where a person signs in; `why` is HTML, for what; `said` what was wrong the last time."""
    place = escape(host_of(issuer))
    others = SIGN_UP.format(hidden=fields(hidden)) if registration else CLOSED
    content = SIGN_IN.format(why=why, said=alert(said), hidden=fields(hidden), place=place, others=others)
    return page("Sign in", content, issuer, status=status)


def new_player_page(name: str, token: str, onward: str, issuer: str) -> Answer:
    """Return the page that shows a new player their token."""
    content = NEW_PLAYER.format(name=escape(name), token=escape(token), onward=escape(onward))
    return page("Keep your token", content, issuer)


def asking(app: str) -> str:
    """Return why somebody has to sign in from whom an app wants something, as HTML."""
    return ASKING.format(app=escape(app))


def place(found: str) -> str:
    """Return where the answer to an app goes, as HTML."""
    return PLACE.format(place=escape(found))


def on_device(typed: str) -> str:
    """Return on which device an app is, as HTML, by the code that a person has typed."""
    return ON_DEVICE.format(code=escape(typed))


def code_page(issuer: str, *, said: str = "") -> Answer:
    """Return the page that asks for the code of a device."""
    return page("Sign in on a device", CODE.format(said=alert(said)), issuer, status=400 if said else 200)


def done_page(said: str, issuer: str) -> Answer:
    """Return the page that shows the result of a decision."""
    return page("Done", f"<p>{escape(said)}</p>", issuer)


def alert(said: str) -> str:
    """Return what was wrong with a form, as HTML; nothing if nothing was."""
    return f'<p class="wrong" role="alert">{escape(said)}</p>\n' if said else ""


def fields(hidden: Hidden) -> str:
    """Return the HTML of hidden fields, which send these names and values with a form."""
    return "\n".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in hidden.items()
    )


def scope_boxes(wanted: Iterable[Scope], possible: Iterable[Scope], ticked: Iterable[Scope]) -> str:
    """Return a box to tick for each scope that an app wants, in words."""
    may, chosen = frozenset(possible), frozenset(ticked)
    return "\n".join(
        f'<p class="choice"><input type="checkbox" id="may-{each}" name="may" value="{each}"'
        f"{' checked' if each in chosen else ''}{'' if each in may else ' disabled'}>"
        f'<label for="may-{each}">{WORDS[each]}{"" if each in may else " Your account cannot let it."}</label></p>'
        for each in wanted
    )


def choices(name: str, offered: Mapping[str, str], chosen: str) -> str:
    """Return a choice of one of several, by value and text."""
    return "\n".join(
        f'<p class="choice"><input type="radio" id="{name}-{value}" name="{name}" value="{value}"'
        f'{" checked" if value == chosen else ""}><label for="{name}-{value}">{escape(text)}</label></p>'
        for value, text in offered.items()
    )


WORDS: Mapping[Scope, str] = {
    "watch": "See what you see: your tables, your hands, tournaments, records and players.",
    "play": "Play for you: open tables, take seats, make moves, and direct your tournaments.",
    "account": "<strong>Change your account: your name, your tokens, whom you block. It could delete it.</strong>",
    "read:history": "Read about finished games: the history, results, statistics and proofs.",
    "operate": "<strong>Do what operators and analysts do: see private tables, and what players do not.</strong>",
}
"""What each scope lets an app do, for the person it acts for."""

WITH_CARE: frozenset[Scope] = frozenset({"account", "operate"})
"""The scopes whose boxes are not ticked beforehand, so that nobody grants them by mistake."""

if set(WORDS) != set(SCOPES):
    raise AssertionError("Each scope needs words for those who agree to it.")


def host_of(issuer: str) -> str:
    """Return the host of an address, with its port."""
    return issuer.partition("://")[2]
