// Writes exhaustive.ts: for every tagged union of the contract a `switch` over all its types. It compiles only if the
// types that are made of the contract tell each member apart, and if no member is left over. A twin of each leaves one
// member out, and compiles only if TypeScript minds.

import { readFileSync, writeFileSync } from "node:fs";

const here = (name) => new URL(name, import.meta.url);
const { schemas } = JSON.parse(readFileSync(here("../openapi.json"), "utf8")).components;

const nameOf = (reference) => reference.split("/").at(-1);

function complete(union, tag, members) {
  const cases = members.map(
    ([value, reference]) => `    case "${value}": {
      const it: Schemas["${nameOf(reference)}"] = value;
      return it.${tag};
    }`,
  );
  return `export function tell${union}(value: Schemas["${union}"]): string {
  switch (value.${tag}) {
${cases.join("\n")}
    default: {
      const nothing: never = value;
      return nothing;
    }
  }
}
`;
}

function incomplete(union, tag, members) {
  const cases = members.slice(1).map(([value]) => `    case "${value}":\n      return value.${tag};`);
  return `export function tellNotAll${union}(value: Schemas["${union}"]): string {
  switch (value.${tag}) {
${cases.join("\n")}
    default: {
      // @ts-expect-error "${members[0][0]}" is left over
      const nothing: never = value;
      return nothing;
    }
  }
}
`;
}

// A union of one is no union to TypeScript, which then has nothing to tell apart.
const unions = Object.entries(schemas).filter(([, schema]) => schema.discriminator && schema.oneOf.length > 1);
const functions = unions.flatMap(([name, { discriminator }]) => {
  const members = Object.entries(discriminator.mapping);
  return [complete, incomplete].map((make) => make(name, discriminator.propertyName, members));
});
const head = `// Made by exhaustive.js.
import type { components } from "./contract.js";

type Schemas = components["schemas"];
`;
writeFileSync(here("exhaustive.ts"), [head, ...functions].join("\n"));
console.log(`${unions.length} unions: ${unions.map(([name]) => name).join(", ")}`);
