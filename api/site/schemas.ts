// Schemas of the reference: what a value may be in a few words, and the members of an object as a table.
import { describedHtml, escapeHtml } from './html.js';
import { type ApiSchema, refName } from './open-api.js';

/** Objects in objects that a table shows; a schema that is nested deeper has a name. */
const DEPTH_MAX = 5;
/** Values of a list that are named. */
const VALUES_MAX = 40;

/** Says what a value may be; `to` is how the page names that of the schemas. */
export function typeHtml(schema: ApiSchema, to: string): string {
  const type = bareType(schema, to);
  return schema.nullable ? `${type} or null` : type;
}

function bareType(schema: ApiSchema, to: string): string {
  const { $ref, oneOf, allOf, items, type } = schema;
  if ($ref !== undefined) return linkTo(refName($ref), to);
  if (allOf !== undefined) return allOf.map((item) => typeHtml(item, to)).join(' and ');
  // Beside a type it says which members go together.
  if (oneOf !== undefined && type === undefined) return oneOf.map((item) => typeHtml(item, to)).join(' or ');
  if (schema.enum !== undefined) return values(schema.enum);
  if (type === 'array') return `list of ${items === undefined ? 'any' : typeHtml(items, to)}`;
  if (type === 'object' && schema.properties === undefined && typeof schema.additionalProperties === 'object')
    return `object of ${typeHtml(schema.additionalProperties, to)}`;
  return escapeHtml(type === undefined ? 'any' : type === 'string' ? (schema.format ?? 'string') : type);
}

function linkTo(name: string, to: string): string {
  return `<a href="${escapeHtml(to)}#${escapeHtml(name)}">${escapeHtml(name)}</a>`;
}

function values(listed: readonly unknown[]): string {
  const shown = listed.slice(0, VALUES_MAX).map((item) => `<code>${escapeHtml(JSON.stringify(item))}</code>`);
  return `${shown.join(', ')}${listed.length > VALUES_MAX ? ' ...' : ''}`;
}

const BOUNDS: readonly (readonly [keyof ApiSchema, string])[] = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'characters from'],
  ['maxLength', 'characters to'],
  ['minItems', 'items from'],
  ['maxItems', 'items to'],
];

/** Its description, bounds, pattern and default. */
export function meaningHtml(schema: ApiSchema, description = schema.description): string {
  const bounds = BOUNDS.flatMap(([key, words]) => (schema[key] === undefined ? [] : [`${words} ${schema[key]}`]));
  const pattern = schema.pattern === undefined ? [] : [`form <code>${escapeHtml(schema.pattern)}</code>`];
  const fallback =
    schema.default === undefined ? [] : [`default <code>${escapeHtml(JSON.stringify(schema.default))}</code>`];
  const said = description === undefined ? [] : [describedHtml(description)];
  const rules = [...bounds.map(escapeHtml), ...pattern, ...fallback].join('; ');
  return [...said, ...(rules === '' ? [] : [`<span class="soft">${rules}</span>`])].join(' ');
}

interface Row {
  readonly name: string;
  readonly schema: ApiSchema;
  readonly required: boolean;
}

/** The members of an object, those of objects in it among them; nothing for what has none. */
export function membersHtml(schema: ApiSchema, to: string): string {
  const rows = rowsOf(schema, '', 0);
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ name, schema: member, required }) =>
      `<tr><td><code>${escapeHtml(name)}</code>${required ? '' : ' <span class="soft">optional</span>'}</td>` +
      `<td>${typeHtml(member, to)}</td><td>${meaningHtml(member)}</td></tr>`,
  );
  return tableHtml(['Member', 'Is', 'Meaning'], lines);
}

function rowsOf(schema: ApiSchema, prefix: string, depth: number): readonly Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const row: Row = { name: `${prefix}${name}`, schema: member, required: schema.required?.includes(name) === true };
    if (depth >= DEPTH_MAX) return [row];
    const inner = member.items?.properties !== undefined ? member.items : member;
    const joint = inner === member ? '.' : '[].';
    return [row, ...rowsOf(inner, `${prefix}${name}${joint}`, depth + 1)];
  });
}

/** `rows` are HTML. */
export function tableHtml(head: readonly string[], rows: readonly string[]): string {
  const cells = head.map((name) => `<th>${escapeHtml(name)}</th>`).join('');
  return `<div class="wide" tabindex="0"><table><thead><tr>${cells}</tr></thead>\n<tbody>${rows.join('\n')}</tbody></table></div>\n`;
}
