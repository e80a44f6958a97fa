"""The pages on which a person signs in and says what an app may do: plain HTML, without a script.

What an app says about itself is not to be trusted. Its name stands in quotation marks, in an element of its own that
keeps its direction to itself, with the place that the answer goes to beside it.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from html import escape

from service.accounts.scopes import Scope
from service.http.exchange import Headers
from service.http.oauth.reader import Reader
from service.http.wire.media_types import HTML
from service.http.wire.responses import Answer

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} – Parlour</title>
<link rel="stylesheet" href="/docs/guide.css">
<link rel="stylesheet" href="/docs/consent.css">
<link rel="icon" href="/docs/favicon-32x32.png">
<body>
<header><p>Parlour <span>{at_place}</span></p></header>
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

CODE = """{said}<form method="post" action="/device">
<p><label for="user_code">{texts[code-shown]}</label>
<input id="user_code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40"
required></p>
<p><button>{texts[go-on]}</button></p>
</form>
<p class="note">{texts[type-no-code]}</p>"""
SIGN_IN = """<p>{why}</p>
{said}<form method="post" action="/oauth/sign-in">
{hidden}
<h2>{texts[with-token]}</h2>
<p><label for="token">{texts[your-token]}</label>
<input id="token" name="token" type="password" autocomplete="current-password" spellcheck="false" maxlength="200"></p>
<p><button name="way" value="token">{texts[sign-in]}</button></p>
</form>
{others}
<p class="note">{compare}</p>"""
SIGN_UP = """<form method="post" action="/oauth/sign-in">
{hidden}
<h2>{texts[as-new-player]}</h2>
<p><label for="name">{texts[your-name]}</label>
<input id="name" name="name" autocomplete="nickname" maxlength="40"></p>
<p><button name="way" value="name">{texts[become-player]}</button></p>
</form>"""
NEW_PLAYER = """<p>{new_token}</p>
<p><output class="secret">{token}</output></p>
<p><a class="button" href="{onward}">{texts[token-kept]}</a></p>"""
CONSENT = """<p>{signed_in}</p>
<p>{wants} {made}
{where}</p>
{said}<form method="post" action="{to}">
{hidden}
<fieldset>
<legend>{texts[what-it-may]}</legend>
{scopes}
</fieldset>
<fieldset>
<legend>{texts[how-long]}</legend>
{lives}
</fieldset>
<p class="buttons"><button name="decision" value="agree">{texts[agree]}</button>
<button name="decision" value="refuse" class="other">{texts[refuse]}</button></p>
</form>
<p class="note">{texts[end-it]}</p>
<form method="post" action="/oauth/sign-out" class="note">
{back}
<p>{not_you} <button class="other">{texts[sign-out]}</button></p>
</form>"""

WITH_CARE: frozenset[Scope] = frozenset({"account", "operate"})
"""The scopes whose boxes are not ticked beforehand, so that nobody grants them by mistake."""

Hidden = Mapping[str, str]
"""Fields of a form that nobody sees."""


class PageError(Exception):
    """Something is wrong that a person is told on a page, by the text with an id.

    `detail` tells the developers of an app more, in English; `back` is an address of the app that is told by a link.
    """

    def __init__(self, text: str, status: int = 400, *, detail: str = "", back: str | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.status = status
        self.detail = detail
        self.back = back


def page(title: str, content: str, reader: Reader, *, status: int = 200, form_to: str = "'self'") -> Answer:
    """Return a page; `title` is the id of a text, `content` is HTML, `form_to` where its forms may lead."""
    at_place = reader.say("at-place", place=escape(host_of(reader.issuer)))
    body = PAGE.format(language=reader.language, title=reader.texts[title], at_place=at_place, content=content).encode()
    policy = (b"content-security-policy", POLICY.format(to=form_to).encode())
    length = (b"content-length", b"%d" % len(body))
    return Answer(status, [*TYPED, length, policy, *OF_PAGES], body, kept=KEPT_BY_NOBODY)


def sent_to(address: str, headers: Iterable[tuple[bytes, bytes]] = ()) -> Answer:
    """Return what sends a browser elsewhere, with nothing of what it has sent to us (303, RFC 9700, 4.12)."""
    location = (b"location", address.encode("ascii"))
    return Answer(303, [location, (b"content-length", b"0"), *OF_PAGES, *headers], b"", kept=KEPT_BY_NOBODY)


def wrong_page(wrong: PageError, reader: Reader) -> Answer:
    """Return the page for a request that cannot be answered: its fault, and a link back if there is one."""
    content = f"<p>{reader.texts[wrong.text]}</p>"
    if wrong.detail:
        content += f'\n<p lang="en">{escape(wrong.detail)}</p>'
    if wrong.back is not None:
        text = reader.say("tell-app", place=place_of(wrong.back, reader))
        content += f'\n<p><a rel="noreferrer" href="{escape(wrong.back)}">{text}</a></p>'
    return page("not-possible", content, reader, status=wrong.status)


def sign_in_page(why: str, hidden: Hidden, reader: Reader, *, said: str, registration: bool, status: int) -> Answer:
    """Return the page where a person signs in; `why` is HTML, `said` the text for what was wrong the last time."""
    texts, names = reader.texts, fields(hidden)
    content = SIGN_IN.format(
        texts=texts,
        why=why,
        said=alert(said, reader),
        hidden=names,
        compare=reader.say("compare-address", place=f"<strong>{escape(host_of(reader.issuer))}</strong>"),
        others=SIGN_UP.format(texts=texts, hidden=names) if registration else f"<p>{texts['no-new-players']}</p>",
    )
    return page("sign-in", content, reader, status=status)


def new_player_page(name: str, token: str, onward: str, reader: Reader) -> Answer:
    """Return the page that shows a new player their token."""
    said = reader.say("new-token", name=f"<bdi>{escape(name)}</bdi>")
    content = NEW_PLAYER.format(texts=reader.texts, new_token=said, token=escape(token), onward=escape(onward))
    return page("keep-token", content, reader)


def asking(app: str, reader: Reader) -> str:
    """Return why somebody has to sign in from whom an app wants something, as HTML."""
    return reader.say("app-asks", app=claim(app))


def claim(app: str) -> str:
    """Return what an app calls itself, as HTML."""
    return f'<q class="claim"><bdi>{escape(app)}</bdi></q>'


def place(redirect: str, reader: Reader) -> str:
    """Return where the answer to an app goes, as HTML."""
    return reader.say("answer-goes-to", place=f'<strong class="place">{place_of(redirect, reader)}</strong>')


def place_of(redirect: str, reader: Reader) -> str:
    """Return where an address leads, as HTML."""
    scheme, _, rest = redirect.partition(":")
    if "." in scheme:
        return reader.say("place-device", scheme=escape(scheme))
    if scheme == "http":
        return reader.texts["place-computer"]
    return escape(re.split(r"[/?]", rest.removeprefix("//"))[0])


def on_device(typed: str, reader: Reader) -> str:
    """Return on which device an app is, as HTML, by the code that a person has typed."""
    which = reader.say("which-device", code=f'<strong class="place">{escape(typed)}</strong>')
    return f"{which} <strong>{reader.texts['say-no']}</strong>"


def code_page(reader: Reader, *, said: str = "") -> Answer:
    """Return the page that asks for the code of a device; `said` is the text that says what was wrong."""
    content = CODE.format(texts=reader.texts, said=alert(said, reader))
    return page("on-device", content, reader, status=400 if said else 200)


def done_page(said: str, reader: Reader) -> Answer:
    """Return the page that shows the result of a decision, by the id of a text."""
    return page("done", f"<p>{reader.texts[said]}</p>", reader)


def alert(said: str, reader: Reader) -> str:
    """Return what was wrong with a form, as HTML, by the id of a text; nothing if nothing was."""
    return f'<p class="wrong" role="alert">{reader.texts[said]}</p>\n' if said else ""


def fields(hidden: Hidden) -> str:
    """Return the HTML of hidden fields, which send these names and values with a form."""
    return "\n".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in hidden.items()
    )


def scope_boxes(wanted: Iterable[Scope], possible: Collection[Scope], reader: Reader) -> str:
    """Return a box to tick for each scope that an app wants, in words."""
    return "\n".join(scope_box(each, reader, possible=each in possible) for each in wanted)


def scope_box(scope: Scope, reader: Reader, *, possible: bool) -> str:
    """Return the box for a scope; it is ticked unless it needs care."""
    text, state = reader.texts[f"may-{scope.replace(':', '-')}"], " checked"
    if scope in WITH_CARE:
        text, state = f"<strong>{text}</strong>", ""
    if not possible:
        text, state = f"{text} {reader.texts['may-not']}", " disabled"
    return (
        f'<p class="choice"><input type="checkbox" id="may-{scope}" name="may" value="{scope}"{state}>'
        f'<label for="may-{scope}">{text}</label></p>'
    )


def lives(days: Iterable[str], usual: str, reader: Reader) -> str:
    """Return a choice of the days for which an app may act for somebody."""
    return "\n".join(
        f'<p class="choice"><input type="radio" id="days-{each}" name="days" value="{each}"'
        f'{" checked" if each == usual else ""}><label for="days-{each}">{reader.texts[f"days-{each}"]}</label></p>'
        for each in days
    )


def host_of(issuer: str) -> str:
    """Return the host of an address, with its port."""
    return issuer.partition("://")[2]
