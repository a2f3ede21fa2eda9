// Trust lists at the command line: what is sent of files and URLs, and what is shown.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { toBase64, utf8 } from '../../../../../core/base/bytes.js';
import { pemOf } from '../../../../../core/crypto/keys/pem.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called, whole } from '../../../../support/program/command.js';

const AT = '/api/v1/trust/trustlists';
const URL = 'https://lists.example/eu.xml';
const SHOWN = {
  ...{ trustListId: 'eu', source: URL, rootCount: 1, rootsLeftOut: 0, freshness: 'fresh', sequenceNumber: 7 },
  ...{ issuedAt: '2026-01-01T00:00:00.000Z', territory: 'EU', schemeOperator: 'Office', signedBy: 'ab', sha256: 'cd' },
  ...{ createdAt: '2026-01-02T00:00:00.000Z', checkedAt: '2026-01-02T00:00:00.000Z' },
};
const run = (words: readonly string[], answers: Parameters<typeof called>[1] = {}) =>
  called(['trust', ...words], answers);

describe('cli/commands/trust/trust-lists', () => {
  const folder = folderOfAll();
  const pem = pemOf('CERTIFICATE', utf8('a certificate'));

  it('sends a file byte for byte, with the certificates of its operators', async () => {
    const [list, operators] = [join(folder, 'list.xml'), join(folder, 'operators.pem')];
    writeFileSync(list, Buffer.from([0x3c, 0xce, 0x94, 0x0a]));
    writeFileSync(operators, `${pem}${pem}`);
    const { exit, err, bodies } = await run(['import', 'cy', list, '--operator', operators], {
      [`POST ${AT}/import`]: whole(201, SHOWN),
    });
    expect(exit, err).to.equal(0);
    expect(bodies).to.deep.equal([{ trustListId: 'cy', file: '<\u00ce\u0094\n', operatorCertificates: [pem, pem] }]);
    expect((await run(['import', 'cy', join(folder, 'none.xml')])).exit).to.equal(1);
  });

  it('sends a URL, and says where the lists behind it are seen', async () => {
    const answers = { [`POST ${AT}/import`]: whole(201, SHOWN) };
    const { out, err, bodies } = await run(['import', 'eu', URL, '--follow'], answers);
    expect(bodies).to.deep.equal([{ trustListId: 'eu', url: URL, followPointers: true }]);
    expect(out)
      .to.match(/^next update +closed$/m)
      .and.match(/^sequence number +7$/m);
    expect(err).to.contain('quorate trust show eu');
    expect((await run(['import', 'eu', '--follow'], answers)).bodies).to.deep.equal([
      { trustListId: 'eu', followPointers: true },
    ]);
  });

  it('lists, shows, refreshes and removes them', async () => {
    const listed = await run(['list'], { [`GET ${AT}`]: { trustLists: [SHOWN] } });
    expect(listed.out).to.match(new RegExp(`^eu +EU +7 +1 +fresh +closed +${URL}$`, 'm'));
    const pointers = [{ trustListId: 'eu/XB' }, { trustListId: 'eu/XC', code: 'OUTGOING_FAILED' }];
    const shown = await run(['show', 'eu/XB'], { [`GET ${AT}/eu%2FXB`]: { ...SHOWN, pointers } });
    expect(shown.out)
      .to.match(/^eu\/XB +taken$/m)
      .and.match(/^eu\/XC +OUTGOING_FAILED$/m);
    expect((await run(['refresh', 'eu'], { [`POST ${AT}/eu/refresh`]: SHOWN })).out).to.contain('Office');
    const removed = await run(['remove', 'eu', '--yes'], { [`DELETE ${AT}/eu`]: whole(204, undefined) });
    expect([removed.exit, removed.out.trim()], removed.err).to.deep.equal([0, 'Removed eu.']);
  });

  it('writes roots as PEM, and warns of a stale list', async () => {
    const anchors = {
      trustListId: 'eu',
      sequenceNumber: 7,
      freshness: 'stale',
      roots: [toBase64(utf8('a certificate'))],
    };
    const { out, err } = await run(['anchors', 'eu'], { [`GET ${AT}/eu/anchors`]: anchors });
    expect(out).to.equal(pem);
    expect(err).to.contain('stale');
  });
});
