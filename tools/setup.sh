#!/bin/sh
# Installs what is missing on Debian 12, and says so: setup.sh build | test
# `build` is what `make run` needs; `test` adds the browser and the tools that only tests use.
set -eu
cd "$(dirname "$0")/.."

build_packages="build-essential cmake ninja-build pkg-config clang clang-format lld llvm libclang-rt-14-dev
libclang-rt-14-dev-wasm32 wasi-libc libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libjansson-dev libsqlite3-dev
libsodium-dev libcmocka-dev brotli ca-certificates"
test_packages="chromium chromium-headless-shell sqlite3 valgrind"

case "${1:-build}" in
build) packages=$build_packages ;;
test) packages="$build_packages $test_packages" ;;
*) echo "usage: tools/setup.sh build|test" >&2; exit 2 ;;
esac

as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null; then sudo "$@"
    else echo "setup: this needs root or sudo: $*" >&2; exit 1
    fi
}

command -v npm >/dev/null && command -v node >/dev/null || packages="$packages nodejs npm"
missing=""
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
if [ -n "$missing" ]; then
    echo "setup: installing Debian packages:$missing"
    as_root apt-get update -qq
    # shellcheck disable=SC2086 # a list of words
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
fi

# The page's tools want Node 20.19; Debian 12 has 18. npm carries Node itself as a package.
node_is_new_enough() {
    node -e 'const [a, b] = process.versions.node.split("."); process.exit(+a > 20 || (+a == 20 && +b >= 19) ? 0 : 1)'
}
if [ ! -x .node/bin/node ] && ! node_is_new_enough; then
    echo "setup: Node $(node --version) is too old; installing Node 20 into .node/"
    npm install --no-save --loglevel=error --prefix .node node@20
    mkdir -p .node/bin
    ln -sf ../node_modules/node/bin/node .node/bin/node
fi
PATH="$PWD/.node/bin:$PATH"

# npm writes what it installed to node_modules/.package-lock.json.
if [ ! -e node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
    echo "setup: installing npm packages"
    npm ci --loglevel=error
    touch node_modules/.package-lock.json
fi
