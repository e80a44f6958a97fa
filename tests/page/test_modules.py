"""How modules that all pages need are joined, and what the others take from them."""

import re

import pytest

from service.page.files import modules
from service.page.modules import bare, needed, served

WRITTEN = {
    "main.js": 'import { go } from "./state/place.js";\n'
    'const Later = async () => (await import("./parts/late.js")).Late;\ngo();\n',
    "state/place.js": 'import { signal as made } from "../vendor.js";\n\n/** Go. */\nexport function go() {}\n'
    "export class Way {}\nexport const here = import.meta.url;\n",
    "parts/late.js": 'import { go } from "../state/place.js";\nimport { more } from "./more.js";\n'
    "export const Late = more(go);\n",
    "parts/more.js": "export const more = (/** @type {any} */ each) => each;\n",
    "vendor.js": "export const signal = 1;\n",
}


def test_modules_that_are_needed_at_first_are_one_and_others_take_from_it() -> None:
    assert served(WRITTEN, ["main.js"]) == {
        "vendor.js": WRITTEN["vendor.js"],
        "first.js": """\
import * as vendor from "./vendor.js";
export const joined = { "vendor.js": vendor };
joined["state/place.js"] = (() => {
const { signal: made } = joined["vendor.js"];

function go() {}
class Way {}
const here = new URL("state/place.js", import.meta.url);
return { go, Way, here };
})();
joined["main.js"] = (() => {
const { go } = joined["state/place.js"];
const Later = async () => (await import("./parts/late.js")).Late;
go();
return {  };
})();
""",
        "parts/late.js": """\
import { joined } from "../first.js";
const { go } = joined["state/place.js"];
import { more } from "./more.js";
export const Late = more(go);
""",
        "parts/more.js": "export const more = (each) => each;\n",
    }


def test_modules_that_need_each_other_cannot_be_joined() -> None:
    circle = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}

    with pytest.raises(ValueError, match=r"a\.js needs itself, by way of a\.js, b\.js"):
        needed(circle, ["a.js"])


def test_every_import_and_export_is_of_the_form_that_is_read() -> None:
    """What is not would be wrong in a joined module: a browser would not load it."""
    right = r' \{ [^}\n]+ \} from "\.[^"\n]+";$| (?:async )?(?:function\*?|const|class) \w'
    odd = re.compile(rf"^(?:import|export)\b(?!{right})", re.MULTILINE)

    assert {path for path, text in modules().items() if path != "vendor.js" and odd.search(bare(text))} == set()
