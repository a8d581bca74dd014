/*
 * A page that is found stands at /<language>/<path>/, as index.html of its folder.
 */
#include "server/gateway/links.h"
#include "base/text.h"
#include <string.h>

static const char INDEX[] = "index.html";

/* What may stand in a host with its port, and nothing that could end an address or a header. */
static bool is_host(const char *host)
{
    static const char may[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]";
    return *host && strspn(host, may) == strlen(host);
}

struct place {
    const char *scheme, *host; /* "http://" and a host, or "" and an origin */
};

static void add(struct text *text, struct place place, const char *language, const char *rest, const char *relation)
{
    text_string(text, "<");
    text_string(text, place.scheme);
    text_string(text, place.host);
    text_string(text, "/");
    text_string(text, language);
    text_string(text, rest);
    text_string(text, ">; rel=\"");
    text_string(text, relation);
    text_string(text, "\"");
}

static void add_alternate(struct text *text, struct place place, const char *language, const char *rest,
                          const char *hreflang)
{
    text_string(text, ", ");
    add(text, place, language, rest, "alternate");
    text_string(text, "; hreflang=\"");
    text_string(text, hreflang);
    text_string(text, "\"");
}

bool links_write(char *out, size_t size, const struct assets *assets, const struct asset *page, const char *origin,
                 const char *host)
{
    const char *const *languages = assets_languages(assets);
    char rest[ASSET_PATH_MAX], other[ASSET_PATH_MAX];
    size_t length = strlen(page->path), index = sizeof INDEX - 1;
    if (!page->searched || length < index || strcmp(page->path + length - index, INDEX) != 0 || page->path[3] != '/')
        return false;
    if (!origin && !is_host(host))
        return false;
    struct place place = origin ? (struct place){"", origin} : (struct place){"http://", host};
    struct text text = text_into(out, size);
    struct text behind = text_into(rest, sizeof rest); /* the language: "/rules/x/" */
    for (size_t i = 3; i < length - index; i++)
        text_char(&behind, page->path[i]);
    char own[] = {page->path[1], page->path[2], '\0'};
    add(&text, place, own, rest, "canonical");
    for (; *languages; languages++) {
        struct text there = text_into(other, sizeof other);
        text_char(&there, '/');
        text_string(&there, *languages);
        text_string(&there, rest);
        if (assets_find(assets, other))
            add_alternate(&text, place, *languages, rest, *languages);
    }
    if (strcmp(rest, "/") == 0) /* "/" leads to the reader's language */
        add_alternate(&text, place, "", "", "x-default");
    return !text.cut;
}
