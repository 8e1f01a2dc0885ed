#!/usr/bin/env bash
# Makes certificates for trying out: an authority of its own, and a certificate for each server of the compose
# files. Needs openssl.
#   deploy/certificates.sh [FOLDER [SERVER…]]      (deploy/certificates, and all servers)
# Run again, it replaces only what ends within 30 days, has lost its key, or was signed by another authority.
# DAYS is how long a new certificate is valid (397); NAMES are further names and addresses of the servers:
#   NAMES='sarraf.example 192.0.2.7' deploy/certificates.sh
set -euo pipefail
shopt -s inherit_errexit
umask 077
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/certificates}
servers=("${@:2}")
[ ${#servers[@]} -gt 0 ] || servers=(postgres kafka eventstore eventstore2 eventstore3)
days=${DAYS:-397}
authority_days=3650
renew_before_seconds=$((30 * 24 * 3600))

fail() {
  echo "$1" >&2
  exit 1
}

# Runs a command that talks much; what it said is shown only where it fails.
quietly() {
  local said
  said=$("$@" 2>&1) || fail "$said
This failed: $*"
}

lasts() { openssl x509 -in "$1" -noout -checkend "$renew_before_seconds" >/dev/null 2>&1; }

belong_together() {
  local certified own
  certified=$(openssl x509 -in "$1" -noout -pubkey 2>/dev/null) || return 1
  own=$(openssl pkey -in "$2" -pubout 2>/dev/null) || return 1
  [ -n "$own" ] && [ "$certified" = "$own" ]
}

make_authority() {
  quietly openssl req -x509 -newkey rsa:2048 -noenc -days "$authority_days" -subj '/O=Sarraf/CN=Sarraf trial authority' \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout ca.key -out ca.crt
  echo 'ca: made'
}

# Names and addresses as a certificate lists them.
alternatives() {
  local name
  for name in "$@" localhost 127.0.0.1 ${NAMES:-}; do
    if [[ $name =~ ^[0-9.]+$|: ]]; then echo "IP:$name"; else echo "DNS:$name"; fi
  done | paste -sd,
}

is_kept() {
  lasts "$1.crt" && belong_together "$1.crt" "$1.key" && openssl verify -CAfile ca.crt "$1.crt" >/dev/null 2>&1 &&
    [ "$(cat "$1.names" 2>/dev/null)" = "$2" ]
}

certificate() {
  local server=$1 common_name names until
  # By the common name members of a cluster of EventStoreDB recognise each other.
  case $server in eventstore*) common_name=eventstoredb-node ;; *) common_name=$server ;; esac
  names=$(alternatives "$server")
  if is_kept "$server" "$names"; then return; fi
  quietly openssl req -newkey rsa:2048 -noenc -subj "/O=Sarraf/CN=$common_name" -keyout "$server.key" -out "$server.csr"
  # Members of a cluster of EventStoreDB are each other's clients.
  cat >"$server.extensions" <<END
basicConstraints=critical,CA:FALSE
keyUsage=critical,digitalSignature,keyEncipherment
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=$names
END
  quietly openssl x509 -req -in "$server.csr" -CA ca.crt -CAkey ca.key -days "$days" -out "$server.crt" -extfile "$server.extensions"
  rm "$server.csr" "$server.extensions"
  echo "$names" >"$server.names"
  until=$(openssl x509 -in "$server.crt" -noout -enddate)
  belong_together "$server.crt" "$server.key" || fail "$server.crt is not the certificate of $server.key."
  echo "$server: made, valid until ${until#*=}"
}

command -v openssl >/dev/null || fail 'openssl is not installed.'
mkdir -p "$folder"
cd "$folder"
if ! { lasts ca.crt && belong_together ca.crt ca.key; }; then make_authority; fi
for server in "${servers[@]}"; do certificate "$server"; done
# Kafka takes key and certificate from one file.
if [ -e kafka.key ]; then cat kafka.key kafka.crt >kafka.pem; fi
# Certificates are no secrets.
chmod 644 ./*.crt
