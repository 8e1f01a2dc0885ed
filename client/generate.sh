#!/bin/sh
# Writes what follows from the API's document. Nothing has to run: the document is made from the code, as it is served.
set -eu
mkdir -p "$(dirname "$0")/generated"
cd "$(dirname "$0")/generated"
node ../../query-service/write-document.ts >openapi.json
../generator/node_modules/.bin/openapi-typescript openapi.json --output api.d.ts >/dev/null
node ../generator/write-paths.ts
sha256sum openapi.json >openapi.json.sha256
rm openapi.json
