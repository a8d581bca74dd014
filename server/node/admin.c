/*
 * One table of commands: the words each takes, the options, and what it does. Whoever may read and write the folder of
 * the data may use it; nobody else is asked.
 */
#include "server/node/admin.h"
#include "base/text.h"
#include "server/gateway/address.h"
#include "server/node/config.h"
#include "server/store/admin.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DAYS_MAX = 36500, WORDS_MAX = 2, PATH_BYTES = 4096 };
#define MS_A_DAY INT64_C(86400000)

enum option { OPTION_DAYS = 1, OPTION_OLDER = 2, OPTION_DRY_RUN = 4, OPTION_ALL = 8 };

struct request {
    const char *data, *store;
    char where[PATH_BYTES]; /* the file of the database */
    const char *words[WORDS_MAX];
    unsigned word_count;
    unsigned long days, older; /* 0: not given */
    bool dry_run, all, help;
};

struct command {
    const char *name, *takes, *what;
    unsigned words_min, words_max;
    unsigned options;
    int (*run)(const struct command *command, struct request *request);
};

static int wrong(const struct command *command, const char *what, const char *where)
{
    fprintf(stderr, "shogikan admin%s%s: %s: %.200s\n", command ? " " : "", command ? command->name : "", where, what);
    return 2;
}

static int failed(const struct command *command, enum error error, const char *message)
{
    fprintf(stderr, "shogikan admin %s: %s\n", command->name, message[0] ? message : error_text(error));
    return 1;
}

/* "2026-11-30 09:15 UTC" of ms since 1970, as text. */
static const char *date(const char *ms, char out[32])
{
    time_t seconds = (time_t)(strtoll(ms, NULL, 10) / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(out, 32, "%Y-%m-%d %H:%M UTC", &parts);
    return out;
}

/* ---- files ---- */

static int backup(const struct command *command, struct request *request)
{
    char message[STORE_MESSAGE_MAX] = "";
    int64_t bytes;
    enum error error = admin_backup(request->where, request->words[0], &bytes, message);
    if (error == ERR_DUPLICATE)
        return wrong(command, "it is there already; name a new file", request->words[0]);
    if (error)
        return failed(command, error, message);
    printf("%s: %" PRId64 " bytes, read through: ok\n", request->words[0], bytes);
    return 0;
}

static int restore(const struct command *command, struct request *request)
{
    char message[STORE_MESSAGE_MAX] = "", kept[PATH_BYTES];
    enum error error = admin_restore(request->where, request->words[0], kept, sizeof kept, message);
    if (error)
        return failed(command, error, message);
    printf("%s: restored from %s\n", request->where, request->words[0]);
    if (kept[0])
        printf("%s: what was there before\n", kept);
    return 0;
}

/* ---- what is in the database ---- */

static int prune(const struct command *command, struct request *request)
{
    char message[STORE_MESSAGE_MAX] = "";
    struct admin *admin;
    struct admin_pruned pruned;
    if (!request->older)
        return wrong(command, "say of how many days, such as --older 90", "--older");
    enum error error = admin_open(&admin, request->where, message);
    if (!error)
        error = admin_prune(admin, admin_now(admin) - (int64_t)request->older * MS_A_DAY, request->dry_run, &pruned,
                            message);
    admin_close(admin);
    if (error)
        return failed(command, error, message);
    printf("%s: %" PRId64 " tables never played to an end, %" PRId64 " lines of chat, %" PRId64
           " closed reports, %" PRId64 " bans that ended\n",
           request->dry_run ? "would go" : "gone", pruned.tables, pruned.lines, pruned.reports, pruned.bans);
    return 0;
}

/* What the server compares with: a player's id, or an address as limits are kept for. ERR_NOT_FOUND: neither. */
static enum error name_banned(struct admin *admin, const char *word, char who[STORE_BAN_MAX], char *message)
{
    struct address address;
    if (!address_parse(&address, word)) {
        struct address key = address_key(&address);
        address_format(&key, who);
        return OK;
    }
    snprintf(who, STORE_BAN_MAX, "%s", word);
    return admin_find_player(admin, word, message);
}

static int ban(const struct command *command, struct request *request)
{
    char message[STORE_MESSAGE_MAX] = "", who[STORE_BAN_MAX];
    struct admin *admin;
    enum error error = admin_open(&admin, request->where, message);
    if (error)
        return failed(command, error, message);
    error = name_banned(admin, request->words[0], who, message);
    bool nobody = error == ERR_NOT_FOUND;
    if (!error)
        error =
            admin_ban(admin, who, request->days ? admin_now(admin) + (int64_t)request->days * MS_A_DAY : 0, message);
    admin_close(admin);
    if (nobody)
        return wrong(command, "neither an address nor the public id of a player", request->words[0]);
    if (error)
        return failed(command, error, message);
    if (request->days)
        printf("%s: banned for %lu days\n", who, request->days);
    else
        printf("%s: banned\n", who);
    return 0;
}

static int unban(const struct command *command, struct request *request)
{
    char message[STORE_MESSAGE_MAX] = "", who[STORE_BAN_MAX], ignored[STORE_MESSAGE_MAX];
    struct admin *admin;
    enum error error = admin_open(&admin, request->where, message);
    if (error)
        return failed(command, error, message);
    (void)!name_banned(admin, request->words[0], who, ignored); /* a player who is gone may still be banned */
    error = admin_unban(admin, who, message);
    admin_close(admin);
    if (error == ERR_NOT_FOUND)
        return wrong(command, "is not banned", who);
    if (error)
        return failed(command, error, message);
    printf("%s: not banned any more\n", who);
    return 0;
}

static void print_ban(void *context, const char *const *texts, unsigned count)
{
    char since[32], until[32];
    (void)context, (void)count;
    printf("%-39s  since %s  %s%s%s\n", texts[0], date(texts[1], since), strcmp(texts[2], "0") ? "until " : "for ever",
           strcmp(texts[2], "0") ? date(texts[2], until) : "", strcmp(texts[3], "1") ? "  (over)" : "");
}

static int list(const struct command *command, struct request *request, enum admin_list which, int64_t number,
                admin_row_fn row)
{
    char message[STORE_MESSAGE_MAX] = "";
    struct admin *admin;
    enum error error = admin_open(&admin, request->where, message);
    if (!error)
        error = admin_list(admin, which, number, row, NULL, message);
    admin_close(admin);
    if (error == ERR_NOT_FOUND && which == ADMIN_REPORT)
        return wrong(command, "there is no report of this number", request->words[1]);
    return error ? failed(command, error, message) : 0;
}

static int bans(const struct command *command, struct request *request)
{
    return list(command, request, ADMIN_BANS, 0, print_ban);
}

static void print_report(void *context, const char *const *texts, unsigned count)
{
    char at[32];
    (void)context;
    printf("%s  %s  times %s  author %s  table %s%s\n", texts[0], date(texts[1], at), texts[2], texts[3], texts[4],
           strcmp(texts[5], "0") ? "  (closed)" : "");
    if (count < 8)
        return;
    printf("first reported by %s; what was said, the newest first (time, seat or -, author, text):\n", texts[6]);
    for (const char *line = texts[7]; *line;) {
        const char *end = strchr(line, '\n');
        size_t length = end ? (size_t)(end - line) : strlen(line);
        char *rest;
        (void)strtoll(line, &rest, 10);
        printf("  %s%.*s\n", date(line, at), (int)(length - (size_t)(rest - line)), rest);
        line += length + (end != NULL);
    }
}

static int close_report(const struct command *command, struct request *request, int64_t number)
{
    char message[STORE_MESSAGE_MAX] = "";
    struct admin *admin;
    enum error error = admin_open(&admin, request->where, message);
    if (!error)
        error = admin_close_report(admin, number, message);
    bool none = error == ERR_NOT_FOUND && admin;
    admin_close(admin);
    if (none)
        return wrong(command, "there is no open report of this number", request->words[1]);
    if (error)
        return failed(command, error, message);
    printf("report %" PRId64 ": closed\n", number);
    return 0;
}

static int reports(const struct command *command, struct request *request)
{
    const char *verb = request->word_count ? request->words[0] : "list";
    bool shows = !strcmp(verb, "show"), closes = !strcmp(verb, "close");
    if (!strcmp(verb, "list")) {
        if (request->word_count > 1)
            return wrong(command, "one word too many", request->words[1]);
        return list(command, request, request->all ? ADMIN_REPORTS_ALL : ADMIN_REPORTS, 0, print_report);
    }
    if (!shows && !closes)
        return wrong(command, "list, show N or close N", verb);
    if (request->word_count < 2)
        return wrong(command, "the number of a report is missing", verb);
    const char *at = request->words[1];
    unsigned long number;
    if (!text_read_number(&at, 2147483647, &number) || *at)
        return wrong(command, "not a number", request->words[1]);
    return closes ? close_report(command, request, (int64_t)number)
                  : list(command, request, ADMIN_REPORT, (int64_t)number, print_report);
}

static void print_count(void *context, const char *const *texts, unsigned count)
{
    (void)context, (void)count;
    printf("%-28s %s\n", texts[0], texts[1]);
}

static void print_games(void *context, const char *const *texts, unsigned count)
{
    (void)context, (void)count;
    const char *result = *texts[1] == 'b'   ? "won by sente"
                         : *texts[1] == 'w' ? "won by gote"
                         : *texts[1] == 'd' ? "drawn"
                                            : "not ended";
    printf("%-10s %-17s %s\n", texts[0], result, texts[2]);
}

static int stats(const struct command *command, struct request *request)
{
    int status = list(command, request, ADMIN_COUNTS, 0, print_count);
    return status ? status : list(command, request, ADMIN_GAMES, 0, print_games);
}

/* ---- words ---- */

static const struct command commands[] = {
    {"backup", "FILE", "copies the database into a new file, while the server runs or not", 1, 1, 0, backup},
    {"restore", "FILE", "puts a copy in the database's place; no server may run; the old file is kept", 1, 1, 0,
     restore},
    {"prune", "--older DAYS [--dry-run]",
     "removes tables at which no game was played to its end, and chat, closed reports and bans that are older", 0, 0,
     OPTION_OLDER | OPTION_DRY_RUN, prune},
    {"ban", "PLAYER|ADDRESS [--days N]", "who may not come any more; of IPv6 the first 64 bits count", 1, 1,
     OPTION_DAYS, ban},
    {"unban", "PLAYER|ADDRESS", "takes a ban back", 1, 1, 0, unban},
    {"bans", "", "who is banned", 0, 0, 0, bans},
    {"reports", "[list [--all] | show N | close N]", "what people reported about what was said", 0, 2, OPTION_ALL,
     reports},
    {"stats", "", "how many tables, games, players there are", 0, 0, 0, stats},
};
enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void print_help(const struct command *one)
{
    printf("usage: shogikan admin %s%s%s [--data DIR | --store sqlite://FILE]\n\n", one ? one->name : "COMMAND",
           one && *one->takes ? " " : "", one ? one->takes : " ...");
    if (one) {
        printf("%s.\n\n", one->what);
    } else {
        for (unsigned i = 0; i < COMMAND_COUNT; i++)
            printf("  %s %s\n      %s\n", commands[i].name, commands[i].takes, commands[i].what);
        puts("");
    }
    puts("  --data DIR              folder of what is kept, as for serve (data)\n"
         "  --store sqlite://FILE   the same (shogikan.sqlite in --data)\n"
         "  --help                  this");
}

static int read_days(const struct command *command, const char *option, const char *value, unsigned long *days)
{
    const char *at = value;
    if (text_read_number(&at, DAYS_MAX, days) && !*at && *days > 0)
        return 0;
    fprintf(stderr, "shogikan admin %s: %s: not a number from 1 to %d: %.64s\n", command->name, option, DAYS_MAX,
            value);
    return 2;
}

/* One option; 0, or the exit code. `i` moves on over its value. */
static int read_option(const struct command *command, struct request *request, int argc, char **argv, int *i)
{
    const char *option = argv[*i];
    bool dry_run = !strcmp(option, "--dry-run"), all = !strcmp(option, "--all"), days = !strcmp(option, "--days"),
         older = !strcmp(option, "--older"), data = !strcmp(option, "--data"), store = !strcmp(option, "--store");
    unsigned needs = dry_run ? OPTION_DRY_RUN : all ? OPTION_ALL : days ? OPTION_DAYS : older ? OPTION_OLDER : 0;
    if (!strcmp(option, "--help")) {
        request->help = true;
        return 0;
    }
    if ((needs & command->options) != needs || (!needs && !data && !store))
        return wrong(command, "no such option here; see shogikan admin --help", option);
    request->dry_run |= dry_run;
    request->all |= all;
    if (dry_run || all)
        return 0;
    if (++*i >= argc || !*argv[*i])
        return wrong(command, "a value is missing", option);
    if (data)
        request->data = argv[*i];
    if (store)
        request->store = argv[*i];
    return days    ? read_days(command, option, argv[*i], &request->days)
           : older ? read_days(command, option, argv[*i], &request->older)
                   : 0;
}

/* Where the database is, as `serve` finds it. */
static int find_store(const struct command *command, struct request *request)
{
    const char *what = config_store_file(request->data, request->store, request->where, sizeof request->where);
    return what ? wrong(command, request->store ? request->store : request->data, what) : 0;
}

static int read_words(const struct command *command, struct request *request, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        int status = 0;
        if (argv[i][0] == '-' && argv[i][1])
            status = read_option(command, request, argc, argv, &i);
        else if (request->word_count == command->words_max)
            status = wrong(command, "one word too many", argv[i]);
        else
            request->words[request->word_count++] = argv[i];
        if (status)
            return status;
    }
    if (request->help)
        return 0;
    if (request->word_count < command->words_min || (request->word_count && !*request->words[0]))
        return wrong(command, "is missing", command->takes);
    return find_store(command, request);
}

int admin_run(int argc, char **argv)
{
    if (argc < 2)
        return wrong(NULL, "say which; see shogikan admin --help", "a command is missing");
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
        print_help(NULL);
        return 0;
    }
    for (unsigned i = 0; i < COMMAND_COUNT; i++) {
        const struct command *command = &commands[i];
        if (strcmp(argv[1], command->name))
            continue;
        struct request request = {.data = "data"};
        int status = read_words(command, &request, argc - 2, argv + 2);
        if (status || !request.help)
            return status ? status : command->run(command, &request);
        print_help(command);
        return 0;
    }
    return wrong(NULL, "no such command; see shogikan admin --help", argv[1]);
}
