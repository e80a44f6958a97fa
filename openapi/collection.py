"""Makes a collection of requests of the contract and its examples, for Postman, Bruno, and what else reads its form.

    python -m openapi.collection        writes openapi/collection.json

Its variables are `origin` and `token`. The form is that of Postman, 2.1.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

HERE = Path(__file__).parent
FILE = HERE / "collection.json"
SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"
GOOD = range(200, 300)
LAST = {"forgetMe", "revokeMyToken"}
"""The operations that end the token: they come last, as a run of the whole collection needs it until then."""

Part = dict[str, Any]


def collection() -> str:
    """Return the collection as JSON: a folder for each tag, and one for what ends a token."""
    contract = json.loads((HERE / "openapi.json").read_text(encoding="utf-8"))
    folders: dict[str, list[Part]] = defaultdict(list)
    for path, operations in contract["paths"].items():
        for method, operation in operations.items():
            folder = "the end" if operation["operationId"] in LAST else operation["tags"][0]
            folders[folder].append(item(method.upper(), path, operation))
    document = {
        "info": {"name": contract["info"]["title"], "version": contract["info"]["version"], "schema": SCHEMA},
        "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{token}}", "type": "string"}]},
        "variable": [{"key": "origin", "value": "http://127.0.0.1:8000"}, {"key": "token", "value": ""}],
        "item": [
            {"name": name, "item": folders[name]}
            for name in (*(tag["name"] for tag in contract["tags"]), "the end")
            if name in folders
        ],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def item(method: str, path: str, operation: Part) -> Part:
    """Return the request of an operation, as its first example that went well sends it."""
    sent = example(operation["operationId"])
    request: Part = {"method": method, "url": address(path, sent["path"]), "description": operation["description"]}
    if operation.get("security") == []:
        request["auth"] = {"type": "noauth"}
    form = next(iter(operation.get("requestBody", {}).get("content", {})), None)
    if form:
        body = sent.get("body", {})
        text = body if isinstance(body, str) else json.dumps(body, indent=2, ensure_ascii=False)
        request["header"] = [{"key": "Content-Type", "value": form}]
        request["body"] = {"mode": "raw", "raw": text}
    return {"name": operation["summary"], "request": request}


def example(name: str) -> Part:
    """Return the request of the first example of an operation that went well."""
    told = json.loads((HERE / "examples" / f"{name}.json").read_text(encoding="utf-8"))
    found: Part = next(each["request"] for each in told if each["answer"]["status"] in GOOD)
    return found


def address(path: str, sent: str) -> Part:
    """Return an address with the places of the contract's path, which have the values of an example."""
    names, parts = path.strip("/").split("/"), urlsplit(sent)
    values = dict(zip(names, parts.path.strip("/").split("/"), strict=True))
    steps = [f":{name[1:-1]}" if name.startswith("{") else name for name in names]
    query = [{"key": key, "value": value} for key, value in parse_qsl(parts.query)]
    variables = [{"key": name[1:-1], "value": values[name]} for name in names if name.startswith("{")]
    raw = "{{origin}}/" + "/".join(steps) + ("?" + parts.query if parts.query else "")
    return {"raw": raw, "host": ["{{origin}}"], "path": steps, "query": query, "variable": variables}


if __name__ == "__main__":
    FILE.write_text(collection(), encoding="utf-8")
