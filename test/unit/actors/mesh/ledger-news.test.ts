// The steps of the mesh after each announcement of the ledger, against fakes of its parts: in which order, and what it
// forgets.
import { expect } from 'chai';
import { LedgerNews, type LedgerNewsPorts } from '../../../../actors/mesh/ledger-news.js';
import type { Announcement } from '../../../../actors/ports.js';
import type { Transaction } from '../../../../core/model/transaction.js';

const GOVERNANCE = { header: { blueprintId: 'register-governance-v1', actionId: 'approve' } } as Transaction;

interface Given {
  readonly members?: readonly string[];
  /** Whether this node has a seat before the roster is looked at again, and after. */
  readonly seats?: readonly [boolean, boolean];
  readonly failing?: boolean;
}

function bench({ members = ['two', 'three'], seats = [true, true], failing = false }: Given = {}) {
  const calls: string[] = [];
  let isRefreshed = false;
  const note = (name: string) => () => void calls.push(name);
  const later = (name: string) => async () => {
    calls.push(name);
    if (failing) throw new Error(name);
  };
  const ports = {
    log: { warn: note('warn'), error: note('error') },
    ledger: { register: () => ({ id: 'r' }) },
    rosters: {
      peers: () => members,
      isSeated: () => seats[isRefreshed ? 1 : 0],
      refresh: () => {
        isRefreshed = true;
        calls.push('refresh roster');
      },
      forget: note('forget roster'),
    },
    replication: { onSealed: note('replication'), forget: note('forget replication') },
    tipAnnouncer: {
      onSealed: note('tip'),
      tell: (_: object, peers: readonly string[]) => later(`tell ${peers}`)(),
      forget: note('forget tip'),
    },
    tips: { onSealed: () => undefined },
    forwarder: { onSealed: note('forwarder'), watch: note('watch') },
    evidence: { onFaulted: later('faulted'), onStopped: note('evidence stopped') },
    subscriptions: { drop: note('drop'), onResumed: later('resume'), choose: note('choose') },
    divergence: { isFollowed: (_: string, peerId: string) => Boolean(calls.push(`compare ${peerId}`)) },
    votes: { forget: note('forget votes') },
  };
  const news = new LedgerNews(ports as unknown as LedgerNewsPorts);
  return { calls, take: (fact: object) => news.take({ registerId: 'r', ...fact } as Announcement) };
}

const sealed = (...transactions: Transaction[]) => ({ type: 'docket-sealed', height: 1, transactions });

describe('actors/mesh/ledger-news', () => {
  it('tells of a docket after its roster is in force, or members of before would hear of it', () => {
    const { calls, take } = bench();
    take(sealed({ header: { blueprintId: 'b', actionId: '1' } } as Transaction));
    expect(calls).to.deep.equal(['replication', 'tip', 'forwarder']);
    const governed = bench();
    governed.take(sealed(GOVERNANCE));
    expect(governed.calls).to.deep.equal(['refresh roster', 'choose', 'replication', 'tip', 'forwarder']);
  });

  it('goes on as a replica where the node lost its seat', () => {
    const { calls, take } = bench({ seats: [true, false] });
    take(sealed(GOVERNANCE));
    expect(calls.slice(0, 4)).to.deep.equal(['refresh roster', 'warn', 'watch', 'resume']);
    expect(calls).to.not.include('choose');
  });

  it('asks nothing for a register that stands still, and hears of one that goes on', () => {
    const { calls, take } = bench();
    take({ type: 'register-status', status: 'OFFLINE' });
    expect(calls).to.deep.equal(['evidence stopped', 'compare two', 'compare three', 'drop', 'forget replication']);
    const on = bench();
    on.take({ type: 'register-status', status: 'ONLINE' });
    expect(on.calls).to.deep.equal(['watch', 'resume']);
  });

  it('gives the members docket 0 of a register that was founded here, where there are any', () => {
    const { calls, take } = bench();
    take({ type: 'register-created' });
    expect(calls).to.deep.equal(['tell two,three']);
    const alone = bench({ members: [] });
    alone.take({ type: 'register-created' });
    expect(alone.calls).to.be.empty;
  });

  it('forgets all of a register that was deleted, its roster last', () => {
    const { calls, take } = bench();
    take({ type: 'register-deleted' });
    expect(calls).to.deep.equal(['drop', 'forget replication', 'forget tip', 'forget votes', 'forget roster']);
  });

  it('logs what fails, and goes on', async () => {
    const { calls, take } = bench({ failing: true });
    for (const fact of [{ type: 'validator-faulted' }, { type: 'register-created' }]) take(fact);
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).to.deep.equal(['faulted', 'tell two,three', 'error', 'error']);
  });
});
