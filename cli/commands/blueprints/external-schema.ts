// JSON Schemas of others at the command line: searched in a catalogue that an administrator took, and imported by the
// node, which alone calls other servers.
import type { Client } from '../../../api/client/client.js';
import type { Command, Context } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { connect } from '../../remote/session.js';
import { NAMING_OPTIONS, namingIn, showSchema } from './schema.js';

const isUrl = (text: string) => /^https?:\/\//.test(text);

const search: Command = {
  name: 'schema search',
  summary: 'search schemas of others in the catalogue of your organisation, or of the platform',
  examples: ['quorate schema search invoice'],
  args: [{ name: '[text]', description: 'part of name, description or URL' }],
  options: PAGE_OPTIONS,
  async run(context) {
    const { input, out } = context;
    const page = pageIn(input);
    const { client } = await connect(context);
    const query = pickStated({ ...page, search: input.optionalArg('text') });
    const listed = await client.searchExternalSchemas({ query });
    out.show(listed, () => {
      const rows = listed.items.map(({ name, url, description }) => [name, url, description]);
      return table(['NAME', 'URL', 'ABOUT'], rows) + pageNote(page, listed.totalCount);
    });
  },
};

const importSchema: Command = {
  name: 'schema import',
  summary: 'have the node fetch a schema of others into the library of your organisation',
  examples: ['quorate schema import https://json.schemastore.org/geojson.json --sector government'],
  args: [{ name: '<url>', description: 'where the schema is, by HTTPS; "quorate schema add" takes a file' }],
  options: NAMING_OPTIONS,
  async run(context) {
    const { client } = await connect(context);
    const body = { url: context.input.arg('url'), ...namingIn(context) };
    showSchema(context, await client.importSchema({ body }));
  },
};

const catalogue: Command = {
  name: 'schema catalogue',
  summary: 'show which catalogue "schema search" looks in',
  async run(context) {
    const { client } = await connect(context);
    showCatalogue(context, await client.getSchemaCatalogue({}));
  },
};

const take: Command = {
  name: 'schema take-catalogue',
  summary: 'take a catalogue of schemas of others, in the form of SchemaStore; for administrators',
  examples: [
    'quorate schema take-catalogue https://www.schemastore.org/api/json/catalog.json',
    'quorate schema take-catalogue catalog.json',
  ],
  args: [{ name: '[from]', description: 'file or URL; schemas.catalogueUrl of the node when not stated' }],
  async run(context) {
    const from = context.input.optionalArg('from');
    const isFile = from !== undefined && !isUrl(from);
    const body = isFile ? { catalogue: { ...objectIn(await readDocument(context, from)) } } : pickStated({ url: from });
    const { client } = await connect(context);
    showCatalogue(context, await client.setSchemaCatalogue({ body }));
  },
};

const forget: Command = {
  name: 'schema forget-catalogue',
  summary: 'forget the catalogue of your organisation; that of the platform is searched then',
  async run(context) {
    const { client } = await connect(context);
    await client.deleteSchemaCatalogue({});
    context.out.show({ removed: true }, 'The organisation has no catalogue of its own any more.');
  },
};

export const externalSchemaCommands: readonly Command[] = [search, importSchema, catalogue, take, forget];

function showCatalogue({ out }: Context, shown: Awaited<ReturnType<Client['getSchemaCatalogue']>>): void {
  const { source, isOfPlatform, entryCount, leftOut, takenAt } = shown;
  out.show(shown, () =>
    fields(
      pickStated({
        ...{ source, of: isOfPlatform ? 'platform' : 'organisation', schemas: entryCount },
        ...{ 'left out': leftOut || undefined, 'taken at': takenAt },
      }),
    ),
  );
}
