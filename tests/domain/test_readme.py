"""What `domain/README.md` tells of the functions of a game is what they do, and what it shows can be run."""

import re
import runpy
from pathlib import Path

import pytest

import domain
from domain.events import CardsDrawn
from domain.games.honors_4 import HONORS_4
from domain.wording import in_words
from tests.domain.games.honors_4.table import dealt
from tests.domain.scenario import decided

README = (Path(domain.__file__).parent / "README.md").read_text(encoding="utf-8")


def test_the_way_of_one_card_is_as_it_is_told() -> None:
    state = dealt("A-1 B-1 C-1 D-1 J-3", dealer=1)
    assert state.turn == 2

    after, (event,) = decided(state, 2, "draw_stock", at=7)

    assert event == CardsDrawn(2, 1, ("J-3",), at=7)
    text = in_words(HONORS_4.message(HONORS_4.seen(event, 2, after), after), HONORS_4.faces)
    assert f"`message(seen, state)`: “{text}”" in README


def test_a_game_is_played_without_a_service(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)
    file = tmp_path / "program.py"
    file.write_text(program, encoding="utf-8")

    runpy.run_path(str(file))

    assert "winners=" in capsys.readouterr().out
