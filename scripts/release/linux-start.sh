#!/bin/sh
# Showcaller @VERSION@ for Linux (@SYSTEM@). Behind this text is an archive with Node and the app, which the first start
# unpacks into the cache folder of the user. Without words it serves; "@NAME@ help" lists the commands.
set -eu

fail() {
  echo "showcaller: $1" >&2
  exit 1
}

case "$(uname -s) $(uname -m)" in
  @MACHINES@) ;;
  *) fail 'this file is for Linux on @SYSTEM@.' ;;
esac

cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
[ -n "$cache" ] || fail 'set HOME or XDG_CACHE_HOME: Showcaller is unpacked into a folder there.'
folder=$cache/showcaller/@VERSION@-@ID@

if [ ! -x "$folder/node" ]; then
  echo 'Unpacking Showcaller, once …' >&2
  mkdir -p "$cache/showcaller" || fail "the folder $cache/showcaller cannot be created."
  # Under a name of its own first, so that two starts at the same time find all of it or nothing.
  partial=$(mktemp -d "$cache/showcaller/partial.XXXXXX")
  trap 'rm -rf "$partial"' EXIT
  trap 'exit 1' HUP INT TERM
  tail -c +@OFFSET@ "$0" | tar -xzf - -C "$partial" || fail 'this file is incomplete, or the disk is full. Download it again.'
  [ "$("$partial/node" --version)" = 'v@NODE@' ] || fail "Node does not run here: it needs glibc, and $cache must allow programs."
  mv -T "$partial" "$folder" 2>/dev/null || [ -x "$folder/node" ] || fail "the folder $folder cannot be created."
  rm -rf "$partial"
  trap - EXIT HUP INT TERM
fi

[ $# -gt 0 ] || set -- serve
exec "$folder/node" "$folder/app/bin/showcaller.mjs" "$@"
