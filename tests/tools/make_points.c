/* make_points - writes proto/bag/points.c: every fixed point of the bag, hashed to the group.
 * Link it with libproto.a and run it when a label changes, that is: never again. */
#include "bag/group.h"
#include "bag/points.h"

#include <sodium.h>
#include <stdio.h>

static void print_table(const char *name, const struct point *points)
{
    printf("\nconst struct point %s[TILES_MAX + 1] = {\n", name);
    for (unsigned i = 0; i <= TILES_MAX; i++) {
        const struct point *p = &points[i];
        for (unsigned k = 0; k < 32; k++) {
            if (k % 16 == 0)
                printf(k ? "\n      " : "    {{");
            printf("0x%02x%s", p->b[k], k == 31 ? "}},\n" : ",");
        }
    }
    printf("};\n");
}

static void hash_all(struct point *out, unsigned from, const char *dst)
{
    for (unsigned i = from; i <= TILES_MAX; i++) {
        uint8_t message = (uint8_t)i;
        out[i] = group_hash(span_of(&message, 1), span_text(dst));
    }
}

int main(void)
{
    static struct point tile[TILES_MAX + 1], generator[TILES_MAX + 1], sum[TILES_MAX + 1];
    if (sodium_init() < 0)
        return 1;
    hash_all(tile, 1, POINTS_TILE_DST);
    hash_all(generator, 0, POINTS_GENERATOR_DST);
    for (unsigned n = 1; n <= TILES_MAX; n++)
        if (!group_add(&sum[n], &sum[n - 1], &generator[n]))
            return 1;
    printf("/* The fixed points of the bag.  Written by tests/tools/make_points.c, recomputed by\n"
           " * tests/unit/test_points.c: do not edit. */\n"
           "#include \"bag/points.h\"\n\n"
           "uint8_t points_tile_value(const struct point *p, unsigned values)\n{\n"
           "    for (unsigned v = 1; v <= values; v++)\n"
           "        if (point_equal(p, &points_tile[v]))\n"
           "            return (uint8_t)v;\n"
           "    return 0;\n}\n");
    print_table("points_tile", tile);
    print_table("points_generator", generator);
    print_table("points_generator_sum", sum);
    return 0;
}
