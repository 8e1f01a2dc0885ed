#!/bin/sh
# Renews what follows from the document of a running Sarraf: BASE_URL=http://127.0.0.1:8080 npm run generate
set -e
cd "$(dirname "$0")/generated"
curl --fail --silent "${BASE_URL:-http://127.0.0.1:8080}/v1/openapi.json" --output openapi.json
npx --yes --package openapi-typescript@7.13.0 --package typescript@5.9.3 openapi-typescript openapi.json --output api.d.ts
node ../generator/write-paths.ts
sha256sum openapi.json >openapi.json.sha256
rm openapi.json
