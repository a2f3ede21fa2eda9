// Evidence of deliveries and challenges: offline a reader sees who gave what to whom and when, and a provable one is of
// its sender.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Failure } from '../../../../../core/base/result.js';
import { type DeliverySaid, deliveryFact, deliveryIn } from '../../../../../core/chain/evidence/delivery.js';
import { type EvidenceProof, verifyEvidence } from '../../../../../core/chain/evidence/proof.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { called } from '../../../../support/program/command.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { evidenceIn } from '../../../../support/register/evidence-files.js';
import { alice, bob, wallet } from '../../../../support/register/ledger.js';

const carol = wallet('carol');
const DEFINITION: JsonObject = {
  ...definitionOf([{ ...asks({ price: { type: 'integer' } }), ...shows({ y: ['price'] }), ...to() }]),
  participants: [
    { id: 'x', walletAddress: alice.address },
    { id: 'y', walletAddress: bob.address },
  ],
};

function scene() {
  const at = new DeliveryLedger(DEFINITION, [alice, bob, carol]);
  at.enrol({ a: alice, b: bob, c: carol });
  const one = at.take({ action: 1, by: alice, data: { price: 10 }, next: [] });
  const payload = { type: 'challenge', v: 1, role: 'y' };
  const challenge = at.move('Challenge', { action: 1, by: bob, previous: one.txId, payload });
  at.ledger.seal(challenge);
  const delivery = at.deliver({ by: alice, to: bob, role: 'y', runs: [one], provable: true });
  const proofAt = (height: number) => {
    const document = evidenceIn(at.ledger, { height });
    const { hash } = at.ledger.state;
    return {
      document,
      found: verifyEvidence(document, verifySync, { head: { hash, height: at.ledger.state.height } }),
    };
  };
  return { at, one, challenge, delivery, proofAt, height: at.ledger.state.height };
}

describe('evidence of a delivery', () => {
  it('says who delivered which actions to whom, and who asked for it', async () => {
    const { at, one, proofAt, height } = scene();
    const { document, found } = proofAt(height);
    const { verdict, delivery, facts } = found as EvidenceProof;
    expect(verdict).to.equal('valid');
    const said = { instanceId: 'inst-1', role: 'y', runs: [one.txId] };
    expect(delivery).to.deep.equal({
      ...{ type: 'Delivery', by: alice.address, to: bob.address, isProvable: true, ...said },
    });
    expect(facts.join()).to.include(`delivered 1 transaction to ${bob.address}`);
    expect((proofAt(height - 1).found as EvidenceProof).delivery).to.deep.equal({
      ...{ type: 'Challenge', by: bob.address, ...said },
    });
    expect((proofAt(height - 2).found as EvidenceProof).delivery).to.equal(undefined);
    const head = `${at.ledger.state.hash}@${height}`;
    const { exit, out } = await called(['verify', '--head', head], {}, { stdin: JSON.stringify(document) });
    expect(exit, out).to.equal(0);
    expect(out).to.match(new RegExp(`delivered by +${alice.address}`));
    expect(out).to.match(/provable +yes/);
  });

  it('names the gate whose kept evidence it is about', () => {
    const { challenge, delivery } = scene();
    const said = (tx: Transaction): DeliverySaid => {
      const payload = { ...(tx.payload as JsonObject), gate: 'licence' };
      return deliveryIn({ ...tx, payload }) as DeliverySaid;
    };
    for (const tx of [challenge, delivery]) {
      expect(said(tx)).to.include({ gate: 'licence' });
      expect(deliveryFact(said(tx))).to.include('the evidence of the gate licence of ');
    }
  });

  it('is refused where its proof is of another sender', () => {
    const { delivery } = scene();
    const { proof, ...plain } = delivery.payload as JsonObject;
    const as = (payload: JsonObject) => deliveryIn({ ...delivery, payload } as Transaction);
    expect(as(plain)).to.deep.include({ isProvable: false });
    const { challenge, answer } = proof as { challenge: string; answer: string };
    expect((as({ ...plain, proof: { answer: challenge, challenge: answer } }) as Failure).issue.code).to.equal(
      'VAL_DELIVER_002',
    );
  });
});
