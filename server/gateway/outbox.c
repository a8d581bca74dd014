/*
 * Frames count their references, so that an event to a thousand watchers is one allocation.
 */
#include "server/gateway/outbox.h"
#include <stdlib.h>
#include <string.h>

struct frame *frame_new(const char *text, size_t size, size_t room)
{
    struct frame *frame = malloc(sizeof *frame + room + size);
    if (!frame)
        return NULL;
    frame->references = 1;
    frame->size = size;
    frame->bytes = (unsigned char *)(frame + 1) + room;
    memcpy(frame->bytes, text, size);
    return frame;
}

void frame_release(struct frame *frame)
{
    if (frame && --frame->references == 0)
        free(frame);
}

enum error outbox_push(struct outbox *outbox, struct frame *frame, size_t bytes_max)
{
    if (outbox->count == OUTBOX_MESSAGES_MAX || (outbox->count > 0 && outbox->bytes + frame->size > bytes_max))
        return ERR_BUSY;
    outbox->frames[(outbox->first + outbox->count++) % OUTBOX_MESSAGES_MAX] = frame;
    outbox->bytes += frame->size;
    frame->references++;
    return OK;
}

struct frame *outbox_pop(struct outbox *outbox)
{
    if (outbox->count == 0)
        return NULL;
    struct frame *frame = outbox->frames[outbox->first];
    outbox->first = (outbox->first + 1) % OUTBOX_MESSAGES_MAX;
    outbox->count--;
    outbox->bytes -= frame->size;
    return frame;
}

void outbox_clear(struct outbox *outbox)
{
    for (struct frame *frame = outbox_pop(outbox); frame; frame = outbox_pop(outbox))
        frame_release(frame);
}
