// Schemas of others at the command line: what is sent of files and URLs, and what is shown.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called, whole } from '../../../../support/program/command.js';

const AT = '/api/v1/schemas/external';
const URL = 'https://schemas.example/a.json';
const TAKEN = { source: URL, isOfPlatform: true, entryCount: 7, leftOut: 2, takenAt: '2026-01-02T00:00:00.000Z' };
const SHOWN = {
  ...{ schemaId: 'reading', title: 'Reading', description: '', sectors: [], provider: 'schemas.example', url: URL },
  ...{ status: 'active', version: 1, source: 'organisation', isPublished: false, schema: {}, sha256: 'ab' },
};
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['schema', ...words], answers);

describe('cli/commands/blueprints/external-schema', () => {
  const folder = folderOfAll();

  it('searches, and imports what was found', async () => {
    const items = [{ name: 'Reading', description: 'Of a meter', url: URL }];
    const found = await run(['search', 'meter'], {
      [`GET ${AT}/search?page=1&pageSize=20&search=meter`]: { items, totalCount: 1, page: 1, pageSize: 20 },
    });
    expect(found.out, found.err).to.match(/^Reading +https:\/\/schemas\.example\/a\.json +Of a meter$/m);
    const made = await run(['import', URL, '--sector', 'supply'], { [`POST ${AT}/import`]: whole(201, SHOWN) });
    expect(made.bodies, made.err).to.deep.equal([{ url: URL, sectors: ['supply'] }]);
    expect(made.out).to.match(/^url +https:\/\/schemas\.example\/a\.json$/m);
  });

  it('takes a catalogue from a file, a URL, or where the node says', async () => {
    const file = join(folder, 'catalog.json');
    writeFileSync(file, '{"schemas": []}');
    const answers = { [`PUT ${AT}/catalogue`]: TAKEN };
    const bodies = [];
    for (const from of [[file], [URL], []]) bodies.push(...(await run(['take-catalogue', ...from], answers)).bodies);
    expect(bodies).to.deep.equal([{ catalogue: { schemas: [] } }, { url: URL }, {}]);
  });

  it('shows the catalogue, and forgets it', async () => {
    const { out, err } = await run(['catalogue'], { [`GET ${AT}/catalogue`]: TAKEN });
    expect(out, err)
      .to.match(/^of +platform$/m)
      .and.match(/^left out +2$/m);
    const gone = await run(['forget-catalogue'], { [`DELETE ${AT}/catalogue`]: whole(204, undefined) });
    expect(gone.exit, gone.err).to.equal(0);
  });
});
