// Evidence of a dispute: offline a reader sees who objected to what, and who said how that ends.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { disputeSaidIn } from '../../../../../core/chain/evidence/dispute.js';
import { type EvidenceProof, verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { issueOf } from '../../../../support/base/results.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { called } from '../../../../support/program/command.js';
import { evidenceIn } from '../../../../support/register/evidence-files.js';
import { alice, bob } from '../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const DEFINITION: JsonObject = {
  ...definitionOf([
    { ...asks({ price: { type: 'integer' } }), ...shows({ y: ['price'] }), ...to(2) },
    { sender: 'y', ...asks({ done: { type: 'integer' } }), ...to() },
  ]),
  participants: [
    { id: 'x', walletAddress: alice.address },
    { id: 'y', walletAddress: bob.address },
  ],
  disputes: { onFault: 'stop', resolver: 'y' },
};

describe('evidence of a dispute', () => {
  it('says who objected to which action, and who said how that ends', async () => {
    const at = new SealedLedger(DEFINITION, [alice, bob]);
    const lie = at.take({ action: 1, by: alice, data: { price: 'ten' }, next: [2] });
    const objection = at.objection({ run: lie, by: bob, ground: 'schema', at: '/price', shown: [[lie, '/price']] });
    at.ledger.seal(objection);
    const word = at.resolution({ objection, by: bob, role: 'y', outcome: 'keep' });
    at.ledger.seal(word);
    const { hash, height } = at.ledger.state;
    const documentAt = (back: number) => evidenceIn(at.ledger, { height: height - back });
    const found = (back: number) =>
      verifyEvidence(documentAt(back), verifySync, { head: { hash, height } }) as EvidenceProof;
    const said = { by: bob.address, instanceId: 'inst-1', actionId: '1' };
    expect(found(1).dispute).to.deep.equal({
      ...{ type: 'Objection', ...said, about: lie.txId, ground: 'schema', at: '/price' },
    });
    expect(found(0).dispute).to.deep.equal({
      ...{ type: 'Resolution', ...said, about: objection.txId, outcome: 'keep', role: 'y' },
    });
    expect(found(0).facts.join()).to.include(`said as y that the dispute of objection ${objection.txId} ends by keep`);
    expect(found(2).dispute).to.equal(undefined);
    const { exit, out } = await called(
      ['verify', '--head', `${hash}@${height}`],
      {},
      { stdin: JSON.stringify(documentAt(0)) },
    );
    expect(exit, out).to.equal(0);
    expect(out).to.match(new RegExp(`resolved by +${bob.address}`));
    const as = (payload: JsonObject) => disputeSaidIn({ ...word, payload } as Transaction);
    expect(issueOf(as({ type: 'resolution', v: 1, outcome: 'forgive', role: 'y' }))).to.include({
      code: 'VAL_SCHEMA_004',
    });
  });
});
