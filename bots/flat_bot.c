/* A bot for any game of karuta: flat Monte Carlo. It knows no rules: the referee makes the playouts.
 *
 * cc -O2 -o flat_bot bots/flat_bot.c
 * karuta match hanamikoji 'exec:cmd=(./flat_bot)' random --deals 10 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20], moves[4096][96];
static int count, at, best;
static double highest;
static unsigned long long id, each;

static void read_legal(void) {
    char *next = strstr(line, "\"legal\":[") + 9;
    for (count = at = best = 0, highest = -1; next && *next == '[' && count < 4096; count++) {
        char *text = next + 2, *end = strchr(text, '"');
        snprintf(moves[count], sizeof moves[0], "%.*s", (int)(end - text), text);
        next = strchr(end, ']');
        next = next[1] == ',' ? next + 2 : NULL;
    }
}

/* Asks for playouts of the next move, or answers when there is none. */
static void go_on(void) {
    if (at < count) {
        printf("{\"type\":\"playouts\",\"id\":%llu,\"move\":\"%s\",\"count\":%llu}\n", id, moves[at], each);
    } else if (count) {
        printf("{\"type\":\"move\",\"id\":%llu,\"move\":\"%s\"}\n", id, moves[best]);
        count = at = 0;
    }
}

int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        char *iters = strstr(line, "\"iters\":"), *mean = strstr(line, "\"mean\":");
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"flat (C)\",\"games\":[\"*\"],\"needs\":[\"legal\"]}");
        } else if (strstr(line, "\"type\":\"game\"")) {
            puts("{\"type\":\"ready\"}");
        } else if (strstr(line, "\"type\":\"go\"")) {
            id = strtoull(strstr(line, "\"id\":") + 5, NULL, 10);
            read_legal();
            each = (iters ? strtoull(iters + 8, NULL, 10) : 400) / count + 1;
            go_on();
        } else if (strstr(line, "\"type\":\"playouts\"") && mean && at < count) {
            if (strtod(mean + 7, NULL) > highest) highest = strtod(mean + 7, NULL), best = at;
            at++, go_on();
        } else if (strstr(line, "\"type\":\"stop\"")) {
            at = count, go_on();
        } else if (strstr(line, "\"type\":\"ping\"")) {
            puts("{\"type\":\"pong\"}");
        } else if (strstr(line, "\"type\":\"quit\"")) {
            return 0;
        }
    }
    return 0;
}
