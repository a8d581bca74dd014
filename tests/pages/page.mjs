/* A built page as a tree, as far as a test needs: elements by id, their text, their attributes. */
const VOID = /^(meta|link|img|br|input|hr)$/;
const plain = (text) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** Throws when an element is not closed. */
export function parse(html) {
  const root = { attributes: {}, children: [], text: '' };
  const open = [root];
  for (const [, comment, close, name, attributes, empty, text] of html.matchAll(
    /(<!.*?>)|<(\/?)([\w-]+)((?:\s[^\s=>"/]+(?:="[^"]*")?)*)\s*(\/?)>|([^<]+)/gs,
  )) {
    const top = open.at(-1);
    if (comment) continue;
    if (text !== undefined) {
      for (const element of open) element.text += plain(text);
    } else if (close) {
      if (top.name !== name) throw new Error(`</${name}> closes <${top.name}>`);
      open.pop();
    } else {
      const element = { name, attributes: {}, children: [], text: '' };
      for (const [, key, value = ''] of attributes.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) element.attributes[key] = plain(value);
      top.children.push(element);
      if (!empty && !VOID.test(name)) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1).name}> is not closed`);
  return root;
}

/** The element itself and all inside of it. */
export function* within(element) {
  yield element;
  for (const child of element.children) yield* within(child);
}

export const byId = (root, id) => [...within(root)].find(({ attributes }) => attributes.id === id);
