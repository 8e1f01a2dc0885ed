#!/bin/sh
# As the official image's: POSTGRES_PASSWORD or POSTGRES_PASSWORD_FILE, POSTGRES_USER and POSTGRES_DB at the first start.
set -eu
user=${POSTGRES_USER:-postgres}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  if [ -z "${POSTGRES_PASSWORD:-}" ]; then POSTGRES_PASSWORD=$(cat "${POSTGRES_PASSWORD_FILE:?}"); fi
  : "${POSTGRES_PASSWORD:?}"
  mkdir -p "$PGDATA"
  password=$(mktemp)
  printf '%s\n' "$POSTGRES_PASSWORD" > "$password"
  initdb --pgdata "$PGDATA" --username "$user" --pwfile "$password" --auth scram-sha-256 --encoding UTF8 --locale C
  rm "$password"
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  database=${POSTGRES_DB:-$user}
  if [ "$database" != postgres ]; then
    echo "create database \"$database\"" | postgres --single -D "$PGDATA" postgres
  fi
fi
# A killed container leaves its lock behind; nobody else is in here.
rm -f "$PGDATA/postmaster.pid"
exec "$@" -c listen_addresses='*' -c unix_socket_directories=/tmp
