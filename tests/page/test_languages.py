"""The languages of the page: each file of messages says all that the list says, and nothing that the list does not.

English has no such file: the list is English. The texts of the page itself have the same gaps in all languages.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import FluentParser, FluentSerializer
from fluent.syntax.ast import (
    BaseNode,
    Identifier,
    Junk,
    Message,
    Pattern,
    Placeable,
    SelectExpression,
    StringLiteral,
    TextElement,
    VariableReference,
)
from fluent.syntax.visitor import Visitor

import service.http.routes  # all that tells anything is declared as it is imported
from domain import GAMES
from projections.words import ListedMessage, ListedUnit, message_list

FOLDER = Path(service.__file__).parent / "page" / "languages"
LANGUAGES = sorted({each.name for each in FOLDER.iterdir() if each.is_dir()} - {"en", "__pycache__"})
LIST = message_list()
ENTRIES: tuple[ListedMessage | ListedUnit, ...] = (*LIST.messages, *LIST.units)
LISTED = {each.id: each for each in ENTRIES}

NAMES_OF_GAMES = {game.title for game in GAMES.values()}
ONLY_GAPS = {"{cards}", "{first}, {next}", "{first}; {next}", "{seat}: {cards}"}
"""Punctuation, which may differ, but need not."""

ALIKE = {
    "de": {
        "Troubadour",  # a word of French in both languages
        "Yeoman",  # there is no other word for a free farmer of England, nor one in German that begins with its Y
        "minus {amount}",  # a word of Latin in both languages
    },
    "fr": {
        "Troubadour",  # English has the word from French
        "Yeoman",  # there is no other word for a free farmer of England, nor one in French that begins with its Y
        "activation",  # English has the word from French
        "centre",  # English has the word from French
        "commune",  # English has the word from French
        "joker",  # French has the word from English
        "silence",  # English has the word from French
        "six",  # the number is spelt alike
        "{rank} (joker)",  # French has the word from English
    },
}
"""Other messages that are the same as in English in a language, with the reason."""

NUMBERS = (0, 1, 2, 5)
"""Amounts for which a language may have forms of its own."""

FILES = ("messages", "page", "pages", "oauth")
GAP = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What stands in a text for what fills a gap of it."""

NOT_SET_SO = {
    "de": re.compile(r"""["'”«»]|\.\.\.| - |[^ ]…"""),
    "fr": re.compile(r"""["'„“”]|\.\.\.| - |\w …$|(?<=[^\u202F])[:;!?»]|«(?!\u202F)"""),
}
"""Signs that are no signs of a language, or stand in it without the space that it has there, or with one too many."""

TELLS_GENDER = re.compile(r"\bvous (?:n’)?(?:êtes|restez) (?!pas\b)\w", re.IGNORECASE)
"""What would be followed by a form of an adjective or a participle that is for men or for women."""

COUNTED = re.compile(r"\{(\w+)\} (?!(?:begins|does|ends|has|is|was)\b)(?:[A-Za-z]+s|people)\b")
"""A number in an English text, with what it counts."""

NEVER_NONE = {"turn-elsewhere"}
"""Texts that are not shown for 0, and so may write out the number in a form that French has for 0 and 1."""

every_language = pytest.mark.parametrize("language", LANGUAGES)


class Variables(Visitor):
    """Collects the variables of what it visits."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:
        """Note a variable."""
        self.found.add(node.id.name)


class Texts(Visitor):
    """Collects what there is to read, with a sign for each gap; and by which forms a text depends on a number."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.forms: list[dict[str, Pattern]] = []

    def visit_Pattern(self, node: Pattern) -> None:
        """Note a text, and go on to the texts within it."""
        self.found.append("".join(map(self.shown, node.elements)))
        self.generic_visit(node)

    def visit_SelectExpression(self, node: SelectExpression) -> None:
        """Note the forms of a text that depends on a number, by what they are for; the last one is for all others."""
        keys = [each.key.name if isinstance(each.key, Identifier) else each.key.value for each in node.variants]
        if "one" in keys or any(key.isdigit() for key in keys):
            self.forms.append(dict(zip(keys, (each.value for each in node.variants), strict=True)))
        self.generic_visit(node)

    def shown(self, element: TextElement | Placeable) -> str:
        """Return a part of a text as it is read."""
        if isinstance(element, TextElement):
            return element.value
        expression = element.expression
        return str(expression.parse()["value"]) if isinstance(expression, StringLiteral) else GAP


def texts_of(message: Message) -> Texts:
    """Return what there is to read in a message."""
    visitor = Texts()
    visitor.visit(message)
    return visitor


def variables(node: BaseNode) -> set[str]:
    """Return the names of the variables in a part of a file."""
    visitor = Variables()
    visitor.visit(node)
    return visitor.found


def text_of(language: str, file: str = "messages") -> str:
    """Return a file of a language."""
    return (FOLDER / language / f"{file}.ftl").read_text(encoding="utf-8")


@cache
def entries_of(language: str, file: str = "messages") -> list[Message]:
    """Return the messages of a language, in the order of their file."""
    body = FluentParser(with_spans=False).parse(text_of(language, file)).body
    return [each for each in body if isinstance(each, Message)]


def known(language: str) -> list[Message]:
    """Return the messages of a language that the list has, too; another test names the others."""
    return [each for each in entries_of(language) if each.id.name in LISTED]


@cache
def english() -> Mapping[str, Message]:
    """Return the messages of the list by their ids."""
    text = "\n".join(f"{each.id} = {each.fluent}" for each in LISTED.values())
    return {each.id.name: each for each in FluentParser(with_spans=False).parse(text).body if isinstance(each, Message)}


def samples(listed: ListedMessage | ListedUnit) -> Iterator[dict[str, str | int]]:
    """Yield arguments for a message: its numbers with and without plural, and texts in its other gaps."""
    for number in NUMBERS:
        if isinstance(listed, ListedUnit):
            yield {"number": number}
        else:
            yield {gap.name: number if gap.kind == "number" else f"<{gap.name}>" for gap in listed.arguments}


def test_there_are_languages() -> None:
    assert "de" in LANGUAGES


@every_language
def test_a_file_has_nothing_that_cannot_be_read(language: str) -> None:
    body = FluentParser().parse(text_of(language)).body
    assert [each.content for each in body if isinstance(each, Junk)] == []


@every_language
def test_a_file_has_each_message_of_the_list_once_and_no_other(language: str) -> None:
    names = [each.id.name for each in entries_of(language)]
    lines = [f"{each.id} = {each.fluent}" for each in ENTRIES if each.id not in names]
    assert lines == [], f"translate these in {language}/messages.ftl:\n" + "\n".join(lines)
    assert set(names) - LISTED.keys() == set(), f"remove these from {language}/messages.ftl"
    assert sorted(names) == sorted(set(names))


@every_language
def test_a_message_has_no_gap_that_english_does_not_have(language: str) -> None:
    more = {each.id.name: variables(each) - variables(english()[each.id.name]) for each in known(language)}
    assert {name: gaps for name, gaps in more.items() if gaps} == {}


@every_language
@pytest.mark.parametrize("file", ["page", "pages", "oauth"])
def test_a_text_of_the_page_stands_once_and_has_the_gaps_of_its_english(language: str, file: str) -> None:
    """What fills them is written in the modules, where each is called as in English."""
    english_gaps = {each.id.name: variables(each) for each in entries_of("en", file)}
    texts = entries_of(language, file)

    assert {each.id.name for each in texts if variables(each) != english_gaps.get(each.id.name)} == set()
    assert [name for name, times in Counter(each.id.name for each in texts).items() if times > 1] == []


@every_language
def test_what_is_the_same_as_in_english_is_so_for_a_reason(language: str) -> None:
    patterns = {name: each.value for name, each in english().items()}
    values = {each.id.name: each.value for each in known(language)}
    same = {name for name, value in values.items() if value and (other := patterns[name]) and value.equals(other)}
    alike = ALIKE.get(language, set())
    found = {each.template for each in LIST.messages if each.id in same}
    assert found - NAMES_OF_GAMES - ONLY_GAPS - alike == set()
    assert alike - found == set(), "these are not the same any more"
    assert same <= {each.id for each in LIST.messages}, "units are words"


@every_language
def test_every_message_can_be_said_with_any_number(language: str) -> None:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(text_of(language)))
    wrong = []
    for name in [each.id.name for each in known(language)]:
        pattern = bundle.get_message(name).value
        for arguments in samples(LISTED[name]):
            text, errors = bundle.format_pattern(pattern, arguments) if pattern else ("", ["no text"])
            if errors or not str(text).strip():
                wrong.append((name, arguments, errors))
    assert wrong == []


@every_language
@pytest.mark.parametrize("file", FILES)
def test_signs_stand_as_the_language_sets_them(language: str, file: str) -> None:
    """German has „…“ and a space before …, French « … » and a narrow space that does not break before : ; ! and ?."""
    texts = {each.id.name: texts_of(each).found for each in entries_of(language, file)}
    wrong = NOT_SET_SO[language]
    assert {name: found for name, found in texts.items() if any(map(wrong.search, found))} == {}


@every_language
@pytest.mark.parametrize("file", FILES)
def test_a_text_that_counts_has_the_forms_of_its_language(language: str, file: str) -> None:
    """Both have a form for one and one for others; none may stand by itself. The French one is for 0, too."""
    wrong = []
    for each in entries_of(language, file):
        for forms in texts_of(each).forms:
            says_number = "0" in forms or bool(variables(forms["one"])) or each.id.name in NEVER_NONE
            if forms.keys() - {"0"} != {"one", "other"} or (language == "fr" and not says_number):
                wrong.append(each.id.name)
    assert wrong == []


@every_language
def test_a_number_stands_with_what_it_counts_where_it_does_so_in_english(language: str) -> None:
    write = FluentSerializer().serialize_entry
    said = {each.id.name: write(each) for each in entries_of(language)}
    for each in LIST.messages:
        numbers = {argument.name for argument in each.arguments if argument.kind == "number"}
        for gap in numbers.intersection(COUNTED.findall(each.template)):
            assert re.search(rf"\{{ \${gap} \}}[ -]\w", said[each.id]), said[each.id]


@pytest.mark.parametrize("file", FILES)
def test_french_does_not_tell_whether_who_reads_is_a_man(file: str) -> None:
    texts = {each.id.name: texts_of(each).found for each in entries_of("fr", file)}
    assert {name: found for name, found in texts.items() if any(map(TELLS_GENDER.search, found))} == {}
