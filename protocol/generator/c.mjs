// Writes wire.h (the structs of every message) and wire.c (the tables that protocol/codec.c walks).
import { resolve } from './schema.mjs';

const upper = (name) => name.toUpperCase();
const quote = (text) => JSON.stringify(text);

/** The C enum of a field: named after its type, or after where it stands. */
function enumName(owner, name, type) {
  return type.ref === undefined ? `wire_${owner}_${name}` : `wire_${type.ref}`;
}

function enumDeclaration(name, values) {
  const members = values.map((value) => `${upper(name)}_${upper(value)}`);
  return `enum ${name} { ${members.join(', ')} };\n/* Its names on the wire, in that order. */\nextern const char *const ${name}_names[${values.length}];`;
}

/** Strings are copied into the struct when read and pointed to when written; hence `decoded`. */
function member(schema, owner, name, type, decoded) {
  const actual = resolve(schema, type);
  const about = type.about ? ` /* ${type.about} */` : '';
  const has = type.optional && (decoded || actual.type !== 'string') ? `    bool has_${name};\n` : '';
  if (actual.enum) return `${has}    enum ${enumName(owner, name, type)} ${name};${about}`;
  if (actual.object) return `${has}    struct wire_${type.ref} ${name};${about}`;
  if (actual.list) return `${has}    const struct wire_${actual.list} *${name};${about}\n    unsigned ${name}_count;`;
  if (actual.type === 'string')
    return decoded
      ? `${has}    char ${name}[${actual.max + 1}];${about}`
      : `    const char *${name};${type.optional ? ' /* NULL: absent */' : ''}${about}`;
  return `${has}    ${actual.type === 'int' ? 'int64_t' : 'bool'} ${name};${about}`;
}

function struct(schema, name, owner, fields, decoded) {
  const members = Object.entries(fields).map(([field, type]) => member(schema, owner, field, type, decoded));
  return `struct ${name} {\n${members.join('\n')}\n};`;
}

function fieldTable(schema, structName, owner, fields, decoded) {
  const rows = Object.entries(fields).map(([name, type]) => {
    const actual = resolve(schema, type);
    const at = `.name = ${quote(name)}, .offset = offsetof(struct ${structName}, ${name})`;
    const hasFlag = type.optional && (decoded || actual.type !== 'string');
    const optional = type.optional
      ? `, .optional = true, .has = ${hasFlag ? `offsetof(struct ${structName}, has_${name})` : 'WIRE_NO_FLAG'}`
      : '';
    if (actual.enum)
      return `    { .kind = WIRE_ENUM, ${at}${optional}, .names = ${enumName(owner, name, type)}_names, .max = ${actual.enum.length - 1} },`;
    if (actual.object) return `    { .kind = WIRE_OBJECT, ${at}${optional}, .object = &${type.ref}_object },`;
    if (actual.list)
      return `    { .kind = WIRE_LIST, ${at}${optional}, .max = ${actual.max}, .object = &${actual.list}_object, .size = sizeof(struct wire_${actual.list}), .number = offsetof(struct ${structName}, ${name}_count) },`;
    if (actual.type === 'string') return `    { .kind = WIRE_STRING, ${at}${optional}, .max = ${actual.max} },`;
    if (actual.type === 'int') return `    { .kind = WIRE_INT, ${at}${optional}, .min = ${actual.min}, .max = ${actual.max} },`;
    return `    { .kind = WIRE_BOOL, ${at}${optional} },`;
  });
  const table = structName.replace(/^wire_/, '');
  return [
    `static const struct wire_field ${table}_fields[] = {`,
    ...rows,
    '};',
    `static const struct wire_object ${table}_object = { .name = ${quote(owner)}, .fields = ${table}_fields, .count = ${rows.length} };`,
    '',
  ].join('\n');
}

/** Named types in an order in which each comes after those it refers to. */
function ordered(schema) {
  const done = new Map();
  const add = (name) => {
    if (done.has(name)) return;
    const type = schema.types[name];
    for (const field of Object.values(type.object ?? {})) if (field.ref ?? field.list) add(field.ref ?? field.list);
    done.set(name, type);
  };
  Object.keys(schema.types).forEach(add);
  return [...done];
}

function inlineEnums(owner, fields) {
  return Object.entries(fields)
    .filter(([, type]) => type.enum)
    .map(([name, type]) => [enumName(owner, name, type), type.enum]);
}

function allEnums(schema) {
  const enums = [];
  for (const [name, type] of ordered(schema))
    if (type.enum) enums.push([`wire_${name}`, type.enum]);
    else enums.push(...inlineEnums(name, type.object));
  for (const direction of ['client', 'server'])
    for (const [name, message] of Object.entries(schema[direction]))
      enums.push(...inlineEnums(`${direction}_${name}`, message.fields));
  return enums;
}

function direction(schema, which) {
  const decoded = which === 'client';
  const names = Object.keys(schema[which]);
  const out = [];
  for (const [name, message] of Object.entries(schema[which])) {
    if (decoded)
      for (const [field, type] of Object.entries(message.fields))
        if (resolve(schema, type).object || type.list)
          throw new Error(`client.${name}.${field}: reading objects and lists is not supported`);
    out.push(`/* ${message.about} */`, struct(schema, `${which}_${name}`, `${which}_${name}`, message.fields, decoded), '');
  }
  out.push(`enum ${which}_type { ${names.map((name) => `${upper(which)}_${upper(name)}`).join(', ')} };`, '');
  out.push(`struct ${which}_message {`, `    enum ${which}_type type;`, '    union {');
  for (const name of names) out.push(`        struct ${which}_${name} ${name};`);
  out.push('    };', '};', '');
  return out.join('\n');
}

export function header(schema) {
  return [
    '/* Generated by protocol/generate.mjs from protocol/wire.json. Do not edit. */',
    '#ifndef GENERATED_WIRE_H',
    '#define GENERATED_WIRE_H',
    '',
    '#include <stdbool.h>',
    '#include <stdint.h>',
    '',
    `#define WIRE_SUBPROTOCOL ${quote(schema.subprotocol)}`,
    `#define WIRE_PATH ${quote(schema.path)}`,
    `enum { WIRE_VERSION = ${schema.version}, WIRE_MESSAGE_BYTES = ${schema.limits.message_bytes}, WIRE_SNAPSHOT_BYTES = ${schema.limits.snapshot_bytes} };`,
    '',
    ...allEnums(schema).map(([name, values]) => `${enumDeclaration(name, values)}\n`),
    '/* Parts of what a server sends. */',
    ...ordered(schema)
      .filter(([, type]) => type.object)
      .map(([name, type]) => `${struct(schema, `wire_${name}`, name, type.object, false)}\n`),
    direction(schema, 'client'),
    direction(schema, 'server'),
    '#endif',
    '',
  ].join('\n');
}

function messageTable(schema, which) {
  const names = Object.keys(schema[which]);
  const out = names.map((name) =>
    fieldTable(schema, `${which}_${name}`, `${which}_${name}`, schema[which][name].fields, which === 'client').replace(
      `.name = ${quote(`${which}_${name}`)}, .fields`,
      `.name = ${quote(name)}, .fields`,
    ),
  );
  out.push(
    `const struct wire_object *const wire_${which}_objects[] = { ${names.map((name) => `&${which}_${name}_object`).join(', ')} };`,
    `const unsigned wire_${which}_count = ${names.length};`,
    '',
  );
  return out.join('\n');
}

export function source(schema) {
  return [
    '/* Generated by protocol/generate.mjs from protocol/wire.json. Do not edit. */',
    '#include "protocol/codec.h"',
    '#include <stddef.h>',
    '',
    ...allEnums(schema).map(
      ([name, values]) => `const char *const ${name}_names[${values.length}] = { ${values.map(quote).join(', ')} };`,
    ),
    '',
    ...ordered(schema)
      .filter(([, type]) => type.object)
      .map(([name, type]) => fieldTable(schema, `wire_${name}`, name, type.object, false)),
    messageTable(schema, 'client'),
    messageTable(schema, 'server'),
  ].join('\n');
}
