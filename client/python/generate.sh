#!/bin/sh
# Writes the core of the Python client from the API's document; nothing of Sarraf has to run. Needs Python 3.11 or later.
set -eu
cd "$(dirname "$0")"
export PYTHONPATH="${GENERATOR_PACKAGES:-$(pwd)/../../node_modules/.cache/python-generator}"
if ! [ -d "$PYTHONPATH" ]; then
  python3 -m pip install --quiet --no-deps --target "$PYTHONPATH" --requirement generator/requirements.txt
fi
rm -rf sarraf/generated
document=$(mktemp)
trap 'rm -f "$document"' EXIT
node ../../query-service/write-document.ts >"$document"
PATH="$PYTHONPATH/bin:$PATH" python3 -m openapi_python_client generate --path "$document" --config generator/config.yml \
  --meta none --output-path sarraf/generated --fail-on-warning >/dev/null
python3 generator/adapt.py sarraf/generated ../errors.ts
