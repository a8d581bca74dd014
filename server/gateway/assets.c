/*
 * The folder is walked once: each regular file becomes an asset, a name that ends in .br or .gz the other body of the
 * asset without that ending. Symbolic links and hidden files are left out. The list is then sorted by path, to be
 * searched by halves. The entity tag is a 64-bit hash (FNV-1a) of the body, so equal content keeps its tag over
 * restarts and on every node.
 */
#include "server/gateway/assets.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct assets {
    struct asset *list;
    unsigned count, capacity;
    size_t bytes;
    char language_names[ASSETS_LANGUAGES_MAX][3];
    const char *languages[ASSETS_LANGUAGES_MAX + 1];
};

/* As web/src/pages/prerender.tsx writes it. */
#define NOINDEX "<meta name=\"robots\" content=\"noindex\">"

static const struct {
    const char *ending, *type;
} types[] = {
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".mjs", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".webp", "image/webp"},
    {".jpg", "image/jpeg"},
    {".ico", "image/x-icon"},
    {".json", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
    {".xml", "application/xml"},
    {".map", "application/json"},
    {".mp3", "audio/mpeg"},
    {".ogg", "audio/ogg"},
};

static bool ends_in(const char *text, const char *ending)
{
    size_t length = strlen(text), wanted = strlen(ending);
    return length >= wanted && strcmp(text + length - wanted, ending) == 0;
}

static const char *type_of(const char *path)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (ends_in(path, types[i].ending))
            return types[i].type;
    return "application/octet-stream";
}

const char *coding_name(enum coding coding)
{
    return coding == CODING_BROTLI ? "br" : coding == CODING_GZIP ? "gzip" : NULL;
}

static enum error fail(char *message, enum error error, const char *what, const char *path)
{
    snprintf(message, ASSETS_MESSAGE_MAX, "%s: %s", path, what);
    return error;
}

static void make_etag(struct asset_body *body)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < body->size; i++)
        hash = (hash ^ body->bytes[i]) * 0x100000001b3u;
    snprintf(body->etag, sizeof body->etag, "\"%016" PRIx64 "\"", hash);
}

/* The asset of this path, made if there is none yet. */
static struct asset *asset_named(struct assets *assets, const char *path)
{
    for (unsigned i = 0; i < assets->count; i++)
        if (strcmp(assets->list[i].path, path) == 0)
            return &assets->list[i];
    if (assets->count == assets->capacity) {
        unsigned capacity = assets->capacity ? assets->capacity * 2 : 64;
        struct asset *list = realloc(assets->list, capacity * sizeof *list);
        if (!list)
            return NULL;
        assets->list = list;
        assets->capacity = capacity;
    }
    struct asset *asset = &assets->list[assets->count++];
    memset(asset, 0, sizeof *asset);
    snprintf(asset->path, sizeof asset->path, "%s", path);
    asset->type = type_of(path);
    asset->html = ends_in(path, ".html");
    asset->immutable = strncmp(path, "/assets/", 8) == 0;
    return asset;
}

static enum error read_body(int fd, size_t size, struct asset_body *body)
{
    unsigned char *bytes = malloc(size + 1); /* so it also ends in NUL */
    if (!bytes)
        return ERR_NO_MEMORY;
    for (size_t at = 0; at < size;) {
        ssize_t got = read(fd, bytes + at, size - at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            free(bytes);
            return ERR_IO;
        }
        at += (size_t)got;
    }
    bytes[size] = '\0';
    body->bytes = bytes;
    body->size = size;
    make_etag(body);
    return OK;
}

static enum error add_file(struct assets *assets, int fd, const struct stat *status, const char *path, char *message)
{
    char plain[ASSET_PATH_MAX];
    enum coding coding = ends_in(path, ".br") ? CODING_BROTLI : ends_in(path, ".gz") ? CODING_GZIP : CODING_NONE;
    snprintf(plain, sizeof plain, "%.*s", (int)strlen(path) - (coding ? 3 : 0), path);
    if (assets->count >= ASSETS_FILES_MAX)
        return fail(message, ERR_TOO_LONG, "too many files", path);
    if ((size_t)status->st_size > ASSETS_BYTES_MAX - assets->bytes)
        return fail(message, ERR_TOO_LONG, "the files are too large", path);
    struct asset *asset = asset_named(assets, plain);
    if (!asset)
        return fail(message, ERR_NO_MEMORY, error_text(ERR_NO_MEMORY), path);
    enum error error = read_body(fd, (size_t)status->st_size, &asset->body[coding]);
    if (error)
        return fail(message, error, "cannot be read", path);
    if (asset->html && coding == CODING_NONE)
        asset->searched = !strstr((const char *)asset->body[coding].bytes, NOINDEX);
    assets->bytes += (size_t)status->st_size;
    return OK;
}

static enum error add_folder(struct assets *assets, int folder, const char *path, unsigned depth, char *message);

static enum error add_entry(struct assets *assets, int folder, const char *path, const char *name, unsigned depth,
                            char *message)
{
    char full[ASSET_PATH_MAX];
    if ((size_t)snprintf(full, sizeof full, "%s/%s", path, name) >= sizeof full)
        return fail(message, ERR_TOO_LONG, "the path is too long", path);
    struct stat status;
    int fd = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return errno == ELOOP ? OK : fail(message, ERR_IO, strerror(errno), full);
    enum error error = OK;
    if (fstat(fd, &status) != 0)
        error = fail(message, ERR_IO, strerror(errno), full);
    else if (S_ISDIR(status.st_mode))
        return add_folder(assets, fd, full, depth + 1, message);
    else if (S_ISREG(status.st_mode))
        error = add_file(assets, fd, &status, full, message);
    close(fd);
    return error;
}

/* Closes `folder`. */
static enum error add_folder(struct assets *assets, int folder, const char *path, unsigned depth, char *message)
{
    if (depth > ASSETS_DEPTH_MAX) {
        close(folder);
        return fail(message, ERR_TOO_LONG, "folders within folders, too deep", path);
    }
    DIR *entries = fdopendir(folder);
    if (!entries) {
        close(folder);
        return fail(message, ERR_IO, strerror(errno), path);
    }
    enum error error = OK;
    for (struct dirent *entry = readdir(entries); entry && !error; entry = readdir(entries))
        if (entry->d_name[0] != '.')
            error = add_entry(assets, dirfd(entries), path, entry->d_name, depth, message);
    closedir(entries);
    return error;
}

static int compare_paths(const void *a, const void *b)
{
    return strcmp(((const struct asset *)a)->path, ((const struct asset *)b)->path);
}

static void find_languages(struct assets *assets)
{
    unsigned count = 0;
    for (unsigned i = 0; i < assets->count && count < ASSETS_LANGUAGES_MAX; i++) {
        const char *path = assets->list[i].path;
        if (strlen(path) != strlen("/en/index.html") || strcmp(path + 3, "/index.html") != 0)
            continue;
        memcpy(assets->language_names[count], path + 1, 2);
        assets->languages[count] = assets->language_names[count];
        if (memcmp(path + 1, "en", 2) == 0) {
            assets->languages[count] = assets->languages[0];
            assets->languages[0] = assets->language_names[count];
        }
        count++;
    }
}

enum error assets_open_empty(struct assets **out)
{
    *out = calloc(1, sizeof **out);
    return *out ? OK : ERR_NO_MEMORY;
}

enum error assets_open(struct assets **out, const char *folder, char *message)
{
    struct assets *assets;
    if (assets_open_empty(&assets) != OK)
        return fail(message, ERR_NO_MEMORY, error_text(ERR_NO_MEMORY), folder);
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum error error = fd < 0 ? fail(message, ERR_IO, strerror(errno), folder) : add_folder(assets, fd, "", 0, message);
    if (error) {
        assets_close(assets);
        return error;
    }
    if (assets->count > 0)
        qsort(assets->list, assets->count, sizeof *assets->list, compare_paths);
    find_languages(assets);
    *out = assets;
    return OK;
}

void assets_close(struct assets *assets)
{
    if (!assets)
        return;
    for (unsigned i = 0; i < assets->count; i++)
        for (unsigned coding = 0; coding < CODINGS; coding++)
            free((void *)assets->list[i].body[coding].bytes);
    free(assets->list);
    free(assets);
}

const struct asset *assets_find(const struct assets *assets, const char *path)
{
    struct asset key;
    size_t length = strlen(path);
    const char *index = length > 0 && path[length - 1] == '/' ? "index.html" : "";
    if ((size_t)snprintf(key.path, sizeof key.path, "%s%s", path, index) >= sizeof key.path || assets->count == 0)
        return NULL;
    const struct asset *asset = bsearch(&key, assets->list, assets->count, sizeof key, compare_paths);
    return asset && asset->body[CODING_NONE].bytes ? asset : NULL; /* a .br alone is no file of the page */
}

const char *const *assets_languages(const struct assets *assets)
{
    return assets->languages;
}

unsigned assets_count(const struct assets *assets)
{
    return assets->count;
}
