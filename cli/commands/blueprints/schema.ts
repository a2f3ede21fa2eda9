// The schema library of an organisation on its node: schemas are found, brought, and saved for a blueprint.
import type { Client } from '../../../api/client/client.js';
import type { Command, Context, Option } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { give, objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';

const SCHEMA = { name: '<schema>', description: 'id of the schema; "quorate schema list" shows them' };
const FILE = { name: '[file]', description: 'JSON Schema; standard input when not stated' };
export const NAMING_OPTIONS: readonly Option[] = [
  { flags: '--title <text>', description: 'what people find it by (default: the title in the schema)' },
  { flags: '--description <text>', description: 'what it is (default: the description in the schema)' },
  { flags: '--sector <name>', description: 'a trade, such as finance or health (repeat)', repeat: true },
];

type Shown = Awaited<ReturnType<Client['getSchema']>>;

const list: Command = {
  name: 'schema list',
  summary: 'list the schemas that a designer may take: of your organisation, of others, of the program',
  examples: ['quorate schema list --sector finance', 'quorate schema list --search address --status active'],
  options: [
    { flags: '--search <text>', description: 'part of title, description or id' },
    { flags: '--sector <name>', description: 'of this sector only' },
    { flags: '--provider <name>', description: 'of this provider only: quorate, an organisation, a host' },
    { flags: '--status <name>', description: 'of this status only', choices: ['active', 'deprecated'] },
    { flags: '--source <name>', description: 'from here only', choices: ['system', 'organisation', 'published'] },
    ...PAGE_OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const page = pageIn(input);
    const { client } = await connect(context);
    const listed = await client.listSchemas({
      query: pickStated({
        ...{ ...page, search: input.text('search'), sector: input.text('sector'), provider: input.text('provider') },
        ...{ status: input.text('status') as Shown['status'], source: input.text('source') as Shown['source'] },
      }),
    });
    out.show(listed, () => {
      const rows = listed.items.map(({ schemaId, title, status, version, provider, sectors }) => [
        ...[schemaId, title, status, version, provider, sectors.join(', ')],
      ]);
      return (
        table(['SCHEMA', 'TITLE', 'STATUS', 'VERSION', 'FROM', 'SECTORS'], rows) + pageNote(page, listed.totalCount)
      );
    });
  },
};

const names: Command = {
  name: 'schema names',
  summary: 'list the sectors and providers by which schemas are found',
  async run(context) {
    const { client } = await connect(context);
    const [{ sectors }, { providers }] = [await client.listSchemaSectors({}), await client.listSchemaProviders({})];
    const rows = (kind: string, of: typeof sectors) => of.map(({ name, count }) => [kind, name, count]);
    context.out.show({ sectors, providers }, () =>
      table(['KIND', 'NAME', 'SCHEMAS'], [...rows('sector', sectors), ...rows('provider', providers)]),
    );
  },
};

const show: Command = {
  name: 'schema show',
  summary: 'show what a schema is, or save the schema itself for a blueprint',
  examples: ['quorate schema show postal-address', 'quorate schema show postal-address --out address.json'],
  args: [SCHEMA],
  options: [{ flags: '--out <file>', description: 'new file for the schema itself' }],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const shown = await client.getSchema({ params: { schemaId: input.arg('schema') } });
    const file = input.text('out');
    if (file === undefined) return showSchema(context, shown);
    await give(context, shown.schema, { file, said: `${shown.title}, version ${shown.version}.` });
    context.out.note(
      'Copy it into the dataSchemas of an action. Its "#/..." references hold there, and not below "properties".',
    );
  },
};

const add: Command = {
  name: 'schema add',
  summary: 'keep a schema for the designers of your organisation',
  examples: ['quorate schema add reading.json --title "Meter reading" --sector supply'],
  args: [FILE],
  options: NAMING_OPTIONS,
  async run(context) {
    const body = await bodyIn(context);
    const { client } = await connect(context);
    showSchema(context, await client.createSchema({ body }));
  },
};

const replace: Command = {
  name: 'schema replace',
  summary: 'replace a schema of your organisation; blueprints keep their copies',
  examples: ['quorate schema replace SCHEMA reading.json --sector supply'],
  args: [SCHEMA, FILE],
  options: NAMING_OPTIONS,
  async run(context) {
    const body = await bodyIn(context);
    const { client } = await connect(context);
    const params = { schemaId: context.input.arg('schema') };
    showSchema(context, await client.updateSchema({ params, body }));
  },
};

const remove: Command = {
  name: 'schema remove',
  summary: 'delete a schema of your organisation; blueprints keep their copies',
  args: [SCHEMA],
  options: [YES_OPTION],
  async run(context) {
    const schemaId = context.input.arg('schema');
    await confirm(context, `Delete the schema ${schemaId}? It is found no more; blueprints keep their copies.`);
    const { client } = await connect(context);
    await client.deleteSchema({ params: { schemaId } });
    context.out.show({ schemaId, removed: true }, () => `Deleted ${schemaId}.`);
  },
};

const changes = (
  [
    ['deprecate', 'deprecateSchema', 'offer a schema of your organisation no more; it stays readable'],
    ['activate', 'activateSchema', 'offer a deprecated schema of your organisation again'],
    ['publish', 'publishSchema', 'show a schema to every organisation of the node; for administrators'],
  ] as const
).map(
  ([word, operation, summary]): Command => ({
    name: `schema ${word}`,
    summary,
    args: [SCHEMA],
    async run(context) {
      const { client } = await connect(context);
      showSchema(context, await client[operation]({ params: { schemaId: context.input.arg('schema') } }));
    },
  }),
);

export const schemaCommands: readonly Command[] = [list, names, show, add, replace, remove, ...changes];

/** The words by which people find a schema, as far as options state them. */
export function namingIn({ input }: Pick<Context, 'input'>) {
  const sectors = input.list('sector');
  const stated = pickStated({ title: input.text('title'), description: input.text('description') });
  return { ...stated, ...(sectors.length > 0 && { sectors: [...sectors] }) };
}

async function bodyIn(context: Context) {
  const schema = objectIn(await readDocument(context, context.input.optionalArg('file')));
  return { ...namingIn(context), schema: { ...schema } };
}

export function showSchema({ out }: Pick<Context, 'out'>, shown: Shown): void {
  const { schemaId, title, description, sectors, provider, status, version, source, isPublished, url } = shown;
  out.show(shown, () =>
    fields(
      pickStated({
        ...{ schema: schemaId, title, about: description || undefined, sectors: sectors.join(', ') || undefined },
        ...{ from: provider, url, status, version, source, published: isPublished ? 'yes' : 'no' },
        ...{ sha256: shown.sha256, 'updated at': shown.updatedAt },
      }),
    ),
  );
}
