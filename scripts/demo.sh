#!/bin/sh
# The main job, in the lab: two virtual Sparks, a real vLLM across them, one answer, and everything removed again.
set -eu
cd "$(dirname "$0")/.."
if [ ! -x node_modules/.bin/node ] || ! node_modules/.bin/node -e 'process.exit(0)' 2>/dev/null; then
  npm ci --no-audit --no-fund
fi
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
exec node scripts/demo.ts "$@"
