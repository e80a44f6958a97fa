// The rules of Spectral for OpenAPI. Those that look at more than the document itself or all its paths look at each part
// once, where it is written, and not anew wherever a reference leads to it: one rule that does makes Spectral walk through
// all that, which takes four fifths of its time. That no operation has a parameter twice is examined by Redocly.

import { oas } from "@stoplight/spectral-rulesets";

const OF_THE_WHOLE = ["$", "$.paths"];
const whereItIsWritten = (name) => ({ ...oas.rules[name], resolved: false });
const ofParts = Object.keys(oas.rules).filter(
  (name) => oas.rules[name].recommended !== false && !OF_THE_WHOLE.includes(oas.rules[name].given),
);

export default {
  extends: [oas],
  aliases: oas.aliases,
  rules: {
    ...Object.fromEntries(ofParts.map((name) => [name, whereItIsWritten(name)])),
    // Also where answers and parameters are that operations share: no reference leads there.
    "oas3-examples-value-or-externalValue": {
      ...whereItIsWritten("oas3-examples-value-or-externalValue"),
      given: [
        "$.components.examples[*]",
        ...["paths", "components"].flatMap((part) =>
          ["content", "parameters", "headers"].map((place) => `$.${part}..${place}[*].examples[*]`),
        ),
      ],
    },
    // The unions of one game are for clients that know it; operations speak of those of all games.
    "oas3-unused-component": "off",
    // These compile the schema of every example anew, wherever a reference leads to it.
    // tests/openapi/test_examples.py looks at each place once, and also at the lists of examples that these leave out.
    "oas3-valid-media-example": "off",
    "oas3-valid-schema-example": "off",
    // A bearer token may have scopes since OpenAPI 3.1 (4.8.30); the rule knows those of OAuth alone. That each scheme is
    // defined is examined by Redocly.
    "oas3-operation-security-defined": "off",
  },
};
