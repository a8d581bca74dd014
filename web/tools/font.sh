#!/bin/sh
# Cuts the font of headings to the letters of Western Europe, in their usual forms: web/fonts/, which is committed. Needs
# Debian's python3-fonttools and python3-brotli; building the page does not.
#   web/tools/font.sh
set -eu
cd "$(dirname "$0")/../.."
name=shippori-mincho-latin-600
/usr/bin/python3 -m fontTools.subset "node_modules/@fontsource/shippori-mincho/files/$name-normal.woff2" \
  --unicodes=U+20-7E,U+A0-FF,U+152,U+153,U+178,U+2009,U+2013,U+2014,U+2018-201E,U+2026,U+202F,U+2190-2193,U+2039,U+203A \
  --layout-features=liga,mark,mkmk --no-hinting --desubroutinize --flavor=woff2 --output-file="web/fonts/$name.woff2"
