// Offline verification: what was proven is said with its anchor, and nothing that was changed passes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildEvidence } from '../../../../core/register/evidence.js';
import { called } from '../../../support/command.js';
import { act, alice, Ledger, publish, REGISTER_ID } from '../../../support/ledger.js';

const ledger = new Ledger();
const publication = publish();
const start = act({ actionId: '0', publicationTxId: publication.txId }, alice);
ledger.seal(publication, start);
const [genesis, sealed] = ledger.dockets;
const evidence = JSON.stringify(buildEvidence({ sealed: sealed!, index: 1, genesis: genesis!, rosterChanges: [] }));
const { genesisHash } = ledger.state;

describe('cli/commands/verify', () => {
  it('proves from a file or standard input, with every fact and the trust anchor', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-verify-'));
    writeFileSync(join(folder, 'evidence.json'), evidence);
    const people = await called(['verify', join(folder, 'evidence.json'), '--payload']);
    rmSync(folder, { recursive: true });
    expect([people.exit, people.err, people.requests.length]).to.deep.equal([0, '', 0]);
    expect(people.out)
      .to.match(/^The evidence is valid\.$/m)
      .and.contain(genesisHash)
      .and.contain('"amount": 5');
    expect(people.out.match(/^ {2}ok /gm)).to.have.length(4);
    const { out } = await called(['verify', '--json'], {}, { stdin: evidence });
    expect(JSON.parse(out)).to.deep.include({
      ok: true,
      txId: start.txId,
      registerId: REGISTER_ID,
      genesisHash,
      height: 1,
    });
  });

  it('compares the genesis that the reader knows', async () => {
    const known = await called(['verify', '--genesis', genesisHash], {}, { stdin: evidence });
    expect(known.out).to.contain('is the one that you stated');
    const other = await called(['verify', '--genesis', '0'.repeat(64)], {}, { stdin: evidence });
    expect([other.exit, other.out]).to.deep.equal([1, '']);
    expect(other.err).to.contain(genesisHash).and.contain('EVIDENCE_INVALID');
    expect((await called(['verify', '--genesis', 'abc'], {}, { stdin: evidence })).exit).to.equal(2);
  });

  it('locates what is wrong and ends with 1', async () => {
    const cases: readonly (readonly [string, string])[] = [
      [evidence.replace('"amount":5', '"amount":6'), 'at /transaction/header/payloadHash (VAL_HASH_001)'],
      [evidence.replace(/"proposer":"\w{64}"/, `"proposer":"${'0'.repeat(64)}"`), '/docket'],
      ['{}', '(EVIDENCE_INVALID)'],
      ['{"a":1,"a":2}', '(BODY_DUPLICATE_KEY)'],
    ];
    for (const [stdin, said] of cases) {
      const { exit, out, err } = await called(['verify'], {}, { stdin });
      expect([exit, out], said).to.deep.equal([1, '']);
      expect(err).to.contain(said);
    }
    expect((await called(['verify'])).exit).to.equal(2);
  });
});
