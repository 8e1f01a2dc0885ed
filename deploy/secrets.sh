#!/usr/bin/env bash
# Makes the secrets of the compose file, each in a file of its own. Needs openssl.
#   deploy/secrets.sh [FOLDER]      (deploy/secrets)
# What is there stays. Files can be written by hand before: a password of your own, the address of a server elsewhere.
# Nobody else on this machine enters the folder. The files themselves are readable, because each container
# reads those that it is given as a user of its own.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:-$here/secrets}
umask 022
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

# Its name and its text, unless it has one.
secret() {
  if [ -s "$1" ]; then return; fi
  echo "$2" >"$1"
  echo "$1: made"
}
random() { secret "$1" "$(openssl rand -hex "$2")"; }

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
secret database_url_administrator "postgres://sarraf:$(cat postgres_password)@$database"
for role in command query projections auditor; do
  random "database_password_$role" 24
  secret "database_url_$role" "postgres://sarraf_$role:$(cat "database_password_$role")@$database"
done

# EventStoreDB: its administrator, whose first password it takes from its environment alone, and the services' user
store='tls=true&tlsCaFile=/certificates/ca.crt'
random eventstore_admin_password 24
random eventstore_password 24
secret eventstore.env "EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$(cat eventstore_admin_password)"
secret eventstore_url_administrator "esdb://admin:$(cat eventstore_admin_password)@eventstore:2113?$store"
user="sarraf:$(cat eventstore_password)"
secret eventstore_url "esdb://$user@eventstore:2113?$store"
secret eventstore_url_cluster "esdb://$user@eventstore:2113,eventstore2:2113,eventstore3:2113?$store"

# Kafka: the feed's user, as the broker knows it
random kafka_password 24
login="username=\"sarraf\" password=\"$(cat kafka_password)\" user_sarraf=\"$(cat kafka_password)\""
secret kafka_users "org.apache.kafka.common.security.plain.PlainLoginModule required $login;"
