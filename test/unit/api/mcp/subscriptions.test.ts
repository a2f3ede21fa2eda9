// Subscriptions of assistants: who hears of a change, who does not any more, and what becomes of a client that takes
// nothing.
import { expect } from 'chai';
import { announcementHub } from '../../../../actors/announcements.js';
import type { Announcement } from '../../../../actors/ports.js';
import { ANONYMOUS } from '../../../../api/auth/caller.js';
import type { ApiDeps } from '../../../../api/deps/deps.js';
import { topicsChangedBy } from '../../../../api/mcp/changes.js';
import { ResourceSubscriptions } from '../../../../api/mcp/subscriptions.js';
import { issue } from '../../../../core/base/issue.js';
import { HUB_LOOK_MS, HUB_SILENCE_MS } from '../../../../core/base/limits/node/hubs.js';
import type { Log } from '../../../../core/base/ports.js';
import { fail } from '../../../../core/base/result.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const ignore = (): void => undefined;
const SILENT: Log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => SILENT };
const URI = 'quorate://registers/r1';
const SYNC: Announcement = { type: 'register-sync', registerId: 'r1', syncState: 'synced' };

describe('subscriptions of assistants', () => {
  function world() {
    const clock = new VirtualClock();
    const announcements = announcementHub(SILENT);
    const state = { isBlocked: false, isLost: false, mayRead: true, told: [] as string[], ends: 0 };
    const watchers: (() => void)[] = [];
    const gone = issue('TOKEN_REVOKED', '', 'gone');
    const deps = {
      ...{ clock, announcements, log: SILENT },
      sessions: {
        watch: (watcher: () => void) => {
          watchers.push(watcher);
          return ignore;
        },
      },
      tokens: { standing: () => (state.isLost ? gone : undefined) },
    } as unknown as ApiDeps;
    const row = { operations: [], follow: () => (state.mayRead ? 'register:r1' : fail(gone)) };
    const subscriptions = new ResourceSubscriptions({
      deps,
      resources: { find: () => ({ row: row as never, names: {} }) },
    });
    const sink = {
      tell: (uri: string) => void state.told.push(uri),
      isBlocked: () => state.isBlocked,
      end: () => void state.ends++,
    };
    const listener = { caller: ANONYMOUS, address: '192.0.2.7' };
    const end = subscriptions.begin(listener, new Map([[URI, 'register:r1']]), sink);
    return { clock, announcements, state, watchers, subscriptions, listener, end };
  }

  it('tell a change once for all facts of a turn, and nothing of another resource', async () => {
    const { clock, announcements, state } = world();
    announcements.announce(SYNC);
    announcements.announce(SYNC);
    announcements.announce({ ...SYNC, registerId: 'r2' });
    await clock.advance(1);
    expect(state.told).to.deep.equal([URI]);
  });

  it('tell nobody who lost the right meanwhile, and nothing once the client left', async () => {
    const { clock, announcements, state, end, subscriptions, listener } = world();
    state.mayRead = false;
    announcements.announce(SYNC);
    await clock.advance(1);
    expect(state.told).to.deep.equal([]);
    expect((await subscriptions.admit([URI], listener)).size).to.equal(0);
    state.mayRead = true;
    expect([...(await subscriptions.admit([URI, URI], listener)).keys()]).to.deep.equal([URI]);
    end();
    announcements.announce(SYNC);
    await clock.advance(HUB_LOOK_MS * 2);
    expect([state.told, clock.armed]).to.deep.equal([[], 0]);
  });

  it('end with the token: when it is revoked, and when it has expired', async () => {
    const revoked = world();
    revoked.state.isLost = true;
    for (const watcher of revoked.watchers) watcher();
    expect(revoked.state.ends).to.equal(1);
    const expired = world();
    expired.state.isLost = true;
    await expired.clock.advance(HUB_LOOK_MS);
    expect(expired.state.ends).to.equal(1);
  });

  it('wait for a client that takes nothing, and send it away after a while', async () => {
    const { clock, announcements, state } = world();
    state.isBlocked = true;
    announcements.announce(SYNC);
    await clock.advance(HUB_LOOK_MS);
    expect([state.told, state.ends]).to.deep.equal([[], 0]);
    state.isBlocked = false;
    await clock.advance(HUB_LOOK_MS);
    expect(state.told).to.deep.equal([URI]);
    state.isBlocked = true;
    announcements.announce(SYNC);
    await clock.advance(HUB_SILENCE_MS + 2 * HUB_LOOK_MS);
    expect([state.told, state.ends]).to.deep.equal([[URI], 1]);
  });

  it('end when the node does', () => {
    const { state, subscriptions } = world();
    subscriptions.close();
    expect(state.ends).to.equal(1);
  });

  it('come from facts about registers, instances and inboxes', () => {
    const transactions = [{ header: { instanceId: 'i1' } }, { header: { instanceId: 'i1' } }, { header: {} }] as never;
    const sealed = {
      type: 'docket-sealed',
      registerId: 'r1',
      height: 1,
      hash: '',
      transactions,
      timestampMs: 0,
    } as const;
    expect(topicsChangedBy(sealed)).to.deep.equal(['register:r1', 'instance:i1']);
    const completed = { type: 'workflow-completed', registerId: 'r1', instanceId: 'i1', wallets: [], atMs: 0 } as const;
    expect(topicsChangedBy(completed)).to.deep.equal(['instance:i1']);
    expect(topicsChangedBy({ type: 'inbox-unread-count', platformUserId: 'p', unread: 0 })).to.deep.equal(['inbox:p']);
    expect(topicsChangedBy({ type: 'register-created', registerId: 'r', name: 'n', tenantId: 't' })).to.deep.equal([]);
  });
});
