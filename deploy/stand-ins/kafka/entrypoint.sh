#!/bin/sh
# As the official image's: each KAFKA_SOME_NAME becomes the property some.name.
set -eu
properties=/tmp/server.properties
env | sed -n '/^KAFKA_HEAP_OPTS=/d; s/^KAFKA_\([A-Z_]*\)=/\1=/p' | while IFS='=' read -r name value; do
  property=$(printf %s "$name" | tr 'A-Z_' 'a-z.')
  printf '%s=%s\n' "${property:?}" "$value"
done > "$properties"
# Unquoted: they are several.
kafka() { exec java ${KAFKA_HEAP_OPTS:--Xmx512m} -classpath '/opt/kafka/libs/*' "$@"; }
data=$(sed -n 's/^log.dirs=//p' "$properties")
[ -e "${data:?}/meta.properties" ] ||
  (kafka kafka.tools.StorageTool format --cluster-id=5L6g3nShT-eMCtK--X86sw --config "$properties")
kafka kafka.Kafka "$properties"
