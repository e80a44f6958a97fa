#!/usr/bin/env bash
# Lints the document and compiles the TypeScript types made of it. It needs Node.js, and says so where there is none.
set -euo pipefail
cd "$(dirname "$0")"

if ! command -v npm >/dev/null; then
  echo "openapi/lint.sh: there is no npm on this machine, so the document is not linted and no types are made of it." >&2
  exit 0
fi
export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true
[ -d node_modules ] || npm ci --loglevel=error
PATH="$PWD/node_modules/.bin:$PATH"

# That examples fit is examined by tests/openapi/test_examples.py, as .spectral.js says. The rule for components is off
# there, too.
redocly lint --skip-rule=no-unused-components --skip-rule=no-invalid-media-type-examples openapi.json
spectral lint --fail-severity=warn openapi.json
npm run --silent contract
node typescript/exhaustive.js
node node_modules/typescript-7/bin/tsc --project typescript
node node_modules/typescript-7/bin/tsc --project ../service/page
