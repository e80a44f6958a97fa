#!/bin/sh
# Build Citus from its source tree, and install it into a PostgreSQL.
#
#     build.sh SOURCE_TREE [PG_CONFIG]
#
# SOURCE_TREE  a checkout of github.com/citusdata/citus; v13.2.2 takes PostgreSQL 15 to 17, v14 takes 16 to 18
# PG_CONFIG    the pg_config of the PostgreSQL to install into; without it, the one on the PATH
# JOBS         how many compilers run at once (2)
# AGAIN        if not empty, build although this version is installed already
#
# The tree is left as it is: a copy of it is built, in a temporary folder. It takes about five minutes.
# Exit code: 0 if it is installed now; 1 if something is missing, which is said; 2 for wrong arguments.
set -eu

die() {
	echo "build.sh: $1" >&2
	exit "${2:-1}"
}

[ $# -ge 1 ] && [ $# -le 2 ] || die "usage: build.sh SOURCE_TREE [PG_CONFIG]" 2
tree=$1
pg_config=$(command -v "${2:-pg_config}") || die "there is no ${2:-pg_config}: install postgresql-server-dev, or say where pg_config is"
control=src/backend/distributed/citus.control
[ -x "$tree/configure" ] && [ -f "$tree/$control" ] || die "$tree is no source tree of Citus: it has no configure or no $control"

version_in() {
	sed -n "s/^default_version *= *'\(.*\)'.*/\1/p" "$1"
}

# What is needed, all of it in one message.
headers=$("$pg_config" --includedir-server)
installed=$("$pg_config" --sharedir)/extension/citus.control
missing=
for command in make gcc flex awk; do
	command -v "$command" >/dev/null || missing="$missing $command"
done
[ -f "$headers/postgres.h" ] || missing="$missing postgresql-server-dev"
while read -r header package; do
	echo "#include <$header>" | gcc -E -x c - >/dev/null 2>&1 || missing="$missing $package"
done <<-HEADERS
	curl/curl.h libcurl4-openssl-dev
	lz4.h liblz4-dev
	zstd.h libzstd-dev
	openssl/ssl.h libssl-dev
HEADERS
[ -z "$missing" ] || die "missing:$missing (the names are those of Debian's packages)"

if [ -z "${AGAIN:-}" ] && [ -f "$installed" ] && [ "$(version_in "$installed")" = "$(version_in "$tree/$control")" ]; then
	echo "Citus $(version_in "$installed") is installed in $("$pg_config" --version)."
	exit 0
fi
[ -w "$("$pg_config" --pkglibdir)" ] || die "$("$pg_config" --pkglibdir) cannot be written: run this as root"

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
trap 'exit 1' INT TERM
cp -R "$tree/." "$build"
cd "$build"

# PostgreSQL's minor versions of 2026 declare have_createdb_privilege themselves; Citus 13 has a copy for those before.
compat=src/include/pg_version_compat.h
if [ "$("$pg_config" --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')" -lt 16 ] && grep -q have_createdb_privilege "$headers/commands/dbcommands.h"; then
	awk '
		/^static inline bool$/ { held = $0; next }
		held != "" && /^have_createdb_privilege\(void\)$/ { inside = 1; held = ""; next }
		held != "" { print held; held = "" }
		inside { if (/^}$/) inside = 0; next }
		{ print }
	' "$compat" >"$compat.new"
	mv "$compat.new" "$compat"
fi

# Bitcode for the just-in-time compiler would need the clang that PostgreSQL was built with; nothing here is compiled so.
./configure --quiet PG_CONFIG="$pg_config"
make --silent -j"${JOBS:-2}" with_llvm=no
make --silent install with_llvm=no
echo "Citus $(version_in "$installed") has been installed in $("$pg_config" --version)."
