// The reference of the language, made from the schema of a blueprint and the texts about its members: one member
// explained, the schema with titles and examples for editors, and the page of all members.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { nearest } from '../../base/nearest.js';
import { BLUEPRINT_SCHEMA } from '../check/blueprint-schema.js';
import type { MemberText } from './member-text.js';
import { MEMBERS } from './members.js';

export interface Explained extends MemberText {
  /** Such as `actions.routes.condition`. */
  readonly path: string;
  /** Such as `text of 1 to 64 characters`. */
  readonly type: string;
  readonly required: boolean;
  /** Members of its value, or of each of its items. */
  readonly members: readonly string[];
}

/** Each member of the language, in the order of the reference. */
export function explainedMembers(): readonly Explained[] {
  return Object.entries(MEMBERS).flatMap(([group, members]) => {
    const form = formAt(group);
    const properties = (form.properties ?? {}) as Readonly<Record<string, JsonObject>>;
    const required = (form.required ?? []) as readonly string[];
    return Object.entries(members).map(([name, text]): Explained => {
      const path = group === '' ? name : `${group}.${name}`;
      const schema = properties[name] ?? {};
      const isRequired = required.includes(name);
      const shown = { ...groupFacts(group), ...text };
      return {
        path,
        ...shown,
        type: typeText(schema),
        required: isRequired,
        members: Object.keys(MEMBERS[path] ?? {}),
      };
    });
  });
}

/**
 * The member of a path, in which `action` is as good as `actions` and numbers are passed over; otherwise the path that
 * was meant, perhaps.
 */
export function explainPath(path: string): Explained | { readonly near: string | undefined } {
  const all = explainedMembers();
  const asked = path.split(/[./]/).filter((token) => token !== '' && !/^\d+$/.test(token));
  const isSame = (item: Explained): boolean => {
    const tokens = item.path.split('.');
    return tokens.length === asked.length && tokens.every((token, i) => isNamed(token, asked[i] as string));
  };
  const value = all.find(isSame);
  if (value) return value;
  const last = all.filter((item) => isNamed(item.path.split('.').at(-1) as string, asked.at(-1) ?? ''));
  const paths = all.map((item) => item.path);
  return { near: last[0]?.path ?? nearest(asked.join('.').slice(0, 60), paths) };
}

/** The JSON Schema of a blueprint (draft 2020-12) with a description and an example for each member, for editors. */
export function languageSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Blueprint',
    description: 'A workflow of several parties.',
    ...(annotate(BLUEPRINT_SCHEMA, '') as JsonObject),
  };
}

/** The page of all members, in Markdown. */
export function referencePage(): string {
  const all = explainedMembers();
  const tables = Object.keys(MEMBERS).map((group) => {
    const rows = all.filter(({ path }) => groupOf(path) === group).map(rowText);
    const title = group === '' ? 'A blueprint' : `\`${group}\``;
    return [`## ${title}`, '', '| Member | Type | Is | Example |', '|---|---|---|---|', ...rows].join('\n');
  });
  return `${[HEAD, ...tables, TEXTS].join('\n\n')}\n`;
}

const HEAD = `# The members of a blueprint

Made from \`core/design/reference/\` (a test keeps it so). \`quorate blueprint explain actions.routes.condition\` tells one member, \`quorate blueprint schema\`
gives all of it as a JSON Schema for editors. **Bold** members are required. "Not read": kept as it comes, and no rule
of a register looks at it. "May not be published": nothing would enforce it. Members that begin with \`x-\` are hints and allowed everywhere. Rules are
in \`docs/language.md\`, findings in \`docs/findings.md\`, tests of workflows in \`docs/scenarios.md\`.`;

const TEXTS = `## Texts for people

\`texts\` holds them by language, \`{"de": {"3.title": "Prüfen"}}\`; its keys are those of the first table. Accept-Language of a call, or \`--lang\` and LANG of the command line, choose the
language: \`de\` serves who asks for \`de-CH\`. A text that a language lacks is told as the blueprint has it. A blueprint with other texts is another publication, and needs no other rehearsal.

| Key | Text |
|---|---|
| \`title\`, \`description\` | of the blueprint |
| \`3.title\`, \`3.description\`, \`3.routes.ID\` | of action 3, and the description of one of its routes |
| \`planner.name\` | name of a participant |
| \`3/price\`, \`3/price?\` | label and help of a member of action 3, by its JSON Pointer; \`/*\` for the items of a list |
| \`3/way=road\` | an enumerated value of a member. Schemas in another language have these as \`x-labels\` |
| \`3.form/elements/0\` | title of a control, by its JSON Pointer in the form |
| \`fee.low\` | any other name: a message that an \`x-error\` names |

Hints stand in the schema of a member. They change no verdict of a register, and are not part of what a rehearsal covers.

| Hint | Value | Says |
|---|---|---|
| \`x-error\` | object | by keyword (\`*\`: any other) the key of the text that people read when the payload breaks it; the code stays VAL_SCHEMA_004 |
| \`x-help\` | text | help beside the field |
| \`x-unit\` | text | unit of a number, such as \`"kg"\` |
| \`x-currency\` | three letters | currency of a decimal |
| \`x-readonly\` | true or false | shown and not asked for |
| \`x-preview\` | true or false | a calculated member that is shown while the form is filled in |
| \`x-due\` | true or false | a date by which something is due |
| \`x-subject\` | true or false | of an action that begins an instance: a text or number that names the instance in lists, to those who read it |`;

function rowText({ path, says, example, unread, type, required }: Explained): string {
  const name = path.split('.').at(-1) as string;
  const shown = required ? `**\`${name}\`**` : `\`${name}\``;
  const is = unread ? `${says} ${unread === 'kept' ? 'Not read.' : 'May not be published.'}` : says;
  return `| ${shown} | ${type} | ${is} | \`${JSON.stringify(example)}\` |`;
}

function groupOf(path: string): string {
  return path.split('.').slice(0, -1).join('.');
}

/** The members of a group have the readers of the member that these are of. */
function groupFacts(group: string): Pick<MemberText, 'unread'> {
  if (group === '') return {};
  const text = MEMBERS[groupOf(group)]?.[group.split('.').at(-1) as string];
  return { ...groupFacts(groupOf(group)), ...(text?.unread && { unread: text.unread }) };
}

/** The schema of the object that a group is about, or of the items of its list. */
function formAt(group: string): JsonObject {
  let form: JsonObject = BLUEPRINT_SCHEMA;
  for (const token of group === '' ? [] : group.split('.')) {
    const member = (form.properties as Readonly<Record<string, JsonObject>>)[token] ?? {};
    form = isObject(member.items) ? member.items : member;
  }
  return form;
}

function annotate(form: Json, group: string): Json {
  if (!isObject(form) || !isObject(form.properties)) return form;
  const texts = MEMBERS[group] ?? {};
  const properties = Object.entries(form.properties as Readonly<Record<string, JsonObject>>).map(([name, schema]) => {
    const path = group === '' ? name : `${group}.${name}`;
    const inner = isObject(schema.items)
      ? { ...schema, items: annotate(schema.items, path) }
      : (annotate(schema, path) as JsonObject);
    const text = texts[name];
    return [name, text ? { ...inner, description: text.says, examples: [text.example] } : inner] as const;
  });
  return { ...form, properties: Object.fromEntries(properties) };
}

function typeText(schema: JsonObject): string {
  const { type, items, minLength, maxLength, maxItems, maximum } = schema;
  if (Array.isArray(schema.enum))
    return (schema.enum as readonly Json[])
      .filter((item) => item !== null)
      .map((item) => `\`${String(item)}\``)
      .join(' or ');
  const types = (Array.isArray(type) ? (type as readonly string[]) : [type as string | undefined]).filter(
    (name) => name !== 'null',
  );
  const [first] = types;
  if (first === 'string') return `text${lengthText(minLength, maxLength)}`;
  if (first === 'array') return `list of up to ${String(maxItems)}${isObject(items) ? `: ${itemText(items)}` : ''}`;
  if (first === 'integer')
    return maximum === Number.MAX_SAFE_INTEGER ? 'whole number' : `whole number up to ${String(maximum)}`;
  if (first === undefined) return 'any JSON';
  return types
    .map((name) => (name === 'object' ? 'object' : name === 'boolean' ? 'true or false' : String(name)))
    .join(', ');
}

function lengthText(least: Json = 0, most: Json | undefined): string {
  if (most === undefined) return '';
  return least === 0 ? ` of up to ${String(most)} characters` : ` of ${String(least)} to ${String(most)} characters`;
}

function itemText(items: JsonObject): string {
  return items.type === 'object' ? 'objects' : typeText(items);
}

/** A name, or its singular. */
function isNamed(name: string, asked: string): boolean {
  return name === asked || name === `${asked}s`;
}
