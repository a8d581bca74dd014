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

static enum error grow(struct outbox *outbox)
{
    unsigned capacity = outbox->capacity ? outbox->capacity * 2 : OUTBOX_FIRST;
    struct frame **frames = malloc(capacity * sizeof *frames);
    if (!frames)
        return ERR_NO_MEMORY;
    for (unsigned i = 0; i < outbox->count; i++)
        frames[i] = outbox->frames[(outbox->first + i) & (outbox->capacity - 1)];
    free(outbox->frames);
    outbox->frames = frames;
    outbox->first = 0;
    outbox->capacity = capacity;
    return OK;
}

enum error outbox_push(struct outbox *outbox, struct frame *frame, size_t bytes_max)
{
    if (outbox->count == OUTBOX_MESSAGES_MAX || (outbox->count > 0 && outbox->bytes + frame->size > bytes_max))
        return ERR_BUSY;
    if (outbox->count == outbox->capacity && grow(outbox) != OK)
        return ERR_NO_MEMORY;
    outbox->frames[(outbox->first + outbox->count++) & (outbox->capacity - 1)] = frame;
    outbox->bytes += frame->size;
    frame->references++;
    return OK;
}

struct frame *outbox_pop(struct outbox *outbox)
{
    if (outbox->count == 0)
        return NULL;
    struct frame *frame = outbox->frames[outbox->first];
    outbox->first = (outbox->first + 1) & (outbox->capacity - 1);
    outbox->bytes -= frame->size;
    if (--outbox->count == 0) {
        free(outbox->frames);
        *outbox = (struct outbox){0};
    }
    return frame;
}

void outbox_clear(struct outbox *outbox)
{
    for (struct frame *frame = outbox_pop(outbox); frame; frame = outbox_pop(outbox))
        frame_release(frame);
}
