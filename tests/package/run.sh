#!/bin/sh
# run.sh PACKAGE.deb: installs the package with apt in a Debian root of its own, from the sources that this
# machine has, uses it there, and removes it. The root is thrown away.
set -eu
package=$(realpath "$1")
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
sources=""
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
  [ -s "$file" ] && sources="$sources $file"
done
export PACKAGE="$package"
# shellcheck disable=SC2016,SC2086
mmdebstrap --quiet --variant=apt --format=null \
  --customize-hook='cp "$PACKAGE" "$1/package.deb"' \
  --customize-hook='chroot "$1" apt-get install -y -qq --no-install-recommends /package.deb >/dev/null' \
  --customize-hook='test "$(chroot "$1" shufflecert eval "1/2 < 1")" = true' \
  --customize-hook='chroot "$1" shufflecert eval "renyi(rr_pair(3, log(3)), 2)"' \
  --customize-hook='test -s "$1/usr/include/shufflecert/version.hpp"' \
  --customize-hook='test -s "$1/usr/lib/libshufflecert_core.a"' \
  --customize-hook='chroot "$1" apt-get purge -y -qq shufflecert >/dev/null' \
  --customize-hook='! test -e "$1/usr/bin/shufflecert" && ! test -e "$1/usr/include/shufflecert"' \
  "$suite" /dev/null $sources
echo "The package was installed, used and removed in a clean root."
