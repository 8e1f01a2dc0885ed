#!/usr/bin/env bash
# Runs a command with a container engine that has every image of docker-compose.yml and Dockerfile:
#   deploy/with-engine.sh npx vitest run --project containers
# An engine that answers (DOCKER_HOST, or the usual socket) is used and left as it is. Otherwise one is
# started, which keeps its images in CONTAINERS_CACHE, and ended with the command. Images that can be
# neither found nor pulled are made by stand-ins/build.sh.
# It ends with 69 where neither an engine nor the images can be had; the last line says why.
set -euo pipefail
shopt -s inherit_errexit
here=$(cd "$(dirname "$0")" && pwd)
. "$here/stand-ins/unavailable.sh"
cache=${CONTAINERS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/sarraf/containers}

answers() { timeout 10 docker version >/dev/null 2>&1; }

start_engine() {
  command -v dockerd >/dev/null || unavailable 'no container engine answers, and dockerd is not installed'
  [ "$(id -u)" = 0 ] || unavailable 'no container engine answers, and only root can start one'
  run=$(mktemp -d)
  export DOCKER_HOST=unix://$run/docker.sock
  # Its containers end with the engine, so nothing has to watch over them.
  export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
  mkdir -p "$cache/engine"
  dockerd --host "$DOCKER_HOST" --data-root "$cache/engine" --exec-root "$run/exec" --pidfile "$run/docker.pid" >"$run/log" 2>&1 &
  engine=$!
  trap end_engine EXIT
  for _ in $(seq 120); do
    if answers; then
      remove_leftovers
      return
    fi
    kill -0 "$engine" 2>/dev/null || break
    sleep 0.5
  done
  unavailable "dockerd does not start: $(grep -o 'failed to start daemon.*' "$run/log" || tail -n 1 "$run/log")"
}

# Of a run that was killed. Nothing else uses this engine.
remove_leftovers() {
  docker ps --all --quiet | xargs --no-run-if-empty docker rm --force --volumes >/dev/null
  docker network prune --force >/dev/null
  docker volume prune --force >/dev/null
}

end_engine() {
  kill "$engine" 2>/dev/null && wait "$engine" || true
  rm -rf "$run"
}

command -v docker >/dev/null || unavailable 'docker is not installed'
answers || start_engine
"$here/stand-ins/build.sh"
"$@"
