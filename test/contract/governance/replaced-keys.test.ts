// Changes that governance made to the record of a participant, as its reader is shown them: which key took the place of
// which, when, and by which transaction.
import { expect } from 'chai';
import { toBase64 } from '../../../core/base/bytes.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { sign } from '../../../core/crypto/signing/algorithms.js';
import { GOVERNANCE_BLUEPRINT, statementDigest } from '../../../core/register/governance/operation.js';
import { replacementDigest } from '../../../core/register/governance/replacement.js';
import { walletDid } from '../../../core/register/people/did.js';
import { operation } from '../../support/register/governance.js';
import { submission, type Wallet, wallet } from '../../support/register/ledger.js';
import { step } from '../../support/register/people.js';
import { ask, buyer, seller, stranger } from '../ledger/fixtures.js';
import { draftRegister, said } from '../people/draft-register.js';
import { worldOfAll } from '../world/world-of.js';

const TALK = {
  language: 2,
  title: 'Talk',
  description: 'One asks.',
  participants: [{ id: 'asks' }, { id: 'answers' }],
  actions: [step(1, 'asks', [], { isStartingAction: true })],
} as unknown as JsonObject;

describe('keys that governance replaced', () => {
  const world = worldOfAll();

  async function governed() {
    const at = await draftRegister(world, TALK);
    const { registerId } = at;
    const now = () => new Date(world.deps.clock.now()).toISOString();
    /** An act of the owner, whose word alone is the quorum. */
    const act = async (type: 'replace-wallet' | 'revoke-participant', members: JsonObject) => {
      const proposed = { ...operation(type, members, buyer), proposedAt: now() };
      const approverDid = walletDid(buyer.address);
      const digest = statementDigest({ registerId, approverDid, isApproval: true, operation: proposed });
      const vote = { approverDid, isApproval: true, publicKey: toBase64(buyer.publicKey), algorithm: buyer.algorithm };
      const approvals = [{ ...vote, signature: toBase64(sign(buyer.algorithm, buyer.privateKey, digest)) }];
      const tx = submission(
        {
          ...{ registerId, blueprintId: GOVERNANCE_BLUEPRINT, actionId: type, senderWallet: buyer.address },
          ...{
            createdAt: now(),
            metadata: { Type: 'Control' },
            payload: { operation: proposed, approvals } as unknown as Json,
          },
        },
        [buyer],
      );
      expect(said(await at.submit(tx))).to.equal('200 sealed');
      return tx.transactionId;
    };
    const replace = (participantId: string, of: Wallet, by: Wallet) => {
      const key = { publicKey: toBase64(by.publicKey), algorithm: by.algorithm };
      const put = { participantId, replaces: of.address, ...key };
      const walletProof = toBase64(sign(by.algorithm, by.privateKey, replacementDigest({ registerId, ...put })));
      return act('replace-wallet', { ...put, walletProof });
    };
    const read = async (participantId: string) =>
      (await ask(world, 'getParticipant', { params: { registerId, participantId } })).json;
    return { at, act, replace, read };
  }

  const keyOf = ({ address: walletAddress, publicKey, algorithm }: Wallet) => ({
    ...{ walletAddress, publicKey: toBase64(publicKey), algorithm },
  });

  it('are shown with the record, newest first, and stay when its next version is published', async () => {
    const { at, act, replace, read } = await governed();
    const [fresh, third] = [wallet('fresh of governance'), wallet('third of governance')];
    const other = await at.record('b', [stranger]);
    const first = await at.record('a', [seller]);
    expect([said(other), said(first)]).to.deep.equal(['200 sealed', '200 sealed']);
    expect(await read('a')).to.not.have.property('governed');
    const one = await replace('a', seller, fresh);
    const two = await replace('a', fresh, third);
    const shown = await read('a');
    expect(shown.history).to.have.length(1);
    expect(shown.latest.addresses[0].walletAddress).to.equal(third.address);
    expect(shown.governed.map(({ sealedAt, proposalId, ...act }: JsonObject) => act)).to.deep.equal([
      { operationType: 'replace-wallet', transactionId: two, oldKey: keyOf(fresh), newKey: keyOf(third) },
      { operationType: 'replace-wallet', transactionId: one, oldKey: keyOf(seller), newKey: keyOf(fresh) },
    ]);
    const history = await ask(world, 'getGovernanceHistory', { params: { registerId: at.registerId } });
    expect(history.json.items.map(({ sealedAt, txId }: JsonObject) => [txId, sealedAt])).to.deep.equal(
      shown.governed.map(({ sealedAt, transactionId }: JsonObject) => [transactionId, sealedAt]),
    );
    const next = await at.record('a', [third], { version: 2, after: first.json.transactionId });
    expect(said(next)).to.equal('200 sealed');
    expect((await read('a')).governed).to.deep.equal(shown.governed);
    const ended = await act('revoke-participant', { participantId: 'a' });
    const { latest, governed: acts } = await read('a');
    expect(latest.status).to.equal('Revoked');
    expect(acts).to.have.length(3);
    expect(acts[0]).to.deep.include({ operationType: 'revoke-participant', transactionId: ended });
    expect(acts[0]).to.not.have.any.keys('oldKey', 'newKey');
    expect(await read('b'), 'of another participant').to.not.have.property('governed');
  });
});
