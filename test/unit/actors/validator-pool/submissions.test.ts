// Which submissions a docket of another member leaves without a chance, and when an expiry is the end.
import { expect } from 'chai';
import { isExpired } from '../../../../actors/validator-pool/outcomes.js';
import { Submissions } from '../../../../actors/validator-pool/submissions.js';
import type { Docket } from '../../../../core/register/types.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../../../support/ledger-world.js';
import { VirtualClock } from '../../../support/virtual-clock.js';

const clock = new VirtualClock();

function action(note: string, more: { previousTransactionId?: string; expiresAt?: string } = {}) {
  const createdAt = new Date(clock.now()).toISOString();
  const header = { registerId: REGISTER_ID, blueprintId: 'line', actionId: '1', publicationTxId: 'a'.repeat(64) };
  return signedTransaction(keyOf('sender'), { ...header, createdAt, ...more }, { note });
}

describe('submissions of a pool', () => {
  it('names the rivals of what a docket holds, and nothing else', () => {
    const parent = action('parent');
    const [winner, rival] = ['x', 'y'].map((note) => action(note, { previousTransactionId: parent.txId }));
    const follower = action('z', { previousTransactionId: winner!.txId });
    const submissions = new Submissions(clock);
    for (const tx of [parent, rival!, follower]) submissions.add(tx, 'Normal', undefined);
    submissions.add(winner!, 'Normal', undefined).sealing = true;
    expect(submissions.rivalsOf({ transactions: [winner!] } as unknown as Docket)).to.deep.equal([rival!.txId]);
    expect(submissions.rivalsOf({ transactions: [parent] } as unknown as Docket)).to.deep.equal([]);
  });

  it('holds a transaction expired from the moment that it names', () => {
    const at = clock.now() + 1000;
    const tx = action('short', { expiresAt: new Date(at).toISOString() });
    expect(isExpired(tx, at - 1)).to.equal(false);
    expect(isExpired(tx, at)).to.equal(true);
    expect(isExpired(action('long'), at)).to.equal(false);
  });
});
