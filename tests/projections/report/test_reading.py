"""What reads the pages finds what would be wrong with them."""

import pytest

from projections.report.page import report_page
from tests.projections.report.invented import invented
from tests.projections.report.reading import faults

PAGE = report_page(invented(["honors_4"], each=1, days=1))


def test_nothing_is_wrong_with_the_page_as_it_is() -> None:
    assert faults(PAGE) == []


@pytest.mark.parametrize(
    ("there", "instead", "found"),
    [
        ("</main>", "<script>1</script></main>", "script"),
        ("<main>", "<main onclick='1'>", "has onclick"),
        ("<main>", "<main style='color:red'>", "has style"),
        ("<p>", "<p><b>", "unexpected-end-tag"),
        ("<h1>", "<h1><a href='https://example.org'></a>", "leads to https"),
        ("<main>", "<main fill='url(https://example.org)'>", "loads url"),
        ("<main>", "<main id='counted'>", "the id counted is there 2 times"),
        ("<main>", "<main id='a b'>", "has a space"),
        ("<main>", "<main aria-labelledby='nowhere'>", "nowhere is nowhere"),
        ("<h1>", "<h1></h1><h1>", "not one heading"),
        ("<h2 ", "<h4></h4><h2 ", "h4 follows h1"),
        ('<th scope="col"', "<th", "has no scope"),
        ("<caption>", "<p>", "no caption"),
        ('role="img"', "", "no role"),
        ("<desc ", "<title ", "title or description"),
        ("<details>", "<div>", "has no table"),
        ("<style>", "<style>a{}", "the policy"),
        ("; base-uri 'none'", "", "the policy"),
    ],
)
def test_what_is_wrong_with_a_page_is_found(there: str, instead: str, found: str) -> None:
    assert there in PAGE
    assert any(found in each for each in faults(PAGE.replace(there, instead, 1)))
