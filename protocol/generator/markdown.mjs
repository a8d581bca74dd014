// Writes the tables of docs/protocol.md: everything between a "generated" mark and the next "end" mark.
const cell = (text) => text.replaceAll('|', '\\|');

function typeText(type) {
  if (type.ref !== undefined) return `[${type.ref}](#${type.ref})`;
  if (type.enum !== undefined) return type.enum.map((value) => `\`"${value}"\``).join(', ');
  if (type.list !== undefined) return `list of at most ${type.max} [${type.list}](#${type.list})`;
  if (type.type === 'string') return `string, at most ${type.max} bytes`;
  if (type.type === 'int') return `integer, ${type.min} to ${type.max}`;
  return '`true` or `false`';
}

function table(fields) {
  const rows = Object.entries(fields).map(
    ([name, type]) =>
      `| \`${name}\` | ${cell(typeText(type))} | ${type.optional ? 'may be absent' : 'always'} | ${cell(type.about ?? '')} |`,
  );
  return rows.length === 0 ? 'No fields.' : ['| field | value | | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function messages(list) {
  return Object.entries(list)
    .map(([name, message]) => `### ${name}\n\n${message.about}\n\n${table(message.fields)}`)
    .join('\n\n');
}

function types(schema) {
  return Object.entries(schema.types)
    .map(([name, type]) => `### ${name}\n\n${type.object ? table(type.object) : typeText(type)}`)
    .join('\n\n');
}

function settings(list) {
  const value = ({ values, min, max }) => (values ? values.map((word) => `\`${word}\``).join(', ') : `${min} to ${max}`);
  const rows = list.map((setting) => {
    const initial = setting.values ? setting.values[0] : setting.initial;
    return `| \`${setting.name}\` | ${value(setting)} | \`${initial}\` | ${cell(setting.about)} |`;
  });
  return ['| name | values | default | meaning |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

export function markdown(schema, text) {
  const parts = {
    client: () => messages(schema.client),
    server: () => messages(schema.server),
    types: () => types(schema),
    settings: () => settings(schema.settings),
  };
  return text.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, start, name, end) => `${start}\n${parts[name]()}\n${end}`,
  );
}
