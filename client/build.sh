#!/bin/sh
# Writes the package: modules for `import`, and the same for `require`, each with its types.
set -eu
cd "$(dirname "$0")"
rm -rf dist
../node_modules/.bin/tsc --project .
../node_modules/.bin/tsc --project . --outDir dist/cjs --module commonjs --moduleResolution bundler --verbatimModuleSyntax false
echo '{"type":"commonjs"}' >dist/cjs/package.json
cp generated/api.d.ts dist/generated/
cp generated/api.d.ts dist/cjs/generated/
cp ../LICENSE .
