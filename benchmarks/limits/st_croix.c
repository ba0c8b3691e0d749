/* Random games of St. Croix with the default rules and four seats, written by hand in C: what the machine can do.

   It draws the same random numbers as `parlour.core.playout.random_games` and so plays the same games; limits.py checks
   that it counts the same decisions.

       st_croix GAMES  a b c d (choices)  a b c d (luck)  kinds lizard moko cannon glass  beat_after...
   prints the decisions and the seconds of CPU time. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SEATS = 4, MYSTERY = 4, TABLE = 4, HAND = 3, COPIES = 4, FOUR = 4, TURN_CAP = 400, MOST_KINDS = 20, PICK_UP = 0 };

typedef struct { uint32_t a, b, c, d; } Rng;

static uint32_t word(Rng *r) {
    uint32_t total = r->a + r->d, result = ((total << 7) | (total >> 25)) + r->a, shifted = r->b << 9;
    r->c ^= r->a;
    r->d ^= r->b;
    r->b ^= r->c;
    r->a ^= r->d;
    r->c ^= shifted;
    r->d = (r->d << 11) | (r->d >> 21);
    return result;
}

static uint32_t below(Rng *r, uint32_t n) {
    uint64_t product = (uint64_t)word(r) * n;
    if ((uint32_t)product < n) {
        uint32_t floor = -n % n;
        while ((uint32_t)product < floor) product = (uint64_t)word(r) * n;
    }
    return product >> 32;
}

/* Bags hold three bits for each kind of card. */
typedef struct {
    uint64_t hand, known, table;
    uint8_t hand_size, table_size, mystery_left, face_down, mystery[MYSTERY];
} Player;

typedef struct {
    Player players[SEATS];
    uint8_t draw[MOST_KINDS * COPIES], pile[MOST_KINDS * COPIES];
    int draw_left, pile_size, beat, run_kind, run_length, choosing, turn, step, turns, over;
    uint64_t gone;
} State;

static int kinds, lizard, moko, cannon, glass, beat_after[MOST_KINDS];

static uint64_t one(int kind) { return 1ull << (3 * kind); }

static void deal(State *s, Rng *luck) {
    int count = kinds * COPIES, left = count;
    memset(s, 0, sizeof *s);
    for (int i = 0; i < count; i++) s->draw[i] = i / COPIES;
    for (int i = count - 1; i > 0; i--) {
        int j = below(luck, i + 1);
        uint8_t card = s->draw[i];
        s->draw[i] = s->draw[j];
        s->draw[j] = card;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        Player *p = &s->players[seat];
        left -= MYSTERY;
        memcpy(p->mystery, s->draw + left, MYSTERY);
        p->face_down = (1 << MYSTERY) - 1;
        p->mystery_left = MYSTERY;
    }
    for (int seat = 0; seat < SEATS; seat++) {
        Player *p = &s->players[seat];
        p->hand_size = TABLE + HAND;
        for (int i = 0; i < TABLE + HAND; i++) p->hand += one(s->draw[--left]);
    }
    s->choosing = SEATS;
    s->draw_left = left;
    s->step = 1;
    s->run_kind = -1;
    s->turn = below(luck, SEATS);
}

static int actor(const State *s) {
    int seat = 0;
    if (s->over) return -1;
    if (s->choosing == 0) return s->turn;
    while (s->players[seat].table_size == TABLE) seat++;
    return seat;
}

/* A legal action is 8 * kind + the number of cards, plus 8 so that 0 can be PICK_UP; a flip is its place. */
static int list_legal(const State *s, int seat, uint8_t *out) {
    const Player *p = &s->players[seat];
    int count = 0;
    if (s->choosing > 0) {
        for (int kind = 0; kind < kinds; kind++)
            if (p->hand >> (3 * kind) & 7) out[count++] = kind;
        return count;
    }
    uint64_t bag = p->hand_size > 0 ? p->hand : p->table;
    int most = p->hand_size > 0 ? 7 : 1;
    if (bag == 0) {
        for (int place = 0; place < MYSTERY; place++)
            if (p->face_down >> place & 1) out[count++] = place;
        return count;
    }
    if (s->pile_size > 0) out[count++] = PICK_UP;
    bag >>= 3 * s->beat;
    for (int kind = s->beat; bag != 0; kind++, bag >>= 3) {
        int held = bag & 7;
        if (held > most) held = most;
        for (int n = 1; n <= held; n++) out[count++] = 8 * (kind + 1) + n;
    }
    return count;
}

static void new_pile(State *s) {
    s->pile_size = s->beat = s->run_length = 0;
    s->run_kind = -1;
}

static void pass_turn(State *s, int seat) {
    s->turns++;
    s->turn = (seat + s->step + SEATS) % SEATS;
    if (s->turns >= TURN_CAP) s->over = 1;
}

static void pick_up(State *s, int seat) {
    Player *p = &s->players[seat];
    uint64_t taken = 0;
    for (int i = 0; i < s->pile_size; i++) taken += one(s->pile[i]);
    p->hand += taken;
    p->known += taken;
    p->hand_size += s->pile_size;
    new_pile(s);
    pass_turn(s, seat);
}

static void lands(State *s, int seat, int kind, int count) {
    Player *p = &s->players[seat];
    for (int i = 0; i < count; i++) s->pile[s->pile_size++] = kind;
    s->run_length = kind == s->run_kind ? s->run_length + count : count;
    s->run_kind = kind;
    if (kind != glass) s->beat = beat_after[kind];
    if (kind == lizard) s->step = -s->step;
    int again = kind == cannon || s->run_length >= FOUR;
    if (again) {
        for (int i = 0; i < s->pile_size; i++) s->gone += one(s->pile[i]);
        new_pile(s);
    }
    while (p->hand_size < HAND && s->draw_left > 0) {
        p->hand += one(s->draw[--s->draw_left]);
        p->hand_size++;
    }
    if (p->hand_size == 0 && p->table_size == 0 && p->mystery_left == 0) s->over = 1;
    else if (!again) pass_turn(s, seat);
}

static void put_on_table(State *s, int seat, int kind) {
    Player *p = &s->players[seat];
    p->hand -= one(kind);
    p->hand_size--;
    p->table += one(kind);
    if (++p->table_size < TABLE || --s->choosing > 0) return;
    while (s->draw_left > 0 && s->pile_size == 0) {
        int starter = s->draw[--s->draw_left];
        if (starter == cannon) {
            s->gone += one(starter);
            continue;
        }
        s->pile[s->pile_size++] = s->run_kind = starter;
        s->run_length = 1;
        s->beat = starter == glass ? 0 : beat_after[starter];
    }
}

static void perform(State *s, int seat, int action) {
    Player *p = &s->players[seat];
    if (s->choosing > 0) {
        put_on_table(s, seat, action);
    } else if (p->hand_size == 0 && p->table_size == 0) {
        int kind = p->mystery[action];
        p->face_down &= ~(1 << action);
        p->mystery_left--;
        if (kind >= s->beat) {
            lands(s, seat, kind, 1);
        } else {
            s->pile[s->pile_size++] = kind;
            pick_up(s, seat);
        }
    } else if (action == PICK_UP) {
        pick_up(s, seat);
    } else {
        int kind = action / 8 - 1, count = action % 8;
        if (p->hand_size > 0) {
            int known = p->known >> (3 * kind) & 7;
            p->hand -= count * one(kind);
            p->hand_size -= count;
            p->known -= (count < known ? count : known) * one(kind);
        } else {
            p->table -= count * one(kind);
            p->table_size -= count;
        }
        lands(s, seat, kind, count);
    }
}

int main(int argc, char **argv) {
    uint32_t numbers[14];
    if (argc < 15) return 2;
    for (int i = 0; i < 14; i++) numbers[i] = strtoul(argv[i + 1], NULL, 10);
    Rng choices = {numbers[1], numbers[2], numbers[3], numbers[4]}, luck = {numbers[5], numbers[6], numbers[7], numbers[8]};
    kinds = numbers[9], lizard = numbers[10], moko = numbers[11], cannon = numbers[12], glass = numbers[13];
    for (int i = 0; i < kinds; i++) beat_after[i] = atoi(argv[15 + i]);
    State state;
    uint8_t legal[256];
    long decisions = 0;
    clock_t began = clock();
    for (uint32_t game = 0; game < numbers[0]; game++) {
        int seat;
        deal(&state, &luck);
        while ((seat = actor(&state)) >= 0) {
            int count = list_legal(&state, seat, legal);
            perform(&state, seat, legal[below(&choices, count)]);
            decisions++;
        }
    }
    printf("%ld %.6f\n", decisions, (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
