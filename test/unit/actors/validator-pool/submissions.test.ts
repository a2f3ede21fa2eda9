// Which submissions a docket of another member leaves without a chance, and when an expiry is the end.
import { expect } from 'chai';
import { isExpired } from '../../../../actors/validator-pool/outcomes.js';
import { Submissions } from '../../../../actors/validator-pool/submissions.js';
import { issue } from '../../../../core/base/issue.js';
import type { Docket } from '../../../../core/model/register.js';
import { lifeAfter, lifeOf } from '../../../../core/pool/life.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';
import { keyOf, REGISTER_ID, signedTransaction } from '../../../support/node/ledger-world.js';

const clock = new VirtualClock();

function action(note: string, more: { previousTransactionId?: string; instanceId?: string; expiresAt?: string } = {}) {
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
    for (const tx of [parent, rival!, follower]) submissions.add(tx, { priority: 'Normal' }, undefined);
    submissions.add(winner!, { priority: 'Normal' }, undefined).life = lifeOf('here', 'sealing');
    expect(submissions.rivalsOf({ transactions: [winner!] } as unknown as Docket)).to.deep.equal([rival!.txId]);
    expect(submissions.rivalsOf({ transactions: [parent] } as unknown as Docket)).to.deep.equal([]);
  });

  it('names those that open an instance which the docket opens', () => {
    const [winner, rival, other] = ['case-1', 'case-1', 'case-2'].map((instanceId, i) =>
      action(`${i}`, { instanceId }),
    );
    const nameless = action('opens an instance of its own');
    const next = action('comes later', { instanceId: 'case-1', previousTransactionId: winner!.txId });
    const behind = action('3', { instanceId: 'case-1', previousTransactionId: 'a'.repeat(64) });
    const submissions = new Submissions(clock);
    for (const tx of [rival!, other!, nameless, next, behind]) submissions.add(tx, { priority: 'Normal' }, undefined);
    const docket = { transactions: [winner!, action('nameless')] } as unknown as Docket;
    expect(submissions.rivalsOf(docket)).to.deep.equal([rival!.txId, behind.txId]);
  });

  it('leaves out of what is offered again what has expired: only a sealed time ends it', async () => {
    const later = new VirtualClock();
    const submissions = new Submissions(later);
    const long = action('long');
    const short = action('short', { expiresAt: new Date(later.now() + 1000).toISOString() });
    for (const tx of [long, short]) submissions.add(tx, { priority: 'Normal' }, { atMs: later.now() });
    expect(submissions.outstanding().map(({ tx }) => tx.txId)).to.deep.equal([long.txId, short.txId]);
    await later.advance(1000);
    expect(submissions.outstanding().map(({ tx }) => tx.txId)).to.deep.equal([long.txId]);
    expect(submissions.size).to.equal(2);
  });

  it('keeps nobody waiting once the node is about to stop', async () => {
    const submissions = new Submissions(clock);
    const [promised, here, later] = ['promised', 'here', 'later'].map((note) => action(note));
    const at = { atMs: clock.now() };
    const entry = submissions.add(here!, { priority: 'Normal' }, undefined);
    const told: string[] = [];
    const wait = (name: string, one: Parameters<typeof submissions.wait>[0]) =>
      void submissions.wait(one, 40_000).then(({ status }) => told.push(`${name} ${status}`));
    wait('promised', submissions.add(promised!, { priority: 'Normal' }, at));
    wait('here', entry);
    submissions.answerWaiting();
    await clock.settle();
    expect(told, 'nothing is told before its promise is durable').to.deep.equal(['promised pending']);
    submissions.promise(entry);
    wait('later', submissions.add(later!, { priority: 'Normal' }, at));
    await clock.settle();
    expect(told).to.deep.equal(['promised pending', 'here pending', 'later pending']);
  });

  it('tells who brings what is being sealed the end of that seal', async () => {
    const submissions = new Submissions(clock);
    const tx = action('sealed by another member');
    const replay = { status: 'refused', issues: [issue('VAL_REPLAY_001', '', 'Sealed.')] } as const;
    const again = submissions.reject(tx, { priority: 'Normal', waitMs: 0 }, replay);
    const relayed = await submissions.reject(action('x'), { priority: 'Normal', waitMs: 0, relayed: true }, replay);
    expect(relayed.status).to.equal('pending');
    submissions.settle(tx.txId, { status: 'sealed', height: 3, index: 0, docketHash: 'a', sealedAtMs: 1 });
    expect(await again).to.include({ status: 'sealed', height: 3 });
    const wrong = { status: 'refused', issues: [issue('VAL_TIME_001', '', 'Wrong.')], definitive: false } as const;
    const refused = await submissions.reject(tx, { priority: 'Normal', waitMs: 0 }, wrong);
    expect(refused).to.deep.equal(wrong);
    expect(submissions.get(tx.txId)).to.equal(undefined);
  });

  it('promises nothing more to who brings what is about to end, and tells the end', async () => {
    const submissions = new Submissions(clock);
    const entry = submissions.add(action('ends'), { priority: 'Normal' }, { atMs: clock.now() });
    const before = submissions.wait(entry, 100);
    entry.life = lifeAfter(entry.life, 'refuse');
    const outcomes: string[] = [];
    const waiting = [before, submissions.wait(entry, 0)].map((one) => one.then(({ status }) => outcomes.push(status)));
    await clock.advance(200);
    expect(outcomes).to.deep.equal([]);
    submissions.settle(entry.tx.txId, { status: 'refused', issues: [issue('VAL_CHAIN_001', '', 'It never came.')] });
    await Promise.all(waiting);
    expect(outcomes).to.deep.equal(['refused', 'refused']);
    await clock.advance(100);
    expect(clock.armed).to.equal(0);
  });

  it('holds a transaction expired from the moment that it names', () => {
    const at = clock.now() + 1000;
    const tx = action('short', { expiresAt: new Date(at).toISOString() });
    expect(isExpired(tx, at - 1)).to.equal(false);
    expect(isExpired(tx, at)).to.equal(true);
    expect(isExpired(action('long'), at)).to.equal(false);
  });
});
