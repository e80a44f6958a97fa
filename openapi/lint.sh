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
npm run --silent check
