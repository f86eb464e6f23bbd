#!/usr/bin/env bash
# All files of a release, from a clean checkout, and the checklist of what is left to do by hand.
#
# usage: cmake/release.sh    (or: make release)
#
# Leaves in build/release-files: the source archive, the Debian package, the Python wheel for this
# machine, the documentation as a site, the audit, the test vectors, and the SHA-256 of each.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ -n "$(git status --porcelain)" ]; then
  echo "release: there are changes that are not committed; a release is made of what is committed" >&2
  exit 2
fi
version=$(sed -n 's/.*VERSION_[A-Z]* \([0-9]*\)$/\1/p' include/shufflecert/version.hpp | paste -sd.)
name=shufflecert-$version
files=$PWD/build/release-files
rm -rf "$files"
mkdir -p "$files"

step() { printf '\n== %s\n' "$1"; }

step "source archive"
git archive --prefix="$name/" --output="$files/$name.tar.gz" HEAD

step "Debian package"
make package
cp build/release/packages/*.deb "$files/"

step "Python wheel"
cmake/install-debian-packages.sh python
/usr/bin/python3 -m pip wheel . --no-build-isolation --no-index --no-deps --wheel-dir "$files"

step "site"
make docs-site
tar -czf "$files/$name-site.tar.gz" -C build site

step "audit"
make audit
tar -czf "$files/$name-audit.tar.gz" audit

step "test vectors"
make test-vectors
tar -czf "$files/$name-test-vectors.tar.gz" -C build test-vectors

step "digests"
(cd "$files" && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)

dated=$(grep -c '^date-released:' CITATION.cff || true)
tick() { [ "$1" = 0 ] && printf ' ' || printf 'x'; }
cat <<END

Made in build/release-files:
  [x] source archive, Debian package, wheel, site, audit, test vectors, SHA256SUMS

Left to do:
  [$(tick "$(grep -c "^## $version, 20" CHANGELOG.md || true)")] CHANGELOG.md: the heading of $version has its date instead of "not released yet"
  [$(tick "$dated")] CITATION.cff: date-released
  [ ] CI passes on this commit ($(git rev-parse --short HEAD))
  [ ] make package-test, as root
  [ ] podman build -f cmake/packaging/Containerfile -t shufflecert:$version .
  [ ] git tag -s v$version
  [ ] upload the files, and try the install page from them on a fresh machine
END
