// All statements of an approval are verified, so that no carrier of a vote can change a word of it.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { toBase64, toHex } from '../../../../../core/base/bytes.js';
import { sign, verify } from '../../../../../core/crypto/signing/algorithms.js';
import { type GovernanceApproval, statementDigest } from '../../../../../core/register/governance/operation.js';
import { approvalTask } from '../../../../../core/register/governance/tasks.js';
import { walletDid } from '../../../../../core/register/people/did.js';
import { approval, newMember, operation } from '../../../../support/register/governance.js';
import { AT, alice, NOW, owner, REGISTER_ID } from '../../../../support/register/ledger.js';

describe('core/register/governance/tasks', () => {
  it('verify votes with their comment and time', async () => {
    const said = operation('add-member', newMember(alice, 'Designer'));
    const vote = { approverDid: walletDid(owner.address), isApproval: true, comment: 'known to us', votedAt: AT };
    const digest = statementDigest({ ...vote, registerId: REGISTER_ID, operation: said });
    // The definition, spelled out once more.
    const text = JSON.stringify(Object.fromEntries(Object.entries(said).sort(([a], [b]) => (a < b ? -1 : 1))));
    const more = JSON.stringify({ comment: vote.comment, votedAt: vote.votedAt });
    const parts = ['quorate:governance-approval-remarks:v1', REGISTER_ID, vote.approverDid, 'approve', text, more];
    expect(toHex(digest)).to.equal(createHash('sha256').update(parts.join('\u001f')).digest('hex'));
    const key = { publicKey: toBase64(owner.publicKey), algorithm: owner.algorithm };
    const made: GovernanceApproval = {
      ...vote,
      ...key,
      signature: toBase64(sign(owner.algorithm, owner.privateKey, digest)),
    };
    const holds = (approval: GovernanceApproval) => {
      const task = approvalTask(REGISTER_ID, said, approval);
      return verify(task.algorithm, task.publicKey, task.digest, task.signature);
    };
    const { comment: _, ...silent } = made;
    const { votedAt: __, ...timeless } = made;
    expect(await holds(made)).to.equal(true);
    for (const other of [
      silent,
      timeless,
      { ...made, comment: 'against my will' },
      { ...made, votedAt: new Date(NOW + 1).toISOString() },
    ])
      expect(await holds(other)).to.equal(false);
    const bare = approval(owner, said);
    expect(await holds(bare)).to.equal(true);
    expect(await holds({ ...bare, comment: 'put into my mouth' })).to.equal(false);
  });
});
