"""A receiver in Node.js checks what it gets with the library of the standard for JavaScript."""

import json
import shutil
import subprocess
from typing import Any
from uuid import uuid4

import pytest

from service.webhooks.signing import OVERLAP_MS
from tests.openapi.npm import OPENAPI
from tests.service.webhooks.office import SIGNING
from tests.service.webhooks.test_sending import Post
from tests.service.workers import Time

PROGRAM = """
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const { secrets, bodies, headers } = JSON.parse(readFileSync(0, "utf8"));
const found = secrets.map((secret) => bodies.map((body) => {
  try {
    return new Webhook(secret).verify(body, headers).type;
  } catch (error) {
    return error.name;
  }
}));
console.log(JSON.stringify(found));
"""


@pytest.fixture(scope="module")
def node() -> str:
    """The path of Node.js, which finds the library."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("there is no Node.js on this machine")
    if not (OPENAPI / "node_modules" / "standardwebhooks").exists():
        subprocess.run([npm, "ci", "--loglevel=error"], cwd=OPENAPI, check=True)
    return node


def verified(node: str, given: Any) -> list[list[str]]:
    """Return by secret and body what the library says of a message: its type, or the name of the error."""
    command = [node, "--input-type=module", "--eval", PROGRAM]
    done = subprocess.run(command, cwd=OPENAPI, input=json.dumps(given), capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found: list[list[str]] = json.loads(done.stdout)
    return found


async def test_signatures_are_those_of_the_standard_in_javascript(node: str) -> None:
    post = Post()
    post.at = Time()()  # the library compares with the time of day
    one = await post.made()
    await post.store.salt(one.id, uuid4().bytes, post.at + OVERLAP_MS)
    await post.told(one)
    await post.send()
    (got,), two = post.box.got, await post.now(one)
    body = got.body.decode()
    secrets = [SIGNING.shown(two.id, salt) for salt in (one.salt, two.salt, bytes(16))]

    found = verified(node, {"secrets": secrets, "bodies": [body, body + " "], "headers": dict(got.headers)})

    refused = "WebhookVerificationError"
    assert found == [["turn.began", refused]] * 2 + [[refused] * 2]
