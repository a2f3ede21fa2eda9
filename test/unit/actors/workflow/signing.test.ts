// Moves that go to many wallets: what is costly of sealing them is done a few wallets at a time.
import { expect } from 'chai';
import { Agreements } from '../../../../actors/workflow/agreements.js';
import { agreeInTurns, sealNow } from '../../../../actors/workflow/signing.js';
import { sha256 } from '../../../../core/base/hash.js';
import { isIssues } from '../../../../core/base/issue.js';
import { ENCRYPTED_AT_ONCE_RECIPIENTS_MAX } from '../../../../core/base/limits.js';
import type { GroupContent } from '../../../../core/disclosure/seal.js';
import { aWallet, CONTEXT, opened } from '../../../support/disclosure.js';

const wallets = Array.from({ length: 2 * ENCRYPTED_AT_ONCE_RECIPIENTS_MAX + 1 }, (_, i) => aWallet(`reader ${i}`));
const keys = wallets.map(({ key }) => key);

function world() {
  let drawn = 0;
  /** How many agreements there were whenever others had their turn. */
  const turns: number[] = [];
  const clock = {
    now: () => 0,
    setTimer: (run: () => void) => {
      turns.push(drawn);
      queueMicrotask(run);
      return { cancel: () => undefined };
    },
  };
  const agreements = new Agreements({ clock, random: { bytes: () => sha256(`draw ${drawn++}`) } });
  return { ports: { agreements, clock }, turns, drawn: () => drawn };
}

describe('signing', () => {
  it('agrees with many wallets in turns, and sealing finds it done', async () => {
    const { ports, turns, drawn } = world();
    const groups: readonly GroupContent[] = [
      { fields: { reason: 'no' }, recipients: keys },
      { fields: { more: 1 }, recipients: keys.slice(3) },
    ];
    await agreeInTurns(ports, 'ada', { groups });
    const most = ENCRYPTED_AT_ONCE_RECIPIENTS_MAX;
    expect(turns).to.deep.equal([most, 2 * most, 2 * most + 1]);
    const envelope = sealNow(ports, 'ada', { context: CONTEXT, groups, entropy: sha256('entropy') });
    expect(drawn()).to.equal(keys.length);
    if (isIssues(envelope)) throw new Error(envelope[0]?.message);
    const groupsOf = wallets.map((wallet) => opened(envelope, wallet).length);
    expect(groupsOf).to.deep.equal(wallets.map((_, i) => (i < 3 ? 1 : 2)));
  });

  it('waits for nothing where there are few', async () => {
    const { ports, turns, drawn } = world();
    await agreeInTurns(ports, 'ada', { groups: [{ fields: {}, recipients: keys.slice(0, 20) }] });
    expect([turns, drawn()]).to.deep.equal([[], 0]);
  });
});
