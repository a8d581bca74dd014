/*
 * Writes the constant tables that rules/board9.c includes: rays, steps and directions on a 9 x 9 board whose squares
 * are numbered column by column (rules/square.h). Runs at build time on the building machine.
 */
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 9, SQUARES = SIZE * SIZE };

typedef unsigned __int128 set_t;

/* The directions of rules/board9.h, in its order: the first four go to higher square numbers. */
static const struct step {
    int file, rank;
} directions[8] = {{0, 1}, {1, -1}, {1, 0}, {1, 1}, {0, -1}, {-1, 1}, {-1, 0}, {-1, -1}};

static int square_at(int square, struct step step, int times)
{
    int file = square / SIZE + step.file * times, rank = square % SIZE + step.rank * times;
    return file < 0 || file >= SIZE || rank < 0 || rank >= SIZE ? -1 : file * SIZE + rank;
}

static set_t ray(int square, int direction)
{
    set_t set = 0;
    for (int n = 1, to; (to = square_at(square, directions[direction], n)) >= 0; n++)
        set |= (set_t)1 << to;
    return set;
}

/* `steps` are sente's; gote's are the same turned by half a turn. */
static set_t steps(int square, const struct step *steps, int count, int gote)
{
    set_t set = 0;
    for (int i = 0; i < count; i++) {
        struct step step = gote ? (struct step){-steps[i].file, -steps[i].rank} : steps[i];
        int to = square_at(square, step, 1);
        if (to >= 0)
            set |= (set_t)1 << to;
    }
    return set;
}

static void print_set(set_t set)
{
    printf("    SET(0x%llx, 0x%llx),\n", (unsigned long long)(set >> 64), (unsigned long long)set);
}

static void print_steps(const char *name, const struct step *step, int count)
{
    printf("const board9 %s[SIDES][BOARD9_SQUARES] = {{\n", name);
    for (int side = 0; side < 2; side++) {
        for (int square = 0; square < SQUARES; square++)
            print_set(steps(square, step, count, side));
        printf(side == 0 ? "}, {\n" : "}};\n");
    }
}

static set_t lines(int square, int diagonal)
{
    set_t set = 0;
    for (int direction = 0; direction < 8; direction++)
        if ((directions[direction].file != 0 && directions[direction].rank != 0) == diagonal)
            set |= ray(square, direction);
    return set;
}

static void print_lines(const char *name, int diagonal)
{
    printf("const board9 board9_%s_lines[BOARD9_SQUARES] = {\n", name);
    for (int square = 0; square < SQUARES; square++)
        print_set(lines(square, diagonal));
    printf("};\nconst board9 board9_%s_near[BOARD9_SQUARES] = {\n", name);
    for (int square = 0; square < SQUARES; square++) {
        set_t near = 0, around = steps(square, directions, 8, 0);
        for (int next = 0; next < SQUARES; next++)
            if (around >> next & 1)
                near |= lines(next, diagonal);
        print_set(near);
    }
    printf("};\n");
}

int main(void)
{
    static const struct step pawn[] = {{0, -1}};
    static const struct step knight[] = {{1, -2}, {-1, -2}};
    static const struct step silver[] = {{0, -1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};
    static const struct step gold[] = {{0, -1}, {1, -1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}};

    printf("const board9 board9_ray[BOARD9_DIRECTIONS][BOARD9_SQUARES] = {{\n");
    for (int direction = 0; direction < 8; direction++) {
        for (int square = 0; square < SQUARES; square++)
            print_set(ray(square, direction));
        printf(direction < 7 ? "}, {\n" : "}};\n");
    }
    print_steps("board9_pawn", pawn, 1);
    print_steps("board9_knight", knight, 2);
    print_steps("board9_silver", silver, 5);
    print_steps("board9_gold", gold, 6);
    printf("const board9 board9_king[BOARD9_SQUARES] = {\n");
    for (int square = 0; square < SQUARES; square++)
        print_set(steps(square, directions, 8, 0));
    printf("};\n");
    print_lines("rook", 0);
    print_lines("bishop", 1);

    printf("const uint8_t board9_direction[BOARD9_SQUARES][BOARD9_SQUARES] = {\n");
    for (int from = 0; from < SQUARES; from++) {
        printf("    {");
        for (int to = 0; to < SQUARES; to++) {
            int found = 8;
            for (int direction = 0; direction < 8; direction++)
                if (ray(from, direction) >> to & 1)
                    found = direction;
            printf("%d,", found);
        }
        printf("},\n");
    }
    printf("};\n");
    printf("const board9 board9_single[BOARD9_SQUARES] = {\n");
    for (int square = 0; square < SQUARES; square++)
        print_set((set_t)1 << square);
    printf("};\nconst board9 board9_from_top[128] = {\n");
    for (int zeros = 0; zeros < 128; zeros++)
        print_set(~(((set_t)1 << (127 - zeros)) - 1));
    printf("};\n");
    return 0;
}
