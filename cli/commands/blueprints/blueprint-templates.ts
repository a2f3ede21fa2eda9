// Blueprints from templates: which there are, what one asks for, and a new blueprint made from it. Without a node those
// that come with the program; with --node also those that the organisation keeps there.
import { randomUUID } from 'node:crypto';
import { isObject, type Json, type JsonObject } from '../../../core/base/json.js';
import { nearest } from '../../../core/base/nearest.js';
import { isFailure } from '../../../core/base/result.js';
import type { Blueprint } from '../../../core/blueprint/definition/types.js';
import { openRoles } from '../../../core/blueprint/plan/role-candidates.js';
import { shippedTemplate, TEMPLATES } from '../../../core/design/templates/shipped.js';
import { instantiate, type Template } from '../../../core/design/templates/template.js';
import { type Command, CommandError, type Context, EXIT, type Option } from '../../command/command.js';
import { give, objectIn, readDocument } from '../../command/documents.js';
import { commandErrorOf } from '../../command/failure.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { PARTY_OPTION, pairsIn, partiesIn } from '../../workflow/parties.js';

const TEMPLATE = { name: '<template>', description: 'id of the template; "quorate blueprint templates" lists them' };
const NODE_OPTION: Option = { flags: '--node', description: 'ask the node, which also has those of the organisation' };

interface Row {
  readonly id: string;
  readonly category: string;
  readonly title: string;
  readonly description: string;
  readonly version: number;
  readonly source: string;
}

const templates: Command = {
  name: 'blueprint templates',
  summary: 'list the templates that a blueprint can begin from',
  examples: ['quorate blueprint templates --category finance'],
  options: [{ flags: '--category <name>', description: 'of this category only' }, NODE_OPTION, ...PAGE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const page = pageIn(input);
    const category = input.text('category');
    if (input.flag('node')) {
      const { client } = await connect(context);
      const list = await client.listTemplates({ query: pickStated({ ...page, category }) });
      return out.show(list, () => rowsText(list.items) + pageNote(page, list.totalCount));
    }
    const rows = TEMPLATES.filter((item) => category === undefined || item.category === category).map(rowOf);
    const items = rows.slice((page.page - 1) * page.pageSize, page.page * page.pageSize);
    out.show({ items, totalCount: rows.length, ...page }, () => rowsText(items) + pageNote(page, rows.length));
  },
};

const template: Command = {
  name: 'blueprint template',
  summary: 'show the parameters and examples of a template',
  examples: ['quorate blueprint template construction-permit'],
  args: [TEMPLATE],
  options: [NODE_OPTION],
  async run(context) {
    const value = await templateIn(context);
    context.out.show(value, () => templateText(value));
  },
};

const create: Command = {
  name: 'blueprint new',
  summary: 'make a blueprint from a template',
  examples: [
    'quorate blueprint new simple-invoice --out invoice.json',
    'quorate blueprint new construction-permit --set fee.minimum=500 --set organisations.planner="City of Ely"',
    'quorate blueprint new construction-permit --party contractor=qr1… --party planner=Planner --out permit.json',
    'quorate blueprint new licence-approval --example venue --params checks.json --out licence.json',
  ],
  args: [TEMPLATE],
  options: [
    { flags: '--example <name>', description: 'begin with the parameters of this named example' },
    { flags: '--params <file>', description: 'parameters as a JSON object' },
    { flags: '--set <name=value>', description: 'one parameter, a.b=value inside another (repeat)', repeat: true },
    PARTY_OPTION,
    { flags: '--id <id>', description: 'id of the blueprint; a new one when not stated' },
    { flags: '--out <file>', description: 'new file; standard output when not stated' },
    NODE_OPTION,
  ],
  async run(context) {
    const { input } = context;
    const value = await templateIn(context);
    const made = instantiate(value, await parametersIn(context, value));
    if (isFailure(made))
      throw commandErrorOf(made.issues, { hint: `Parameters: quorate blueprint template ${value.id}` });
    const blueprint = { id: input.text('id') ?? randomUUID(), ...(made as Blueprint) };
    const { participants, actions } = blueprint;
    await give(context, blueprint, {
      file: input.text('out'),
      said: `${blueprint.title}: ${participants.length} participants, ${actions.length} actions.`,
    });
    const file = input.text('out');
    if (file !== undefined) context.out.note(`Next: quorate blueprint push ${file}`);
    const open = openRoles(blueprint);
    if (open.length > 0)
      context.out.note(
        `Open roles: ${open.join(', ')}. Any wallet takes one: it claims the role (quorate action claim), and others deliver what came before (quorate instance deliver). Name the wallets with --party ROLE=WALLET where you know them.`,
      );
  },
};

export const blueprintTemplateCommands: readonly Command[] = [templates, template, create];

async function templateIn(context: Context): Promise<Template> {
  const id = context.input.arg('template');
  if (context.input.flag('node')) {
    const { client } = await connect(context);
    return (await client.getTemplate({ params: { templateId: id } })) as unknown as Template;
  }
  const value = shippedTemplate(id);
  if (value) return value;
  const near = nearest(
    id,
    TEMPLATES.map((item) => item.id),
  );
  throw new CommandError(`there is no template ${id}`, {
    exit: EXIT.usage,
    code: 'TEMPLATE_NOT_FOUND',
    hint: near === undefined ? 'List them: quorate blueprint templates' : `Did you mean ${near}?`,
  });
}

/** The parameters of an example, under those of the file, under those that are set one by one. */
async function parametersIn(context: Context, { examples }: Template): Promise<JsonObject> {
  const { input } = context;
  const name = input.text('example');
  const example = examples.find((item) => item.name === name);
  if (name !== undefined && !example)
    throw new CommandError(`the template has no example ${name}`, {
      exit: EXIT.usage,
      hint: `It has: ${examples.map((item) => item.name).join(', ')}.`,
    });
  const file = input.text('params');
  const filed = file === undefined ? {} : objectIn(await readDocument(context, file));
  let parameters: JsonObject = { ...example?.parameters, ...filed };
  for (const [name, value] of pairsIn(input, 'set'))
    parameters = withValue(parameters, name.split('.'), parseValue(value));
  return bindParties(parameters, await partiesIn(context));
}

/** The wallets of roles, as the shipped templates take them. */
function bindParties(parameters: JsonObject, parties: readonly (readonly [string, string])[]): JsonObject {
  return parties.reduce((now, [role, wallet]) => withValue(now, ['wallets', role], wallet), parameters);
}

/** JSON where it is JSON, else a text. */
function parseValue(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

function withValue(object: JsonObject, [name, ...rest]: readonly string[], value: Json): JsonObject {
  const key = name as string;
  const inner = Object.hasOwn(object, key) ? object[key] : undefined;
  const below = isObject(inner) ? inner : {};
  // A computed member makes an own member of every name.
  return { ...object, [key]: rest.length === 0 ? value : withValue(below, rest, value) };
}

function rowOf({ id, category, title, description, version }: Template): Row {
  return { id, category, title, description, version, source: 'shipped' };
}

function rowsText(rows: readonly Row[]): string {
  return table(
    ['TEMPLATE', 'CATEGORY', 'FROM', 'WHAT IT IS'],
    rows.map(({ id, category, source, title }) => [
      id,
      category,
      source === 'shipped' ? 'program' : 'organisation',
      title,
    ]),
  );
}

function templateText(value: Template): string {
  const head = fields({ template: value.id, title: value.title, about: value.description, version: value.version });
  const examples = value.examples.map(({ name, description }) => [name, description ?? '']);
  const rows = parameterRows(value.parameterSchema, value.defaults, '');
  return [
    head,
    '',
    table(['PARAMETER', 'DEFAULT', 'WHAT IT IS'], rows),
    '',
    table(['EXAMPLE', 'WHAT IT IS'], examples),
  ].join('\n');
}

/** A row a parameter by the name that --set takes; those inside another one each for itself. */
function parameterRows(schema: JsonObject, defaults: JsonObject, prefix: string): readonly (readonly string[])[] {
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, JsonObject>>).flatMap(([name, inner]) => {
    const value = Object.hasOwn(defaults, name) ? defaults[name] : undefined;
    if (inner.properties !== undefined) return parameterRows(inner, (value ?? {}) as JsonObject, `${prefix}${name}.`);
    const about = typeof inner.description === 'string' ? inner.description : '';
    return [[`${prefix}${name}`, value === undefined ? '' : JSON.stringify(value), about]];
  });
}
