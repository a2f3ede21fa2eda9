// Parts of a sealed action shown to an outsider: opened over HTTP, put into evidence, and proven with no key. Nothing
// that was changed passes, and a caller shows nothing that its wallet does not read.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { isFailure } from '../../../core/base/result.js';
import { type EvidenceProof, verifyEvidence } from '../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { ask } from '../ledger/fixtures.js';
import type { Answer } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { aStarted, type Started } from './fixtures.js';

const refusal = ({ status, json }: Answer) => [status, json.code, json.path];

describe('parts of a sealed action over HTTP', () => {
  const world = worldOfAll();
  let begun: Started;
  before(async () => {
    begun = await aStarted(world);
  });

  const open = (body: object, how: Parameters<typeof ask>[3] = {}) =>
    ask(
      world,
      'openInstanceParts',
      {
        params: { instanceId: begun.instanceId },
        body: { txId: begun.transactionId, pointers: ['/amount'], wallet: EXAMPLE.walletAddress, ...body },
      },
      how,
    );

  async function evidence() {
    const params = { registerId: LEDGER.registerId, txId: begun.transactionId };
    return (await ask(world, 'getEvidence', { params })).json;
  }

  it('are proven in an evidence file, and say who stated them', async () => {
    const shown = await open({});
    expect(shown.status, shown.text).to.equal(200);
    const statement = {
      wallet: EXAMPLE.walletAddress,
      instanceId: begun.instanceId,
      actionId: '0',
      parts: [{ pointer: '/amount', value: 3 }],
    };
    expect(shown.json.statement).to.deep.equal(statement);
    const file = { ...(await evidence()), opening: shown.json.opening };
    const proof = verifyEvidence(file, verifySync) as EvidenceProof;
    expect(proof.statement).to.deep.equal(statement);
    expect(proof.facts.at(-1)).to.contain(EXAMPLE.walletAddress);
    expect(verifyEvidence(await evidence(), verifySync)).to.not.have.property('statement');
  });

  it('do not pass with another value, salt, place or transaction', async () => {
    const { opening } = (await open({})).json;
    const at = opening.classes.findIndex((one: object) => 'open' in one);
    const [cell] = opening.classes[at].open;
    const shown = (open: readonly object[]) => ({
      ...opening,
      classes: opening.classes.with(at, { ...opening.classes[at], open }),
    });
    const changed = [
      shown([{ ...cell, value: 4 }]),
      shown([{ ...cell, more: 1 }]),
      shown([{ ...cell, salt: `${cell.salt[0] === 'B' ? 'C' : 'B'}${cell.salt.slice(1)}` }]),
      shown([{ ...cell, pointer: '/price' }]),
      shown([{ ...cell, i: 7 }]),
      shown([cell, cell]),
      shown([]),
      { ...opening, txId: 'ab'.repeat(32) },
      { ...opening, more: 1 },
      { ...opening, classes: [] },
      null,
      [],
    ];
    const whole = await evidence();
    for (const one of changed) {
      const found = verifyEvidence({ ...whole, opening: one }, verifySync);
      if (!isFailure(found)) throw new Error(JSON.stringify(one));
      const { issue } = found;
      expect([issue.code, issue.path.startsWith('/opening')]).to.deep.equal(['EVIDENCE_INVALID', true]);
    }
  });

  it('are refused where the wallet reads nothing of the kind, or is not the caller’s', async () => {
    expect(refusal(await open({ pointers: ['/amount', '/price'] }))).to.deep.equal([
      400,
      'BODY_INVALID',
      '/pointers/1',
    ]);
    expect(refusal(await open({ pointers: [] }))).to.deep.equal([400, 'BODY_INVALID', '/pointers']);
    expect(refusal(await open({ txId: 'ab'.repeat(32) }))).to.deep.equal([404, 'TRANSACTION_NOT_FOUND', '/txId']);
    expect((await open({}, { as: 'user' })).status).to.be.oneOf([403, 404]);
  });
});
