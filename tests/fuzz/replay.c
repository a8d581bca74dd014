/*
 * Runs a fuzz target over its committed corpus, where no fuzzer is linked: every file of every folder that is named,
 * each input in memory of exactly its size, so that sanitizers see a byte too far. Fails when there is nothing to run.
 */
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 1 << 22, PATH_BYTES = 4096 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void fail(const char *path, const char *why)
{
    fprintf(stderr, "replay: %s: %s\n", path, why);
    exit(1);
}

static void run_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail(path, strerror(errno));
    uint8_t *all = malloc(INPUT_MAX + 1);
    if (!all)
        fail(path, "out of memory");
    size_t size = fread(all, 1, INPUT_MAX + 1, file);
    if (ferror(file) || size > INPUT_MAX)
        fail(path, "cannot be read, or is larger than 4 MiB");
    fclose(file);
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact)
        fail(path, "out of memory");
    memcpy(exact, all, size);
    free(all);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
}

static unsigned run_folder(const char *folder)
{
    unsigned count = 0;
    DIR *dir = opendir(folder);
    if (!dir)
        fail(folder, strerror(errno));
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[PATH_BYTES];
        if (entry->d_name[0] == '.')
            continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) >= (int)sizeof path)
            fail(folder, "a path is too long");
        run_file(path);
        count++;
    }
    closedir(dir);
    return count;
}

int main(int argc, char **argv)
{
    unsigned count = 0;
    for (int i = 1; i < argc; i++)
        count += run_folder(argv[i]);
    printf("%u inputs\n", count);
    return count ? 0 : 1;
}
