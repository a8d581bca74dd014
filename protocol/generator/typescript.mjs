// Writes wire.ts: types of every message, and a checker that walks a compact copy of the schema.
import { camel } from './schema.mjs';

const union = (values) => values.map((value) => `'${value}'`).join(' | ');

function typeName(type) {
  if (type.ref !== undefined) return camel(type.ref);
  if (type.enum !== undefined) return union(type.enum);
  if (type.list !== undefined) return `${camel(type.list)}[]`;
  return { string: 'string', int: 'number', bool: 'boolean' }[type.type];
}

function interfaceOf(name, fields, tag) {
  const lines = [`export interface ${name} {`];
  if (tag) lines.push(`  t: '${tag}';`);
  for (const [field, type] of Object.entries(fields)) {
    if (type.about) lines.push(`  /** ${type.about} */`);
    lines.push(`  ${field}${type.optional ? '?' : ''}: ${typeName(type)};`);
  }
  lines.push('}');
  return lines.join('\n');
}

/** What the checker needs of a type, as TypeScript source. */
function check(type) {
  const optional = type.optional ? ', optional: true' : '';
  if (type.ref !== undefined) return `{ ref: '${type.ref}'${optional} }`;
  if (type.enum !== undefined) return `{ values: [${type.enum.map((value) => `'${value}'`).join(', ')}]${optional} }`;
  if (type.list !== undefined) return `{ list: '${type.list}', max: ${type.max}${optional} }`;
  if (type.type === 'string') return `{ bytes: ${type.max}${optional} }`;
  if (type.type === 'int') return `{ min: ${type.min}, max: ${type.max}${optional} }`;
  return `{ bool: true${optional} }`;
}

function checkFields(fields, indent) {
  const entries = Object.entries(fields).map(([name, type]) => `${indent}  ${name}: ${check(type)},`);
  return entries.length === 0 ? '{}' : `{\n${entries.join('\n')}\n${indent}}`;
}

/** What a table can be set to, for forms: the first value, or `initial`, is the default. */
function settingsTable(settings) {
  const row = ({ name, values, min, max, initial }) =>
    values
      ? `  { name: '${name}', values: [${values.map((value) => `'${value}'`).join(', ')}] },`
      : `  { name: '${name}', min: ${min}, max: ${max}, initial: ${initial} },`;
  return [
    '/** A setting of a table: a choice of words, the first being the default, or a number. Local rules are not among them. */',
    'export type TableSetting =',
    '  | { name: string; values: readonly string[] }',
    '  | { name: string; min: number; max: number; initial: number };',
    '',
    'export const TABLE_SETTINGS: readonly TableSetting[] = [',
    ...settings.map(row),
    '];',
    '',
  ];
}

function checkTable(messages) {
  return Object.entries(messages).map(([name, message]) => `  ${name}: ${checkFields(message.fields, '  ')},`);
}

const CHECKER = `
/** Why a message is not one of the protocol. \`at\` is the field, '' for the message itself. */
export interface WireFault {
  t: 'fault';
  code: 'syntax' | 'range' | 'too_long' | 'unknown';
  at: string;
  message: string;
}

type Check = {
  ref?: string;
  list?: string;
  values?: readonly string[];
  bytes?: number;
  min?: number;
  max?: number;
  bool?: true;
  optional?: true;
};
type Fields = Record<string, Check>;

const utf8 = new TextEncoder();
const fault = (code: WireFault['code'], at: string, message: string): WireFault => ({ t: 'fault', code, at, message });

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkValue(value: unknown, check: Check, at: string, strict: boolean): WireFault | null {
  if (check.ref !== undefined) {
    const type = TYPES[check.ref] as (typeof TYPES)[string];
    return type.fields ? checkFields(value, type.fields, at, strict) : checkValue(value, type.check, at, strict);
  }
  if (check.list !== undefined) return checkList(value, check.list, check.max ?? 0, at, strict);
  if (check.values !== undefined) {
    if (typeof value !== 'string') return fault('syntax', at, 'not a string');
    return check.values.includes(value) ? null : fault('unknown', at, \`not one of \${check.values.join(', ')}\`);
  }
  if (check.bytes !== undefined) {
    if (typeof value !== 'string') return fault('syntax', at, 'not a string');
    const long = value.length > check.bytes || (value.length * 3 > check.bytes && utf8.encode(value).length > check.bytes);
    return long ? fault('too_long', at, \`longer than \${check.bytes} bytes\`) : null;
  }
  if (check.bool) return typeof value === 'boolean' ? null : fault('syntax', at, 'not true or false');
  if (!Number.isSafeInteger(value)) return fault('syntax', at, 'not an integer');
  const number = value as number;
  return number >= (check.min ?? 0) && number <= (check.max ?? 0)
    ? null
    : fault('range', at, \`not between \${check.min} and \${check.max}\`);
}

function checkList(value: unknown, ref: string, max: number, at: string, strict: boolean): WireFault | null {
  if (!Array.isArray(value)) return fault('syntax', at, 'not a list');
  if (value.length > max) return fault('too_long', at, \`more than \${max}\`);
  for (const [i, one] of value.entries()) {
    const wrong = checkValue(one, { ref }, \`\${at}.\${i}\`, strict);
    if (wrong) return wrong;
  }
  return null;
}

function checkFields(value: unknown, fields: Fields, at: string, strict: boolean): WireFault | null {
  if (!isRecord(value)) return fault('syntax', at, 'not an object');
  const prefix = at === '' ? '' : \`\${at}.\`;
  for (const [name, check] of Object.entries(fields)) {
    if (value[name] === undefined) {
      if (check.optional) continue;
      return fault('syntax', prefix + name, 'missing');
    }
    const wrong = checkValue(value[name], check, prefix + name, strict);
    if (wrong) return wrong;
  }
  if (strict)
    for (const name of Object.keys(value))
      if (!Object.hasOwn(fields, name) && !(at === '' && name === 't')) return fault('unknown', prefix + name, 'no such field');
  return null;
}

function checkMessage(message: unknown, table: Record<string, Fields>, strict: boolean): WireFault | null {
  if (!isRecord(message)) return fault('syntax', '', 'not an object');
  if (typeof message.t !== 'string') return fault('syntax', 't', 'missing');
  if (!Object.hasOwn(table, message.t)) return fault('unknown', 't', 'no such message');
  return checkFields(message, table[message.t] as Fields, '', strict);
}

/**
 * Reads what a server sent. Fields that this version does not know are ignored, so that a newer server can add some;
 * a message or event kind that it does not know is the fault 'unknown': watch the table again without \`seq\`.
 */
export function decodeServerMessage(text: string): ServerMessage | WireFault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fault('syntax', '', 'not JSON');
  }
  return checkMessage(value, SERVER, false) ?? (value as ServerMessage);
}

/** What is wrong with a message to the server, exactly as the server would see it; null: nothing. */
export function checkClientMessage(message: unknown): WireFault | null {
  return checkMessage(message, CLIENT, true);
}

/** Writes a message to the server. Throws on one that the server would refuse: that is a bug of the caller. */
export function encodeClientMessage(message: ClientMessage): string {
  const wrong = checkClientMessage(message);
  if (wrong) throw new Error(\`\${message.t}: \${wrong.at}: \${wrong.message}\`);
  return JSON.stringify(message);
}
`;

export function typescript(schema) {
  const out = [
    '// Generated by protocol/generate.mjs from protocol/wire.json. Do not edit.',
    '// The wire is described in docs/protocol.md.',
    '',
    `export const WIRE_VERSION = ${schema.version};`,
    `export const WIRE_SUBPROTOCOL = '${schema.subprotocol}';`,
    '/** Where the server takes WebSocket connections. */',
    `export const WIRE_PATH = '${schema.path}';`,
    '/** The longest message that a server takes, and the longest that it sends, in bytes of UTF-8. */',
    `export const WIRE_MESSAGE_BYTES = ${schema.limits.message_bytes};`,
    `export const WIRE_SNAPSHOT_BYTES = ${schema.limits.snapshot_bytes};`,
    '',
    ...settingsTable(schema.settings),
  ];
  for (const [name, type] of Object.entries(schema.types))
    out.push(type.object ? interfaceOf(camel(name), type.object) : `export type ${camel(name)} = ${typeName(type)};`, '');
  for (const direction of ['client', 'server']) {
    for (const [name, message] of Object.entries(schema[direction]))
      out.push(`/** ${message.about} */`, interfaceOf(camel(direction) + camel(name), message.fields, name), '');
    const names = Object.keys(schema[direction]).map((name) => `\n  | ${camel(direction)}${camel(name)}`);
    out.push(`export type ${camel(direction)}Message =${names.join('')};`, '');
  }
  out.push(CHECKER.trim(), '');
  out.push('const TYPES: Record<string, { fields: Fields; check?: undefined } | { fields?: undefined; check: Check }> = {');
  for (const [name, type] of Object.entries(schema.types))
    out.push(
      type.object
        ? `  ${name}: {\n    fields: ${checkFields(type.object, '    ')},\n  },`
        : `  ${name}: { check: ${check(type)} },`,
    );
  out.push('};', '');
  out.push('const CLIENT: Record<string, Fields> = {', ...checkTable(schema.client), '};', '');
  out.push('const SERVER: Record<string, Fields> = {', ...checkTable(schema.server), '};', '');
  return out.join('\n');
}
