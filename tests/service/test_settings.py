import base64
import io
import re
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from service.limits.budgets import KINDS
from service.setting_texts import is_secret, meaning, parsed, text, variable
from service.settings import BadSetting, Settings, fields

SEED = bytes(range(32))
SECRETS = {
    "PARLOUR_POSTGRES_URL": "postgresql://somebody:hunter2@db/parlour",
    "PARLOUR_REDIS_URL": "redis://:hunter2@cache:6379/0",
    "PARLOUR_SIGNING_KEY": base64.b64encode(SEED).decode(),
}


def test_an_empty_environment_gives_the_defaults() -> None:
    assert Settings.from_environment({}) == Settings()


def test_each_setting_is_used_somewhere() -> None:
    modules = [path for path in Path("service").rglob("*.py") if path.name != "settings.py"]
    asked = {name for path in modules for name in re.findall(r"\.([a-z_]+)\b", path.read_text())}
    limits = {f"limit_{kind.name}" for kind in KINDS}

    assert {field.name for field in fields()} - asked - limits == set()


def test_each_variable_is_read_as_its_type() -> None:
    settings = Settings.from_environment(
        {
            **SECRETS,
            "PARLOUR_DATA": "/srv/parlour",
            "PARLOUR_PORT": "9000",
            "PARLOUR_CORS_ORIGINS": "https://cards.example, http://localhost:3000",
            "PARLOUR_SECURITY_HEADERS": "false",
            "PARLOUR_REGISTRATION": "closed",
        }
    )

    assert settings == Settings(
        data=Path("/srv/parlour"),
        port=9000,
        postgres_url=SECRETS["PARLOUR_POSTGRES_URL"],
        redis_url=SECRETS["PARLOUR_REDIS_URL"],
        signing_key=SEED,
        cors_origins=("https://cards.example", "http://localhost:3000"),
        security_headers=False,
        registration="closed",
    )


def test_an_empty_variable_is_the_same_as_none() -> None:
    assert Settings.from_environment({variable(field): "" for field in fields()}) == Settings()


def test_variables_of_others_are_left_alone() -> None:
    assert Settings.from_environment({"PORT": "1", "PARLOUR_TEST_POSTGRES_URL": "x"}) == Settings()


def test_a_worker_reads_the_settings_that_it_was_given() -> None:
    settings = Settings(
        postgres_url="postgres://host/db",
        signing_key=SEED,
        cors_origins=("*", "https://a.example"),
        registration="closed",
    )

    assert Settings.from_environment(settings.environment()) == settings


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("PARLOUR_PORT", "0"),
        ("PARLOUR_PORT", "65536"),
        ("PARLOUR_PORT", "http"),
        ("PARLOUR_WORKERS", "0"),
        ("PARLOUR_WORKERS", "1.5"),
        ("PARLOUR_POSTGRES_URL", "mysql://host/db"),
        ("PARLOUR_REDIS_URL", "host:6379"),
        ("PARLOUR_REGISTRATION", "perhaps"),
        ("PARLOUR_CORS_ORIGINS", "https://cards.example/path"),
        ("PARLOUR_CORS_ORIGINS", "cards.example"),
        ("PARLOUR_CORS_ORIGINS", "http://a b"),
        ("PARLOUR_CORS_ORIGINS", "https://me@cards.example"),
        ("PARLOUR_CORS_ORIGINS", "https://cards.example?page"),
        ("PARLOUR_SHARDS", "0"),
        ("PARLOUR_SHARDS", "3"),
        ("PARLOUR_SHARDS", "128"),
        ("PARLOUR_POSTGRES_URL", "postgresql://db/parlour?sslmode=maybe"),
        ("PARLOUR_SECURITY_HEADERS", "maybe"),
        ("PARLOUR_SIGNING_KEY", "not base64!"),
        ("PARLOUR_SIGNING_KEY", base64.b64encode(SEED[:31]).decode()),
        ("PARLOUR_SIGNING_KEY", base64.b64encode(SEED + b"x").decode()),
        ("PARLOUR_LOG_LEVEL", "loud"),
        ("PARLOUR_SHUTDOWN_SECONDS", "1"),
    ],
)
def test_a_bad_value_is_refused_by_the_name_of_its_variable(name: str, bad: str) -> None:
    with pytest.raises(BadSetting, match=rf"^{name} or --[a-z-]+: "):
        Settings.from_environment({name: bad})


@pytest.mark.parametrize("given", [{"PARLOUR_PORT": "8001"}, {"PARLOUR_OPERATIONS_PORT": "8000"}])
def test_players_and_operators_have_a_port_each(given: dict[str, str]) -> None:
    with pytest.raises(BadSetting, match=r"^PARLOUR_OPERATIONS_PORT .*: 800[01] is PARLOUR_PORT already"):
        Settings.from_environment(given)


@pytest.mark.parametrize(("url", "shards"), [("postgresql://one postgresql://two", "1"), ("postgresql://{shard}", "1")])
def test_shards_must_fit_the_servers_that_are_given(url: str, shards: str) -> None:
    with pytest.raises(BadSetting, match=r"^PARLOUR_SHARDS or --shards: A log of one shard has one PostgreSQL URL"):
        Settings.from_environment({"PARLOUR_POSTGRES_URL": url, "PARLOUR_SHARDS": shards})


def test_a_refusal_lists_the_choices() -> None:
    with pytest.raises(BadSetting, match="one of debug, info, warning, error"):
        Settings.from_environment({"PARLOUR_LOG_LEVEL": "loud"})


@pytest.mark.parametrize("name", SECRETS)
def test_a_refusal_does_not_quote_a_secret(name: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_environment({name: "hunter2"})

    assert "hunter2" not in str(refused.value)


def test_secrets_are_not_shown() -> None:
    settings = Settings.from_environment(SECRETS)
    page = io.StringIO()
    Console(file=page).print(settings)

    for shown in (repr(settings), str(settings), f"{settings}", page.getvalue()):
        assert "port=8000" in shown
        for secret in ("hunter2", repr(SEED), SECRETS["PARLOUR_SIGNING_KEY"]):
            assert secret not in shown


def test_what_may_hold_a_password_or_a_key_is_secret() -> None:
    assert {field.name for field in fields() if is_secret(field)} == {"postgres_url", "redis_url", "signing_key"}


@pytest.mark.parametrize("field", fields(), ids=lambda field: field.name)
def test_each_setting_says_what_it_is_for_and_its_default_can_be_written_down(field: msgspec.structs.FieldInfo) -> None:
    assert meaning(field).endswith(".")
    default = text(field.default)
    assert not default or parsed(field, default) == field.default


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("https://cards.example:443", "https://cards.example"),
        ("https://cards.example:8443", "https://cards.example:8443"),
        ("http://localhost:80", "http://localhost"),
        ("http://localhost:443", "http://localhost:443"),
    ],
)
def test_an_origin_is_taken_as_browsers_say_it(given: str, said: str) -> None:
    settings = Settings.from_environment(
        {"PARLOUR_PUBLIC_URL": given, "PARLOUR_CORS_ORIGINS": f"*,{given},https://Other.Example"}
    )

    assert settings.public_url == said
    assert settings.cors_origins == ("*", said, "https://other.example")
