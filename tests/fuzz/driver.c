/* Runs a fuzz target without a fuzzer: every file of the folders named, each also cut short and
 * with single bits and bytes changed, always the same way.  Every input lies in memory of exactly
 * its length, so that the sanitizers see a read past its end. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 1 << 20, CHANGES = 400 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static unsigned long inputs;

static void run(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size ? size : 1);
    if (!exact)
        exit(2);
    memcpy(exact, data, size);
    LLVMFuzzerTestOneInput(exact, size);
    free(exact);
    inputs++;
}

/* A small generator is enough to choose places; it need not be good, only always the same. */
static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525 + 1013904223;
    return *state >> 8;
}

/* Few changes for what is long, since that takes long. */
static void run_changed(uint8_t *data, size_t size)
{
    static const uint8_t odd[] = {0, 1, 0x7f, 0x80, 0xff, '\n', ' ', '0'};
    uint32_t state = (uint32_t)size;
    unsigned changes = size > 4096 ? CHANGES / 10 : CHANGES;
    for (unsigned i = 0; i < changes && size > 0; i++) {
        size_t at = next(&state) % size;
        uint8_t kept = data[at];
        uint8_t flipped = (uint8_t)(kept ^ 1 << i / 2 % 8);
        data[at] = i % 2 ? odd[next(&state) % sizeof odd] : flipped;
        run(data, size);
        data[at] = kept;
    }
    size_t step = size / (changes / 4) + 1;
    for (size_t cut = 0; cut < size; cut += step)
        run(data, cut);
}

static void run_file(const char *folder, const char *name)
{
    static uint8_t data[INPUT_MAX];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(2);
    }
    size_t size = fread(data, 1, sizeof data, f);
    fclose(f);
    run(data, size);
    run_changed(data, size);
}

static unsigned run_folder(const char *folder)
{
    unsigned n = 0;
    DIR *dir = opendir(folder);
    if (!dir) {
        perror(folder);
        exit(2);
    }
    for (struct dirent *d; (d = readdir(dir)) != NULL;)
        if (d->d_name[0] != '.') {
            run_file(folder, d->d_name);
            n++;
        }
    closedir(dir);
    return n;
}

int main(int argc, char **argv)
{
    unsigned files = 0;
    uint8_t nothing = 0;
    run(&nothing, 0);
    for (int i = 1; i < argc; i++)
        files += run_folder(argv[i]);
    printf("%u files, %lu inputs\n", files, inputs);
    return files > 0 ? 0 : 1;
}
