#!/bin/sh
# Builds the wheel into the folder that is named, or into `dist`.
set -eu
cd "$(dirname "$0")"
sh generate.sh
cp ../../LICENSE .
trap 'rm -f LICENSE' EXIT
python3 -m pip wheel --quiet --no-deps --wheel-dir "${1:-dist}" .
