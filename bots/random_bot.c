/* A bot for any game of karuta: plays one of the legal moves at random.
 *
 * cc -O2 -o random_bot bots/random_bot.c
 * karuta match onitama5 'exec:cmd=(./random_bot)' random --deals 10
 *
 * The referee writes its JSON without spaces and moves without quotes inside, so a few searches do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 20];

/* The n-th text of "legal":[["text",id],..]; returns how many there are. */
static int legal(int n, char *out, size_t size) {
    int count = 0;
    char *at = strstr(line, "\"legal\":[");
    for (at = at ? at + 9 : NULL; at && *at == '['; count++) {
        char *text = at + 2, *end = strchr(text, '"');
        if (count == n) snprintf(out, size, "%.*s", (int)(end - text), text);
        at = strchr(end, ']');
        at = at && at[1] == ',' ? at + 2 : NULL;
    }
    return count;
}

int main(void) {
    char text[256];
    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        if (strstr(line, "\"type\":\"hello\"")) {
            puts("{\"type\":\"hello\",\"protocol\":1,\"name\":\"random (C)\",\"games\":[\"*\"],\"needs\":[\"legal\"]}");
        } else if (strstr(line, "\"type\":\"game\"")) {
            char *seed = strstr(line, "\"seed\":");
            srand(seed ? (unsigned)strtoull(seed + 7, NULL, 10) : 1);
            puts("{\"type\":\"ready\"}");
        } else if (strstr(line, "\"type\":\"go\"")) {
            char *id = strstr(line, "\"id\":");
            legal(rand() % legal(-1, text, sizeof text), text, sizeof text);
            printf("{\"type\":\"move\",\"id\":%llu,\"move\":\"%s\"}\n", strtoull(id + 5, NULL, 10), text);
        } else if (strstr(line, "\"type\":\"ping\"")) {
            puts("{\"type\":\"pong\"}");
        } else if (strstr(line, "\"type\":\"quit\"")) {
            return 0;
        }
    }
    return 0;
}
