/*
 * Text files as people have them: UTF-8, or Shift_JIS as Windows writes it (CP932). Only the tools know more than
 * UTF-8.
 */
#ifndef TOOLS_ENCODING_H
#define TOOLS_ENCODING_H

#include "base/buffer.h"

enum encoding { ENCODING_UTF8, ENCODING_SJIS };

/* UTF-8 if it is that, or was that until a character that is damaged or cut (the reader of records says where);
 * otherwise Shift_JIS. */
enum encoding encoding_detect(const char *bytes, size_t size);

/* Converts from Shift_JIS to UTF-8 or back into *out (emptied first). ERR_SYNTAX: byte *bad cannot be converted. */
MUST_CHECK enum error encoding_convert(enum encoding from, enum encoding to, const char *bytes, size_t size,
                                       struct buffer *out, size_t *bad);

#endif
