// Reads wire.json and checks that it says only what the generators understand.
import { readFileSync } from 'node:fs';

const fail = (where, what) => {
  throw new Error(`wire.json: ${where}: ${what}`);
};

function checkType(schema, where, type, named) {
  if (type.ref !== undefined) {
    if (!(type.ref in schema.types)) fail(where, `no type '${type.ref}'`);
  } else if (type.enum !== undefined) {
    if (!Array.isArray(type.enum) || type.enum.length === 0) fail(where, 'an enum needs values');
    for (const value of type.enum) if (!/^[a-z][a-z0-9_]*$/.test(value)) fail(where, `bad enum value '${value}'`);
  } else if (type.object !== undefined) {
    if (!named) fail(where, 'an object must be a named type');
    checkFields(schema, where, type.object);
  } else if (type.list !== undefined) {
    if (schema.types[type.list]?.object === undefined) fail(where, `a list needs a type that is an object, not '${type.list}'`);
    if (!(Number.isInteger(type.max) && type.max > 0)) fail(where, 'a list needs max');
  } else if (type.type === 'string') {
    if (!(Number.isInteger(type.max) && type.max > 0)) fail(where, 'a string needs max');
  } else if (type.type === 'int') {
    if (!Number.isSafeInteger(type.min) || !Number.isSafeInteger(type.max)) fail(where, 'an int needs min and max');
  } else if (type.type !== 'bool') {
    fail(where, `unknown type ${JSON.stringify(type)}`);
  }
}

function checkFields(schema, where, fields) {
  for (const [name, type] of Object.entries(fields)) {
    if (!/^[a-z][a-z0-9_]*$/.test(name) || name === 't') fail(where, `bad field name '${name}'`);
    checkType(schema, `${where}.${name}`, type, false);
  }
}

/** Settings of a table: a choice of words, the first being the default, or a number. */
function checkSettings(settings) {
  for (const { name, about, values, min, max, initial } of settings) {
    const where = `settings.${name}`;
    if (!/^[a-z][a-z0-9_]*$/.test(name) || !about) fail(where, 'needs a name and what it is about');
    const numbers = [min, max, initial].every(Number.isSafeInteger) && min <= initial && initial <= max;
    if (!(Array.isArray(values) && values.length > 1) && !numbers) fail(where, 'needs values, or min, max and initial');
  }
}

export function readSchema(path) {
  const schema = JSON.parse(readFileSync(path, 'utf8'));
  checkSettings(schema.settings);
  for (const [name, type] of Object.entries(schema.types)) checkType(schema, `types.${name}`, type, true);
  for (const direction of ['client', 'server'])
    for (const [name, message] of Object.entries(schema[direction])) {
      if (!message.about) fail(`${direction}.${name}`, 'what is it about?');
      checkFields(schema, `${direction}.${name}`, message.fields);
    }
  return schema;
}

/** The type behind a reference. */
export const resolve = (schema, type) => (type.ref === undefined ? type : schema.types[type.ref]);

export const camel = (name) => name.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());
