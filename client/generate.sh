#!/bin/sh
# Renews what follows from the API's document. Nothing has to run: the document is made from the code, as it is served.
set -e
cd "$(dirname "$0")/generated"
node ../../query-service/write-document.ts >openapi.json
npx --yes --package openapi-typescript@7.13.0 --package typescript@5.9.3 openapi-typescript openapi.json --output api.d.ts
node ../generator/write-paths.ts
sha256sum openapi.json >openapi.json.sha256
rm openapi.json
