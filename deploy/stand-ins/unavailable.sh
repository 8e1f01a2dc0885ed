# Ends with the status that says: not possible on this machine, whatever the code is like.
unavailable() {
  echo "Containers are not available here: $1." >&2
  exit 69
}
