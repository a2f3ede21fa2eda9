// The schema library at the command line: what is sent, and what is shown.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called, whole } from '../../../../support/program/command.js';

const AT = '/api/v1/schemas';
const schema = { type: 'object', title: 'Meter reading' };
const SHOWN = {
  ...{ schemaId: 'reading', title: 'Meter reading', description: '', sectors: ['supply'], provider: 'northwind' },
  ...{ status: 'active', version: 3, source: 'organisation', isPublished: false, schema, sha256: 'ab' },
};
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['schema', ...words], answers);

describe('cli/commands/blueprints/schema', () => {
  const folder = folderOfAll();
  const file = join(folder, 'reading.json');
  before(() => writeFileSync(file, JSON.stringify(schema)));

  it('lists by what is stated, with the rest of the pages', async () => {
    const page = { items: [SHOWN], totalCount: 3, page: 1, pageSize: 1 };
    const query = 'page=1&pageSize=1&search=meter&sector=supply&provider=northwind&status=active&source=organisation';
    const words = ['list', '--search', 'meter', '--sector', 'supply', '--provider', 'northwind', '--status', 'active'];
    const { out, err } = await run([...words, '--source', 'organisation', '--page-size', '1'], {
      [`GET ${AT}?${query}`]: page,
    });
    expect(out, err)
      .to.match(/^reading +Meter reading +active +3 +northwind +supply$/m)
      .and.contain('Page 1 of 3');
    const names = await run(['names'], {
      [`GET ${AT}/sectors`]: { sectors: [{ name: 'supply', count: 1 }] },
      [`GET ${AT}/providers`]: { providers: [{ name: 'quorate', count: 9 }] },
    });
    expect(names.out, names.err)
      .to.match(/^sector +supply +1$/m)
      .and.match(/^provider +quorate +9$/m);
  });

  it('shows one, and saves the schema itself', async () => {
    const answers = { [`GET ${AT}/reading`]: SHOWN };
    expect((await run(['show', 'reading'], answers)).out).to.match(/^title +Meter reading$/m);
    const out = join(folder, 'saved.json');
    const saved = await run(['show', 'reading', '--out', out], answers);
    expect(JSON.parse(readFileSync(out, 'utf8'))).to.deep.equal(schema);
    expect(saved.err).to.contain('dataSchemas');
  });

  it('adds, replaces and removes', async () => {
    const added = await run(['add', file, '--title', 'Reading', '--sector', 'supply', '--sector', 'general'], {
      [`POST ${AT}`]: whole(201, SHOWN),
    });
    expect(added.bodies, added.err).to.deep.equal([{ title: 'Reading', sectors: ['supply', 'general'], schema }]);
    const replaced = await run(['replace', 'reading', file, '--description', 'New'], { [`PUT ${AT}/reading`]: SHOWN });
    expect(replaced.bodies, replaced.err).to.deep.equal([{ description: 'New', schema }]);
    const removed = await run(['remove', 'reading', '--yes'], { [`DELETE ${AT}/reading`]: whole(204, undefined) });
    expect([removed.exit, removed.out.trim()], removed.err).to.deep.equal([0, 'Deleted reading.']);
  });

  for (const word of ['deprecate', 'activate', 'publish'])
    it(`has one changed by ${word}`, async () => {
      const { exit, out, err } = await run([word, 'reading'], { [`POST ${AT}/reading/${word}`]: SHOWN });
      expect(exit, err).to.equal(0);
      expect(out).to.match(/^schema +reading$/m);
    });
});
