// The gate of an action judged with no node: what holds is shown with what it rests on, and a refusal with its cells.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { toHex } from '../../../../../core/base/bytes.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { nonceOf } from '../../../../../core/credentials/gate/bytes.js';
import { placeOf } from '../../../../../core/envelope/cells/root.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import {
  ANCHOR_HASH,
  AUDIENCE,
  BOUND,
  CHALLENGE,
  HEADER,
  partsOf,
  REQUIREMENTS,
  type Showing,
  STATEMENT,
} from '../../../../support/credentials/gate.js';
import { called } from '../../../../support/program/command.js';

const place = placeOf(HEADER);
const nonce = nonceOf({ ...BOUND, place }, CHALLENGE, 'licence');
const document = (showing: Showing = {}, format: 'sd-jwt-vc' | 'mso_mdoc' = 'sd-jwt-vc') => ({
  requirement: REQUIREMENTS[format],
  statement: STATEMENT,
  run: { ...HEADER, dataRoot: toHex(BOUND.dataRoot) },
  cells: partsOf(format, { nonce, ...showing }),
  ledger: {
    lists: { eu: { sequence: 7, anchors: [ANCHOR_HASH], nextUpdate: '2027-01-01T00:00:00Z' } },
    verifiers: [AUDIENCE],
  },
});

describe('cli/commands/trust/credential-gate', () => {
  const folder = folderOfAll();
  const judge = (file: object, ...words: readonly string[]) => {
    const path = join(folder, 'shown.json');
    writeFileSync(path, JSON.stringify(file));
    return called(['credential', 'gate', path, ...words], {}, {});
  };

  for (const format of ['sd-jwt-vc', 'mso_mdoc'] as const)
    it(`shows a gate that holds, and asks no node (${format})`, async () => {
      const answer = await judge(document({}, format), '--json');
      expect([answer.exit, answer.err, answer.requests.length]).to.deep.equal([0, '', 0]);
      expect(JSON.parse(answer.out)).to.deep.include({
        ...{ verdict: 'held', level: 'Low', issuer: 'x509-lotl eu#7', status: 'valid by its list' },
      });
    });

  it('says for people that it holds', async () => {
    expect((await judge(document())).out).to.match(/^The gate holds\.$/m);
  });

  it('says the ground of a refusal, and the cells that show it', async () => {
    const replayed = await judge(document({ nonce: 'another' }), '--json');
    expect(replayed.exit).to.not.equal(0);
    expect(JSON.parse(replayed.out)).to.deep.include({
      ...{ verdict: 'refused', ground: 'binding', cells: ['frame', 'issued', 'claims', 'proof'] },
    });
    expect(replayed.err).to.contain('binding');
  });

  it('believes no more of the ledger than the file says', async () => {
    const good = document();
    const withLedger = (ledger: JsonObject) => judge({ ...good, ledger }, '--json');
    expect(JSON.parse((await withLedger({})).out).ground).to.equal('issuer');
    expect(JSON.parse((await withLedger({ lists: good.ledger.lists })).out).ground).to.equal('binding');
    const distrusted = { ...good.ledger, distrusted: [ANCHOR_HASH] };
    expect(JSON.parse((await withLedger(distrusted)).out).ground).to.equal('issuer');
  });

  it('says which member of the file is not as expected', async () => {
    const good = document();
    const bad: readonly (readonly [string, object])[] = [
      ['requirement', { ...good, requirement: { requiredClaims: 'all' } }],
      ['statement', { ...good, statement: { ...STATEMENT, at: 'today' } }],
      ['run', { ...good, run: HEADER }],
      ['run', { ...good, run: { ...good.run, senderWallet: 1 } }],
      ['run', { ...good, run: { ...good.run, previousTransactionId: 1 } }],
      ['cells', { ...good, cells: [] }],
      ['ledger', { ...good, ledger: undefined }],
    ];
    for (const [name, file] of bad) expect((await judge(file)).err, name).to.contain(`the member ${name} `);
  });
});
