#!/bin/sh
# What the tests need beside Python packages: Chromium for tests/browser, PostgreSQL for tests/server.
# Whatever is there already is used; what is missing is installed with apt-get, where there is one.
set -eu

missing=
browser=
for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
  if command -v "$name" >/dev/null 2>&1; then browser=$name; break; fi
done
# Chromium without a window is smaller and quicker; not every distribution has it.
if [ -z "$browser" ]; then
  browser=chromium-headless-shell
  apt-cache show "$browser" >/dev/null 2>&1 || browser=chromium
  missing="$browser fonts-dejavu-core"
fi
if ! command -v initdb >/dev/null 2>&1 && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
  missing="$missing postgresql"
fi
# The Node that Playwright brings along needs this library, which comes with a C compiler and not by itself.
if [ -x /sbin/ldconfig ] && ! /sbin/ldconfig -p | grep -q 'libatomic\.so\.1'; then
  missing="$missing libatomic1"
fi
[ -n "$missing" ] || exit 0

root=
if [ "$(id -u)" != 0 ]; then
  if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then root="sudo -n"; else root=no; fi
fi
if [ "$root" = no ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "The tests need these programs, and this script cannot install them here: $missing. Please install them and try again." >&2
  exit 1
fi
# shellcheck disable=SC2086 # words, however many spaces are between them
echo "== installing" $missing
export DEBIAN_FRONTEND=noninteractive
$root apt-get -qq update
# shellcheck disable=SC2086 # one argument for each package
$root apt-get -qq install -y --no-install-recommends $missing >/dev/null
