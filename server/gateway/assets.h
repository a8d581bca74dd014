/*
 * The files of the page, read into memory once, with the compressed siblings that the build made (x.js.br, x.js.gz).
 * A request looks its path up among the files that were there at the start, so no path can lead anywhere else.
 */
#ifndef SERVER_GATEWAY_ASSETS_H
#define SERVER_GATEWAY_ASSETS_H

#include "base/error.h"
#include <stdbool.h>
#include <stddef.h>

enum {
    ASSETS_FILES_MAX = 4096,
    ASSETS_BYTES_MAX = 64 << 20,
    ASSETS_DEPTH_MAX = 8,
    ASSET_PATH_MAX = 256,
    ASSET_ETAG_MAX = 32,
    ASSETS_LANGUAGES_MAX = 32,
    ASSETS_MESSAGE_MAX = 512,
};

enum coding { CODING_NONE, CODING_GZIP, CODING_BROTLI, CODINGS };

struct asset_body {
    const unsigned char *bytes; /* NULL: not there in this coding */
    size_t size;
    char etag[ASSET_ETAG_MAX]; /* quotes included */
};

struct asset {
    char path[ASSET_PATH_MAX]; /* as in the URL, with its first '/' */
    const char *type;          /* Content-Type */
    bool html;
    bool searched;  /* a page that says nothing against being found by a search: no meta "noindex" in it */
    bool immutable; /* its name has a hash of its content: it never changes */
    struct asset_body body[CODINGS];
};

struct assets;

/* Reads a folder. ERR_IO, ERR_TOO_LONG (too many or too large files, a path too long), ERR_NO_MEMORY; `message`
 * (ASSETS_MESSAGE_MAX bytes) then says which file. */
MUST_CHECK enum error assets_open(struct assets **assets, const char *folder, char *message);
/* Without any file. ERR_NO_MEMORY. */
MUST_CHECK enum error assets_open_empty(struct assets **assets);
void assets_close(struct assets *assets);

/* The file of this path; for one that ends in '/', its index.html. NULL: none. */
const struct asset *assets_find(const struct assets *assets, const char *path);

/* The languages of the page: the top folders of two letters that have an index.html, the default language first
 * (English where it is there, otherwise the first of the alphabet). NULL ends the list. */
const char *const *assets_languages(const struct assets *assets);
unsigned assets_count(const struct assets *assets);

/* "br" and "gzip"; NULL for CODING_NONE. */
const char *coding_name(enum coding coding);

#endif
