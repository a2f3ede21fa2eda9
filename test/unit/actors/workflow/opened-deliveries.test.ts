// Deliveries that a node makes by itself: for wallets of its own alone, again where they fail or the wallet is locked,
// and not once nothing waits any more.
import { expect } from 'chai';
import type { Announcement } from '../../../../actors/ports.js';
import { deliveryBranch } from '../../../../actors/workflow/inbox/inbox-row.js';
import type { DeliveryAsk } from '../../../../actors/workflow/moves/delivery/ask.js';
import { OpenedDeliveries } from '../../../../actors/workflow/opened-deliveries.js';
import { issue } from '../../../../core/base/issue.js';
import { OPENED_RETRY_MS, OPENED_WAITING_MAX } from '../../../../core/base/limits/node/inbox.js';
import { fail } from '../../../../core/base/result.js';
import type { WalletStatus } from '../../../../core/wallet/wallet.js';
import { SILENT } from '../../../contract/world/world.js';

const TX = 'ab'.repeat(32);
const branch = deliveryBranch(TX, 2, { role: 'officer', wallet: 'qr1officer' });

function aNode({ fromMs = 0, status = 'Active' as WalletStatus } = {}) {
  const asked: DeliveryAsk[] = [];
  const timers: (() => void)[] = [];
  const at = { status, waits: true, fails: false, nowMs: 1000, reads: 0, left: 0, told: [] as string[] };
  let listen: ((fact: Announcement) => void) | undefined;
  const row = () => ({ pending: at.waits ? [{ branch, sinceMs: 0, wallet: 'own', fromMs }] : [] });
  const delivering = new OpenedDeliveries({
    clock: {
      now: () => at.nowMs,
      steady: () => at.nowMs,
      setTimer: (run: () => void, delayMs: number) => {
        if (delayMs === 0) setImmediate(run);
        else {
          expect(delayMs).to.equal(OPENED_RETRY_MS);
          timers.push(run);
        }
        return { cancel: () => undefined };
      },
    },
    log: SILENT,
    announcements: {
      listen: (to: (fact: Announcement) => void) => {
        listen = to;
        return () => undefined;
      },
    } as never,
    ledger: { register: () => ({ reg: 1 }), registers: () => [{ reg: 1, id: 'register' }] } as never,
    rows: {
      async *allReminders() {
        for (const name of at.told) yield { atMs: 0, reg: 1, instanceId: 'inst', name };
      },
      instances: async () => {
        at.reads += 1;
        return [row()];
      },
    } as never,
    wallets: { find: (name: string) => (name === 'other' ? undefined : { address: name, status: at.status }) } as never,
    workflow: {
      move: async (type: string, ask: DeliveryAsk) => {
        expect(type).to.equal('Delivery');
        asked.push(ask);
        return at.fails
          ? fail(issue('RECIPIENT_KEY_UNKNOWN', '', 'No key.'))
          : { sent: [], refused: [], left: at.left };
      },
    } as never,
  });
  const due = (wallet: string, instanceId = 'inst'): void =>
    listen?.({ type: 'delivery-due', registerId: 'register', instanceId, wallets: [wallet], atMs: 0 });
  const settled = async () => {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  const later = async () => {
    for (const run of timers.splice(0)) run();
    await settled();
  };
  return { at, asked, due, delivering, settled, later };
}

describe('deliveries of what was opened', () => {
  it('are made for wallets of the node, of what was sealed alone', async () => {
    const { asked, due, delivering, settled } = aNode();
    delivering.start();
    due('other');
    due('own');
    due('own');
    await settled();
    expect(asked.map(({ by, automatic, instanceId }) => [by.address, automatic, instanceId])).to.deep.equal([
      ['own', true, 'inst'],
    ]);
    await delivering.stop();
  });

  it('are made once more where more waited than is made at once, whatever the rows say then', async () => {
    const { at, asked, due, delivering, later, settled } = aNode();
    at.left = 3;
    delivering.start();
    due('own');
    await settled();
    Object.assign(at, { left: 0, waits: false });
    await later();
    expect(asked).to.have.lengthOf(2);
    await later();
    expect(asked).to.have.lengthOf(2);
    await delivering.stop();
  });

  it('are made again until nothing waits', async () => {
    const { at, asked, due, delivering, later, settled } = aNode();
    at.fails = true;
    delivering.start();
    due('own');
    await settled();
    await later();
    expect(asked).to.have.lengthOf(2);
    at.waits = false;
    await later();
    await later();
    expect(asked).to.have.lengthOf(2);
    await delivering.stop();
  });

  it('wait for a wallet that is locked, and not for one that is gone', async () => {
    for (const [status, reads] of [
      ['Locked', 2],
      ['Deleted', 1],
    ] as const) {
      const { at, asked, due, delivering, later, settled } = aNode({ status });
      delivering.start();
      due('own');
      await settled();
      await later();
      expect([at.reads, asked.length], status).to.deep.equal([reads, 0]);
      at.status = 'Active';
      await later();
      expect(asked, status).to.have.lengthOf(status === 'Locked' ? 1 : 0);
      await delivering.stop();
    }
  });

  it('are made of no run before it is opened', async () => {
    const { asked, due, delivering, settled } = aNode({ fromMs: 1000 });
    delivering.start();
    due('own');
    await settled();
    expect(asked).to.deep.equal([]);
    await delivering.stop();
  });

  it('are made after a start of what was told of before', async () => {
    const { at, asked, delivering, settled } = aNode();
    at.told.push(`@opened:${branch}:own`, '@opened:x:other', 'a reminder of an action');
    delivering.start();
    await settled();
    expect(asked).to.have.lengthOf(1);
    await delivering.stop();
    const [first] = asked;
    expect(first?.waitMs).to.equal(0);
  });

  it('wait in memory for so many instances, and for no more', async () => {
    const { at, due, delivering, settled, later } = aNode({ status: 'Locked' });
    delivering.start();
    for (let i = 0; i < OPENED_WAITING_MAX + 5; i++) due('own', `inst-${i}`);
    for (let i = 0; i < 200 && at.reads < OPENED_WAITING_MAX; i++) await settled();
    expect(at.reads).to.equal(OPENED_WAITING_MAX);
    at.waits = false;
    await later();
    await delivering.stop();
  });
});
