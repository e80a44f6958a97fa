"""Cards that slide from zone to zone."""

from tests.page.browsing import Player, Visitor
from tests.page.feeding import FED, FEED, crowded, feed, moving

CARDS = 20
NOTED = """
(() => {
  const animate = Element.prototype.animate;
  window.slid = [];
  Element.prototype.animate = function (...how) {
    window.slid.push(this.dataset.item);
    return animate.apply(this, how);
  };
})();
"""
"""Notes which cards slide."""


async def test_a_card_slides_once_when_it_goes_to_another_zone(visitor: Visitor, ada: Player) -> None:
    path = ada.my_turn()
    view = crowded(ada.ask("GET", f"{path}/view"), ["AS"] * CARDS)
    await visitor.page.emulate_media(reduced_motion="no-preference")
    await visitor.page.add_init_script(FEED + NOTED)
    await visitor.come(ada, path)
    await visitor.page.evaluate(FED)
    await feed(visitor.page, {"type": "view", "view": view, "cursor": "1"})
    await visitor.page.wait_for_selector(f"[data-item] >> nth={CARDS - 1}", state="attached")
    version = view["table"]["version"]

    zone = view["layout"]["zones"][1]["id"]
    moved = [f"card-{CARDS - 2 - 2 * number}" for number in range(3)]
    for number, card in enumerate(moved):
        line = moving(version + 1 + number, CARDS // 2 - number)
        await feed(visitor.page, line)
        await visitor.page.wait_for_selector(f"[data-zone='{zone}'] [data-item='{card}']", state="attached")

    assert await visitor.page.evaluate("window.slid") == moved
    assert visitor.wrong == []
