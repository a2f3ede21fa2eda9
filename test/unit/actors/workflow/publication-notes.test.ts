// Publications are noted with their drafts when they are sealed: at once, on the announcement, by the sweep, and after
// a restart; what never comes is forgotten.
import { expect } from 'chai';
import { announcementHub } from '../../../../actors/announcements.js';
import type { Announcement } from '../../../../actors/ports.js';
import { PublicationNotes } from '../../../../actors/workflow/publication-notes.js';
import { PUBLICATION_EXPECTED_MS } from '../../../../core/base/limits/node/designs.js';
import type { Log } from '../../../../core/base/ports.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import {
  Blueprints,
  type ExpectedPublication,
  type StoredDraft,
} from '../../../../storage/tables/workflow/blueprints.js';

const REGISTER = '0b7d2a2e-6a3f-4a44-9a7f-1a1f52b1f001';
const TX = 'ab'.repeat(32);
const DRAFT: StoredDraft = {
  organisationId: 'org',
  blueprintId: 'order',
  document: { id: 'order', title: 'Order' },
  revision: 1,
  createdAtMs: 1,
  updatedAtMs: 1,
};
const EXPECTED: ExpectedPublication = {
  organisationId: 'org',
  blueprintId: 'order',
  registerId: REGISTER,
  publicationTxId: TX,
  execDefHash: 'cd'.repeat(32),
  sinceMs: 1000,
};

async function aStore() {
  const kv = memoryKv();
  const blueprints = new Blueprints(kv, kv);
  await kv.write(blueprints.change(undefined, DRAFT));
  const sealed = new Map<string, number>();
  const receipts = new Map<string, string>();
  const errors: object[] = [];
  const log: Log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (fields) => void errors.push(fields),
    child: () => log,
  };
  const world = { nowMs: 1000, hasRegister: true, commitFails: false };
  const announcements = announcementHub(log);
  const notes = () =>
    new PublicationNotes({
      clock: { now: () => world.nowMs },
      log,
      announcements,
      ledger: {
        register: (id) => (world.hasRegister && id === REGISTER ? ({ reg: 7 } as never) : undefined),
        receipt: (_id, txId) => (receipts.has(txId) ? ({ status: receipts.get(txId) } as never) : undefined),
      },
      chain: {
        transaction: (reg, txId) =>
          reg === 7 && sealed.has(txId) ? ({ timestampMs: sealed.get(txId) } as never) : undefined,
      },
      blueprints,
      commit: async (ops) => {
        if (world.commitFails) throw new Error('the disk is full');
        await kv.write(ops);
      },
    });
  const announce = async (txId: string): Promise<void> => {
    announcements.announce({
      type: 'docket-sealed',
      registerId: REGISTER,
      height: 1,
      hash: 'ef'.repeat(32),
      transactions: [{ txId }],
      timestampMs: 5000,
    } as unknown as Announcement);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const noted = async (): Promise<number[]> =>
    (await blueprints.publicationsOf('org', 'order', 10)).map(({ publishedAtMs }) => publishedAtMs);
  const waiting = async (): Promise<number> => (await blueprints.expectedPublications(10)).length;
  return { world, notes, sealed, receipts, announce, noted, waiting, blueprints, errors };
}

describe('actors/workflow/publication-notes', () => {
  it('notes what its publisher waited for', async () => {
    const { notes, sealed, noted, waiting, blueprints } = await aStore();
    const made = notes();
    await made.start();
    await made.expect(EXPECTED);
    expect([await noted(), await waiting()]).to.deep.equal([[], 1]);
    sealed.set(TX, 5000);
    await made.settle(EXPECTED);
    await made.settle(EXPECTED);
    expect([await noted(), await waiting()]).to.deep.equal([[5000], 0]);
    expect(blueprints.find('org', 'order')?.publishedAtMs).to.equal(5000);
    expect(blueprints.totals().published).to.equal(1);
  });

  it('notes what is sealed later, and nothing before', async () => {
    const { notes, sealed, announce, noted, waiting } = await aStore();
    const made = notes();
    await made.start();
    await made.expect(EXPECTED);
    await made.settle(EXPECTED);
    await announce('00'.repeat(32));
    expect([await noted(), await waiting()]).to.deep.equal([[], 1]);
    sealed.set(TX, 5000);
    await announce(TX);
    expect([await noted(), await waiting()]).to.deep.equal([[5000], 0]);
  });

  it('notes publications that were sealed while no part listened: after a restart, and by the sweep', async () => {
    const { notes, sealed, noted, waiting } = await aStore();
    const before = notes();
    await before.start();
    await before.expect(EXPECTED);
    before.stop();
    const still = notes();
    await still.start();
    expect([await noted(), await waiting()]).to.deep.equal([[], 1]);
    sealed.set(TX, 5000);
    still.stop();
    const after = notes();
    await after.start();
    expect([await noted(), await waiting()]).to.deep.equal([[5000], 0]);
    await still.sweep();
    expect(await noted()).to.deep.equal([5000]);
  });

  it('hears nothing once it is stopped', async () => {
    const { notes, sealed, announce, noted } = await aStore();
    const made = notes();
    await made.start();
    await made.expect(EXPECTED);
    made.stop();
    sealed.set(TX, 5000);
    await announce(TX);
    expect(await noted()).to.deep.equal([]);
  });

  it('forgets what cannot come any more, and not what still may', async () => {
    const { world, notes, receipts, waiting } = await aStore();
    const made = notes();
    await made.start();
    await made.expect(EXPECTED);
    receipts.set(TX, 'pending');
    world.nowMs += PUBLICATION_EXPECTED_MS;
    await made.sweep();
    expect(await waiting()).to.equal(1);
    receipts.set(TX, 'refused');
    await made.sweep();
    expect(await waiting()).to.equal(0);
    await made.expect({ ...EXPECTED, sinceMs: world.nowMs });
    await made.sweep();
    expect(await waiting()).to.equal(1);
    world.hasRegister = false;
    await made.sweep();
    expect(await waiting()).to.equal(0);
    // One that was made under a clock that was ahead is not waited for until then.
    world.hasRegister = true;
    await made.expect({ ...EXPECTED, sinceMs: world.nowMs + PUBLICATION_EXPECTED_MS });
    await made.sweep();
    expect(await waiting()).to.equal(0);
  });

  it('forgets a publication whose draft is gone', async () => {
    const { notes, sealed, noted, waiting } = await aStore();
    const made = notes();
    const other = { ...EXPECTED, blueprintId: 'gone' };
    await made.start();
    await made.expect(other);
    sealed.set(TX, 5000);
    await made.sweep();
    expect([await noted(), await waiting()]).to.deep.equal([[], 0]);
  });

  it('keeps what could not be written for the next time', async () => {
    const { world, notes, sealed, announce, noted, errors } = await aStore();
    const made = notes();
    await made.start();
    await made.expect(EXPECTED);
    sealed.set(TX, 5000);
    world.commitFails = true;
    await announce(TX);
    expect([await noted(), errors.length]).to.deep.equal([[], 1]);
    world.commitFails = false;
    await made.sweep();
    expect(await noted()).to.deep.equal([5000]);
  });
});
