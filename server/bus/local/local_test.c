/* The local bus: order, and changes from within a callback. */
#include "server/bus/bus.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct ear {
    struct bus *bus;
    struct bus_subscription *subscription;
    char heard[128];
    const char *answer;  /* published under "b" when something is heard */
    struct ear *silence; /* unsubscribed when something is heard */
};

static void hear(void *context, const char *subject, const char *text, size_t size)
{
    struct ear *ear = context;
    size_t used = strlen(ear->heard);
    snprintf(ear->heard + used, sizeof ear->heard - used, "%s=%.*s ", subject, (int)size, text);
    if (ear->answer)
        assert_int_equal(bus_publish(ear->bus, "b", ear->answer, strlen(ear->answer)), OK);
    if (ear->silence) {
        bus_unsubscribe(ear->silence->subscription);
        ear->silence = NULL;
    }
}

static void subscribers_hear_their_subject_in_order(void **state)
{
    (void)state;
    struct bus *bus;
    assert_int_equal(bus_local_open(&bus), OK);
    struct ear one = {.bus = bus}, two = {.bus = bus};
    assert_int_equal(bus_subscribe(bus, "a", hear, &one, &one.subscription), OK);
    assert_int_equal(bus_subscribe(bus, "b", hear, &two, &two.subscription), OK);
    assert_int_equal(bus_publish(bus, "a", "1", 1), OK);
    assert_int_equal(bus_publish(bus, "b", "2", 1), OK);
    assert_int_equal(bus_publish(bus, "c", "nobody listens", 14), OK);
    assert_int_equal(bus_publish(bus, "a", "3", 1), OK);
    assert_string_equal(one.heard, "a=1 a=3 ");
    assert_string_equal(two.heard, "b=2 ");
    bus_unsubscribe(one.subscription);
    assert_int_equal(bus_publish(bus, "a", "4", 1), OK);
    assert_string_equal(one.heard, "a=1 a=3 ");
    bus_unsubscribe(two.subscription);
    bus_unsubscribe(NULL);
    bus_close(bus);
}

static void a_callback_may_publish_and_unsubscribe(void **state)
{
    (void)state;
    struct bus *bus;
    assert_int_equal(bus_local_open(&bus), OK);
    struct ear one = {.bus = bus, .answer = "echo"}, two = {.bus = bus}, three = {.bus = bus};
    assert_int_equal(bus_subscribe(bus, "a", hear, &one, &one.subscription), OK);
    assert_int_equal(bus_subscribe(bus, "a", hear, &two, &two.subscription), OK);
    assert_int_equal(bus_subscribe(bus, "b", hear, &three, &three.subscription), OK);
    one.silence = &two; /* later in the same list */
    assert_int_equal(bus_publish(bus, "a", "1", 1), OK);
    assert_string_equal(two.heard, "");
    assert_string_equal(three.heard, "b=echo ");
    one.silence = &one; /* itself */
    assert_int_equal(bus_publish(bus, "a", "2", 1), OK);
    assert_int_equal(bus_publish(bus, "a", "3", 1), OK);
    assert_string_equal(one.heard, "a=1 a=2 ");
    bus_unsubscribe(three.subscription);
    bus_close(bus);
}

static void what_is_too_long_is_refused(void **state)
{
    (void)state;
    struct bus *bus;
    static char big[BUS_MESSAGE_MAX + 1];
    assert_int_equal(bus_local_open(&bus), OK);
    assert_int_equal(bus_publish(bus, "a", big, sizeof big), ERR_TOO_LONG);
    memset(big, 'x', BUS_SUBJECT_MAX);
    assert_int_equal(bus_publish(bus, big, "", 0), ERR_TOO_LONG);
    struct bus_subscription *subscription;
    assert_int_equal(bus_subscribe(bus, big, hear, NULL, &subscription), ERR_TOO_LONG);
    bus_close(bus);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(subscribers_hear_their_subject_in_order),
        cmocka_unit_test(a_callback_may_publish_and_unsubscribe),
        cmocka_unit_test(what_is_too_long_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
