#!/bin/sh
# Installs the Debian packages that the given sections of debian-packages.txt list and that are
# missing here: install-debian-packages.sh build ci
# As root it installs them; otherwise it prints the command that would, and fails.
set -eu
missing=""
list=$(dirname "$0")/debian-packages.txt
for section in "$@"; do
  for package in $(awk -v wanted="[$section]" '/^\[/ { reads = $1 == wanted; next } reads && !/^#/ { print $1 }' "$list"); do
    status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $package"
  done
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" -ne 0 ]; then
  echo "Missing packages. Install them with:" >&2
  echo "  sudo apt-get install --no-install-recommends$missing" >&2
  exit 1
fi
echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 || {
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends $missing >/dev/null
}
