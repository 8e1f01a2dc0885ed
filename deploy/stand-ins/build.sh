#!/usr/bin/env bash
# Makes local images under the official names, from packages, where the official ones cannot be pulled:
#   deploy/stand-ins/build.sh [postgres] [event-store] [kafka] [node] [caddy]      (all without arguments)
# Needs a container engine (DOCKER_HOST names its socket), and for what it makes root, debootstrap, npm, mvn and go.
# The names are those of docker-compose.yml and Dockerfile. An official image is never replaced; a stand-in
# is made again when its folder here, or what it is made from, has changed. Ends with 69 where the packages cannot be had.
set -euo pipefail
shopt -s inherit_errexit
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
. "$here/unavailable.sh"
base=sarraf-stand-ins/debian:bookworm
made_from=sarraf.stand-in.made-from
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Without its digest, which only the official image has.
in_compose_file() { sed -n "s|^ *image: \($1:[0-9.]*\).*$|\1|p" "$root/docker-compose.yml" | head -n 1; }

official_name() {
  case $1 in
    postgres) in_compose_file postgres ;;
    event-store) in_compose_file eventstore/eventstore ;;
    kafka) in_compose_file apache/kafka ;;
    caddy) in_compose_file caddy ;;
    node) sed -n 's/^ARG NODE_IMAGE=//p' "$root/Dockerfile" ;;
  esac
}

# Of everything that decides what is in a stand-in.
digest() {
  local files=("$here/$1")
  case $1 in
    postgres) files+=("$root/package.json") ;;
    event-store) files+=("$root/package-lock.json" "$root/shared-kernel" "$root/local-stack") ;;
    kafka) files+=("$root/local-stack/kafka/pom.xml") ;;
  esac
  { official_name "$1"; find "${files[@]}" -type f | LC_ALL=C sort | xargs cat; } | sha256sum | cut -c 1-16
}

# Says what the image was made from, empty for an official one; fails where there is none.
made_from() { docker image inspect --format "{{index .Config.Labels \"$made_from\"}}" "$1" 2>/dev/null; }

# Fetches packages. Without a network that is no fault of ours.
fetch() {
  local what=$1
  shift
  command -v "$1" >/dev/null || unavailable "$1 is not installed, which fetches $what"
  "$@" >"$work/log" 2>&1 || unavailable "$what cannot be fetched: $(tail -n 1 "$work/log")"
}

# Debian with what the entry points and the health checks of the compose file use.
debian() {
  docker image inspect "$base" >/dev/null 2>&1 && return
  [ "$(id -u)" = 0 ] || unavailable 'only root can run debootstrap'
  fetch Debian debootstrap --variant=minbase --include=ca-certificates,curl,wget bookworm "$work/debian"
  rm -rf "$work"/debian/var/{cache/apt/archives/*.deb,lib/apt/lists/*}
  tar -C "$work/debian" -c . | docker import - "$base" >/dev/null
  rm -rf "$work/debian"
  docker run --rm "$base" apt-get update -qq -o APT::Update::Error-Mode=any || unavailable 'containers cannot run, or have no network'
}

# Each adds to the context of its build, and may print more arguments for it.
postgres() {
  cp "$root"/{package.json,package-lock.json,.npmrc} "$here/postgres/entrypoint.sh" "$work/context"
}

event-store() {
  cp -r "$root"/{package.json,package-lock.json,.npmrc,shared-kernel,local-stack} "$here"/event-store/{main,users}.ts "$work/context"
}

kafka() {
  fetch Kafka mvn --batch-mode --quiet --file "$root/local-stack/kafka/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$work/context/libs"
  cp "$here/kafka/entrypoint.sh" "$work/context"
}

node() {
  local program=$root/node_modules/node/bin/node
  [ -x "$program" ] || unavailable 'the Node of package.json is not installed: npm ci'
  cp "$program" "$work/context"
  fetch npm npm install --silent --prefix "$work/npm" npm@11.19.1
  mv "$work/npm/node_modules/npm" "$work/context/npm"
  cp "${NODE_EXTRA_CA_CERTS:-/etc/ssl/certs/ca-certificates.crt}" "$work/context/certificates.crt"
}

caddy() {
  local version source
  version=$(official_name caddy)
  fetch Caddy go mod download -json "github.com/caddyserver/caddy/v2@v${version#*:}"
  source=$(sed -n 's/.*"Dir": "\(.*\)".*/\1/p' "$work/log")
  cp -r "$source" "$work/caddy"
  chmod -R u+w "$work/caddy"
  (cd "$work/caddy" && fetch "Caddy's libraries" go mod download)
  (cd "$work/caddy" && CGO_ENABLED=0 go build -trimpath -ldflags '-s -w' -o "$work/context/caddy" ./cmd/caddy)
}

stand_in() {
  local name wanted was node_image
  name=$(official_name "$1")
  node_image=$(official_name node)
  if [ -z "$name" ] || [ -z "$node_image" ]; then
    echo "docker-compose.yml and Dockerfile name no image for: $1" >&2
    exit 1
  fi
  wanted=$(digest "$1")
  if was=$(made_from "$name"); then
    case $was in '' | "$wanted") return ;; esac
  elif timeout 120 docker pull --quiet "$name" >/dev/null 2>&1; then
    echo "$name: pulled"
    return
  fi
  debian
  rm -rf "$work/context"
  mkdir "$work/context"
  "$1"
  docker build --quiet --label "$made_from=$wanted" --build-arg "BASE=$base" --build-arg "NODE_IMAGE=$node_image" \
    --tag "$name" --file "$here/$1/Dockerfile" "$work/context" >/dev/null
  echo "$name: a stand-in, made in ${SECONDS} s"
  SECONDS=0
}

# Others are made with Node's.
[ $# -gt 0 ] || set -- node postgres event-store kafka caddy
for one in "$@"; do stand_in "$one"; done
