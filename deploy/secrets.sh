#!/usr/bin/env bash
# Makes the secrets of the compose file, each in a file of its own. Needs openssl.
#   deploy/secrets.sh [FOLDER]      (deploy/secrets)
# What is there stays. Files can be written by hand before: a password of your own, the address of a server elsewhere.
# A file without a secret in it, as a run leaves that failed, stops it before anything is made.
# Nobody else on this machine enters the folder. The files themselves are readable, because each container
# reads those that it is given as a user of its own.
set -euo pipefail
shopt -s inherit_errexit
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/secrets}
umask 022
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

fail() {
  echo "$1" >&2
  exit 1
}

# Nothing but blanks, or the place of a password with nothing in it.
lacks_its_secret() { ! grep -q '[^[:space:]]' "$1" || grep -Eq '://[^/@]*:@|PASSWORD=$|password=""' "$1"; }

refuse_files_without_secret() {
  local file found=()
  for file in *; do
    if [ -f "$file" ] && lacks_its_secret "$file"; then found+=("$file"); fi
  done
  [ ${#found[@]} = 0 ] || fail "No secret is in: ${found[*]}. Write it, or remove the file and run this again ($folder)."
}

# Its name and its text, unless it has one. A file is there with its whole text, or not at all.
secret() {
  if [ -e "$1" ]; then return; fi
  printf '%s\n' "$2" >".$1.partial"
  mv ".$1.partial" "$1"
  echo "$1: made"
}

# Its name and its number of bytes.
random() {
  local text
  if [ -e "$1" ]; then return; fi
  text=$(openssl rand -hex "$2") || fail "$1: openssl made no random number."
  [[ $text =~ ^[0-9a-f]+$ && ${#text} = $((2 * $2)) ]] || fail "$1: openssl made no random number of $2 bytes."
  secret "$1" "$text"
}

command -v openssl >/dev/null || fail 'openssl is not installed.'
refuse_files_without_secret

# Wraps every key of the vault: what it protects is lost without it. Keep a copy elsewhere.
random vault_key 32
# Signs how the log stands. Keep the public key, which the log of the projections tells at its start, where nobody
# who has the database can change it.
random notary_key 32
# Sign-ins are counted and logged under it.
random sign_in_key 32

# PostgreSQL: its administrator, and a role for each process
database='postgres:5432/sarraf?sslmode=verify-full&sslrootcert=/certificates/ca.crt'
random postgres_password 24
password=$(cat postgres_password)
secret database_url_administrator "postgres://sarraf:$password@$database"
for role in command query projections auditor webhooks feed; do
  random "database_password_$role" 24
  password=$(cat "database_password_$role")
  secret "database_url_$role" "postgres://sarraf_$role:$password@$database"
done

# EventStoreDB: its administrator, whose first password it takes from its environment alone, and the services' user
store='tls=true&tlsCaFile=/certificates/ca.crt'
random eventstore_admin_password 24
password=$(cat eventstore_admin_password)
secret eventstore.env "EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$password"
secret kurrentdb.env "KURRENTDB_DEFAULT_ADMIN_PASSWORD=$password"
secret eventstore_url_administrator "esdb://admin:$password@eventstore:2113?$store"
random eventstore_password 24
password=$(cat eventstore_password)
secret eventstore_url "esdb://sarraf:$password@eventstore:2113?$store"
secret eventstore_url_cluster "esdb://sarraf:$password@eventstore:2113,eventstore2:2113,eventstore3:2113?$store"

# Kafka: the feed's user, as the broker knows it
random kafka_password 24
password=$(cat kafka_password)
login="username=\"sarraf\" password=\"$password\" user_sarraf=\"$password\""
secret kafka_users "org.apache.kafka.common.security.plain.PlainLoginModule required $login;"
