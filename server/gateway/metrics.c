/*
 * The gateway's figures in Prometheus' text form, then those of the other rooms (server/node adds them).
 */
#include "server/gateway/internal.h"

static void put(struct text *text, const char *name, const char *type, uint64_t value)
{
    text_string(text, "# TYPE shogikan_");
    text_string(text, name);
    text_char(text, ' ');
    text_string(text, type);
    text_string(text, "\nshogikan_");
    text_string(text, name);
    text_char(text, ' ');
    text_number(text, (long long)value);
    text_char(text, '\n');
}

static void put_queues(const struct gateway *gateway, struct text *text)
{
    uint64_t messages = 0, bytes = 0, lagging = 0;
    for (const struct connection *connection = gateway->connections; connection; connection = connection->next) {
        messages += connection->outbox.count;
        bytes += connection->outbox.bytes;
        lagging += connection->lagging;
    }
    put(text, "outbox_messages", "gauge", messages);
    put(text, "outbox_bytes", "gauge", bytes);
    put(text, "connections_lagging", "gauge", lagging);
}

void metrics_write(const struct gateway *gateway, struct text *text)
{
    const struct gateway_counts *counts = &gateway->counts;
    put(text, "connections", "gauge", gateway->connection_count);
    put(text, "devices", "gauge", gateway->devices.count);
    put(text, "connections_total", "counter", counts->upgrades);
    put(text, "connections_refused_total", "counter", counts->upgrades_refused);
    put(text, "sockets_accepted_total", "counter", counts->accepted);
    put(text, "sockets_shed_total", "counter", counts->shed);
    put(text, "http_requests_total", "counter", counts->requests);
    put(text, "devices_refused_total", "counter", counts->devices_refused);
    put(text, "messages_received_total", "counter", counts->messages_in);
    put(text, "messages_refused_total", "counter", counts->messages_refused);
    put(text, "messages_sent_total", "counter", counts->messages_out);
    put(text, "bytes_sent_total", "counter", counts->bytes_out);
    put(text, "outbox_overflows_total", "counter", counts->lagged);
    put(text, "connections_closed_slow_total", "counter", counts->closed_slow);
    put(text, "connections_closed_policy_total", "counter", counts->closed_policy);
    put(text, "connections_banned_total", "counter", counts->banned);
    put_queues(gateway, text);
    if (gateway->config.more_metrics)
        gateway->config.more_metrics(gateway->config.context, text);
}
