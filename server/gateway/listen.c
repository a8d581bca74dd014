/*
 * Our own listening socket: libwebsockets is handed connections that are accepted already. So it can be said what is
 * wrong with an address or port, the kernel's buffer of a connection can be bounded, and listening can end while
 * connections go on.
 *
 * When the process has no file descriptor left, a spare one is given up to accept the next connection and close it;
 * otherwise the loop would spin on a connection that cannot be taken.
 */
#include "base/clock.h"
#include "server/gateway/internal.h"
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { ACCEPTS_AT_ONCE = 64, BACKLOG = 1024 };

static bool is_proxy(const struct gateway *gateway, const struct address *address)
{
    for (unsigned i = 0; i < gateway->config.trusted_count; i++)
        if (network_has(&gateway->config.trusted[i], address))
            return true;
    return false;
}

/* Who this socket counts for; false: it has too many already. *peer is NULL for a proxy, who has many people behind it.
 */
static bool count_socket(struct gateway *gateway, const struct sockaddr_storage *from, struct peer **peer)
{
    struct address address;
    *peer = NULL;
    if (address_from_socket(&address, (const struct sockaddr *)from) != OK)
        return false;
    if (is_proxy(gateway, &address))
        return true;
    *peer = peer_hold(gateway->peers, &address, clock_monotonic());
    if (*peer && (*peer)->sockets < gateway->config.limits.max_sockets_per_address) {
        (*peer)->sockets++;
        return true;
    }
    peer_release(*peer);
    return false;
}

static void adopt(struct gateway *gateway, int fd, const struct sockaddr_storage *from)
{
    int one = 1, size = SEND_BUFFER_BYTES;
    struct peer *peer;
    if (!count_socket(gateway, from, &peer)) {
        gateway->counts.shed++;
        close(fd);
        return;
    }
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &one, sizeof one);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    gateway->counts.accepted++;
    struct lws *wsi = lws_adopt_socket_vhost(gateway->vhost, fd); /* closes it on failure */
    if (wsi) {
        lws_set_opaque_user_data(wsi, peer);
    } else if (peer) {
        peer->sockets--;
        peer_release(peer);
    }
}

void listen_gone(struct lws *wsi)
{
    struct peer *peer = lws_get_opaque_user_data(wsi);
    if (!peer)
        return;
    lws_set_opaque_user_data(wsi, NULL);
    peer->sockets--;
    peer_release(peer);
}

static void shed_one(struct gateway *gateway)
{
    close(gateway->spare_fd);
    int fd = accept4(gateway->listen_fd, NULL, NULL, SOCK_CLOEXEC);
    if (fd >= 0)
        close(fd);
    gateway->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    log_write(gateway->config.log, LOG_WARN, "gateway.accept", "error=%s", strerror(EMFILE));
}

static void on_readable(uv_poll_t *poll, int status, int events)
{
    struct gateway *gateway = poll->data;
    (void)events;
    for (int i = 0; i < ACCEPTS_AT_ONCE && status == 0 && gateway->listening; i++) {
        struct sockaddr_storage from;
        socklen_t size = sizeof from;
        int fd = accept4(gateway->listen_fd, (struct sockaddr *)&from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            adopt(gateway, fd, &from);
        } else if (errno == EMFILE || errno == ENFILE) {
            shed_one(gateway);
        } else if (errno != EINTR && errno != ECONNABORTED) {
            return;
        }
    }
}

static enum error fail(struct gateway *gateway, char *message, const char *what)
{
    snprintf(message, GATEWAY_MESSAGE_MAX, "cannot listen on %s port %u: %s: %s", gateway->config.bind,
             gateway->config.port, what, strerror(errno));
    if (gateway->listen_fd >= 0)
        close(gateway->listen_fd);
    gateway->listen_fd = -1;
    return ERR_IO;
}

static socklen_t socket_address(const char *text, unsigned port, struct sockaddr_storage *out)
{
    struct sockaddr_in *four = (struct sockaddr_in *)out;
    struct sockaddr_in6 *six = (struct sockaddr_in6 *)out;
    memset(out, 0, sizeof *out);
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        four->sin_family = AF_INET;
        four->sin_port = htons((uint16_t)port);
        return sizeof *four;
    }
    if (inet_pton(AF_INET6, text, &six->sin6_addr) == 1) {
        six->sin6_family = AF_INET6;
        six->sin6_port = htons((uint16_t)port);
        return sizeof *six;
    }
    return 0;
}

enum error listen_open(struct gateway *gateway, char *message)
{
    struct sockaddr_storage address;
    socklen_t size = socket_address(gateway->config.bind, gateway->config.port, &address);
    int one = 1;
    if (size == 0) {
        snprintf(message, GATEWAY_MESSAGE_MAX, "cannot listen on '%s': not an address", gateway->config.bind);
        return ERR_SYNTAX;
    }
    gateway->listen_fd = socket(address.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (gateway->listen_fd < 0)
        return fail(gateway, message, "socket");
    setsockopt(gateway->listen_fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(gateway->listen_fd, (struct sockaddr *)&address, size) != 0)
        return fail(gateway, message, "bind");
    if (listen(gateway->listen_fd, BACKLOG) != 0)
        return fail(gateway, message, "listen");
    size = sizeof address;
    if (getsockname(gateway->listen_fd, (struct sockaddr *)&address, &size) != 0)
        return fail(gateway, message, "getsockname");
    gateway->port = ntohs(address.ss_family == AF_INET ? ((struct sockaddr_in *)&address)->sin_port
                                                       : ((struct sockaddr_in6 *)&address)->sin6_port);
    if (uv_poll_init(gateway->config.loop, &gateway->listener, gateway->listen_fd) != 0)
        return fail(gateway, message, "poll");
    gateway->listener.data = gateway;
    gateway->handles++;
    gateway->listening = true;
    gateway->spare_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    uv_poll_start(&gateway->listener, UV_READABLE, on_readable);
    return OK;
}

static void poll_closed(uv_handle_t *handle)
{
    struct gateway *gateway = handle->data;
    gateway->handles--;
}

void listen_stop(struct gateway *gateway)
{
    if (!gateway->listening)
        return;
    gateway->listening = false;
    uv_poll_stop(&gateway->listener);
    uv_close((uv_handle_t *)&gateway->listener, poll_closed);
    close(gateway->listen_fd);
    if (gateway->spare_fd >= 0)
        close(gateway->spare_fd);
    gateway->listen_fd = gateway->spare_fd = -1;
}
