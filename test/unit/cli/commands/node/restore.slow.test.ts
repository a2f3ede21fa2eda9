// Restoring to a height: what is refused before anything is written, and what goes and stays. The store is sound, and
// closed as long as its votes may be out. The rows after catching up are those of the store that was saved.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { backup } from '../../../../../storage/backup/backup.js';
import { readHead } from '../../../../../storage/chain/chain-read.js';
import { ChainStore } from '../../../../../storage/chain/chain-store.js';
import { Registers } from '../../../../../storage/chain/registers.js';
import type { KvOp } from '../../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { checksumJson } from '../../../../../storage/engine/value.js';
import { bodyKey, heightKey, regKey, rowRange } from '../../../../../storage/keys/chain-keys.js';
import { openStore } from '../../../../../storage/open.js';
import { resealOps } from '../../../../../storage/repair/repair-ops.js';
import { resealing } from '../../../../../storage/repair/reseal-note.js';
import { Idempotency } from '../../../../../storage/tables/accounts/idempotency.js';
import { Blueprints } from '../../../../../storage/tables/workflow/blueprints.js';
import { OperationStore } from '../../../../../storage/tables/workflow/operations.js';
import { RunChecks } from '../../../../../storage/tables/workflow/run-checks.js';
import { called } from '../../../../support/program/command.js';
import { REGISTER_ID } from '../../../../support/register/ledger.js';
import {
  openingSteps,
  REG,
  rowsOf,
  type Saved,
  type SavedOptions,
  savedLedger,
  voteAbove,
  withStoreIn,
} from '../../../../support/register/saved-ledger.js';

const steps = openingSteps([2, 1, 3, 1, 2]);
const HEAD = 6;

/** Rows of drafts that were published: name of the draft, register, TxId and time. */
async function publishedOps(made: readonly (readonly [string, string, string, number])[]): Promise<readonly KvOp[]> {
  const kv = memoryKv();
  const blueprints = new Blueprints(kv, kv);
  for (const [blueprintId, registerId, publicationTxId, publishedAtMs] of made) {
    const before = blueprints.find('org', blueprintId);
    const document = { id: blueprintId, title: 'A draft', description: 'It is published.', participants: [{}, {}] };
    const fresh = { organisationId: 'org', blueprintId, document, revision: 1, createdAtMs: 1, updatedAtMs: 1 };
    await kv.write(before ? [] : blueprints.change(undefined, fresh));
    const publication = { registerId, publicationTxId, execDefHash: '00'.repeat(32), publishedAtMs };
    await kv.write(blueprints.putPublication(before ?? fresh, publication));
  }
  const ops: KvOp[] = [];
  for await (const [key, value] of kv.range({ gte: Uint8Array.of(0), lt: new Uint8Array(64).fill(255) }))
    ops.push({ key, value });
  return ops;
}

const random = { bytes: (length: number) => new Uint8Array(length).fill(7) };
const key = new Uint8Array(32).fill(1);

/** Rows of operations that are complete, by id with register and docket, and an answer that was kept under a key. */
function answeredOps(
  operations: Readonly<Record<string, readonly [registerId: string, height: number]>>,
  txOf: (height: number) => string,
): readonly KvOp[] {
  const kv = memoryKv();
  const store = new OperationStore({ kv, queued: kv, random, key });
  const about = { wallet: 'w', sender: 'w', asker: { id: 'ann' }, blueprintId: 'b', actionId: '1', instanceId: 'i' };
  const common = { ...about, recipients: 1, groups: 1, digest: 'd', state: 'Completed' as const, createdAtMs: 1 };
  const answer = { digest: 'd', status: 200, body: '{}', headers: {}, expiresAtMs: 2 };
  return [
    ...Object.entries(operations).flatMap(([operationId, [registerId, height]]) =>
      store.end({ ...common, operationId, registerId, transactionId: txOf(height), step: 3, completedAtMs: 2 }),
    ),
    new Idempotency({ kv, queued: kv, random, key }).put('ann', 'submit k', answer),
  ];
}

describe('cli/commands/node/restore', () => {
  const kept: Saved[] = [];
  afterEach(() => {
    for (const one of kept.splice(0)) one.remove();
  });
  async function saved(options: Partial<SavedOptions> = {}): Promise<Saved> {
    const one = await savedLedger({ steps, ...options });
    kept.push(one);
    return one;
  }
  const restore = ({ file, root }: Saved, ...words: readonly string[]) =>
    called(['restore', file, '--data-dir', join(root, 'back'), ...words]);
  const to = (height: number | string) => ['--to-height', `${REGISTER_ID}=${height}`];
  const others = { record: { subscribed: true } };

  it('refuses a height that cannot be before anything is written', async () => {
    const one = await saved();
    const bad = [
      ...['-1', '1.5', '01', '', 'x', '1e3', '99999999999999999999'].map((text) => [
        to(text),
        2,
        'expected REGISTER=N',
      ]),
      [['--to-height', '3'], 2, 'expected REGISTER=N'],
      [[...to(1), ...to(2)], 2, 'named twice'],
      [to(HEAD + 1), 1, `up to docket ${HEAD} only`],
      [['--to-height', '0d3c=1'], 1, 'REGISTER_NOT_FOUND'],
      [['--to-height', `${REGISTER_ID.slice(0, 3)}=1`], 1, 'REGISTER_NOT_FOUND'],
      [[...to(2), '--to-height', 'Loans=1'], 1, 'named already'],
    ] as [string[], number, string][];
    for (const [words, exit, text] of bad) {
      const found = await restore(one, ...words, '--yes');
      expect([found.exit, found.err.includes(text)], `${words.join(' ')}: ${found.err}`).to.deep.equal([exit, true]);
      expect(found.err).to.contain('Nothing was written');
      expect(existsSync(join(one.root, 'back'))).to.equal(false);
    }
  });

  it('refuses a docket above damage, and not one below it', async () => {
    const { hash } = steps[3]!.sealed.docket;
    const damage = { key: bodyKey(REG, 3, Buffer.from(hash, 'hex')), value: Buffer.alloc(40, 1) };
    const one = await saved({ ...others, ops: [damage] });
    const found = await restore(one, ...to(4));
    expect([found.exit, existsSync(join(one.root, 'back'))], found.err).to.deep.equal([1, false]);
    expect(found.err).to.contain('Docket 3').and.contain('STORE_DAMAGED');
    expect((await restore(one, ...to(2))).exit).to.equal(0);
  });

  it('says what would go and writes nothing when it is asked to', async () => {
    const one = await saved(others);
    const dry = await restore(one, ...to(2), '--dry-run', '--json');
    expect(dry.exit, dry.err).to.equal(0);
    expect(JSON.parse(dry.out).takenBack).to.deep.equal([
      {
        ...{ registerId: REGISTER_ID, name: 'Loans', headHeight: HEAD, toHeight: 2 },
        ...{ docketsDropped: 4, transactionsDropped: 7, waitsFor: HEAD, forksHistory: false },
      },
    ]);
    for (const text of ['Loans', REGISTER_ID.slice(0, 8), REGISTER_ID.slice(0, 4).toUpperCase()]) {
      const named = await restore(one, '--to-height', `${text}=2`, '--dry-run', '--json');
      expect(named.out, `${text}: ${named.err}`).to.equal(dry.out);
    }
    expect((await restore(one, ...to(2), '--dry-run')).out)
      .to.contain('Nothing was written')
      .and.contain('waits for docket 6');
    expect(existsSync(join(one.root, 'back'))).to.equal(false);
  });

  it('leaves a sound store that keeps its votes and stays closed until it has the rest', async () => {
    const one = await saved(others);
    const done = await restore(one, ...to(2));
    expect(done.exit, done.err).to.equal(0);
    expect(done.err).to.contain('RECOVERY').and.contain('dockets 3 to 6');
    const back = join(one.root, 'back');
    const checked = await called(['check', '--data-dir', back]);
    expect(checked.exit, checked.out).to.equal(0);
    expect(checked.out).to.match(/^sound +3 /m);
    await withStoreIn(back, async ({ kv, journal, fence }) => {
      expect(fence).to.equal('restored');
      const chain = new ChainStore(kv, journal);
      expect(chain.loadState(REG)).to.deep.equal(steps[2]!.after);
      expect(chain.loadRecord(REG)).to.deep.equal(voteAbove(steps));
      expect(resealing(kv, REG)).to.deep.equal({ targetHeight: HEAD, isCleared: true, isTakenBack: true });
      expect(kv.getSync(heightKey('certificate', REG, 3))).to.equal(undefined);
      expect(new RunChecks(kv).cursor(REG)?.dropping).to.equal(true);
      const record = (await Registers.load(kv)).byId(REGISTER_ID);
      expect([record?.status, record?.damage]).to.deep.equal([
        'RECOVERY',
        'taken back to docket 2 by a restore; dockets up to 6 are awaited from other members',
      ]);
    });
  });

  it('forks the history of a register that it decides alone only when it is told so, with its votes', async () => {
    const one = await saved();
    const asked = await restore(one, ...to(2));
    expect([asked.exit, existsSync(join(one.root, 'back'))]).to.deep.equal([2, false]);
    expect(asked.err).to.contain('second history').and.contain('--yes');
    const done = await restore(one, ...to(2), '--yes');
    expect(done.exit, done.err).to.equal(0);
    expect(done.err).to.contain('forks its history');
    await withStoreIn(join(one.root, 'back'), async ({ kv, fence }) => {
      expect([fence, readHead(kv, REG)?.height, resealing(kv, REG)]).to.deep.equal(['restored', 2, undefined]);
      for (const row of ['consensus', 'undecided', 'candidates'] as const)
        expect(kv.getSync(regKey(row, REG)), row).to.equal(undefined);
      for await (const [key] of kv.range(rowRange('body', REG)))
        expect(Buffer.from(key).readBigUInt64BE(5) <= 2n).to.equal(true);
    });
    expect((await called(['check', '--data-dir', join(one.root, 'back')])).exit).to.equal(0);
  });

  it('forgets what drafts say of publications that a fork gives up, and of no others', async () => {
    const txOf = (height: number) => steps[height]?.sealed.docket.transactions[0]?.txId ?? '';
    const drafts = ['stays', 'both', 'goes', 'elsewhere'];
    const one = await saved({
      ops: await publishedOps([
        ['stays', REGISTER_ID, txOf(1), 1],
        ['both', REGISTER_ID, txOf(1), 1],
        ['both', REGISTER_ID, txOf(5), 5],
        ['goes', REGISTER_ID, txOf(4), 4],
        ['elsewhere', 'another', txOf(5), 5],
      ]),
    });
    const marks = async (...words: readonly string[]) => {
      const back = join(one.root, `back${words.length}${words[1]}`);
      const done = await called(['restore', one.file, '--data-dir', back, ...words]);
      expect(done.exit, done.err).to.equal(0);
      let found: unknown;
      await withStoreIn(back, async ({ kv, journal }) => {
        const blueprints = new Blueprints(kv, journal);
        const at = drafts.map((id) => blueprints.find('org', id)?.publishedAtMs);
        found = [at, (await blueprints.publicationsOf('org', 'both', 9)).length, blueprints.totals().published];
      });
      return found;
    };
    expect(await marks(...to(2), '--yes'), 'forked').to.deep.equal([[1, 1, undefined, 5], 1, 3]);
    expect(await marks(...to(HEAD)), 'sealed again').to.deep.equal([[1, 5, 4, 5], 2, 5]);
  });

  it('says of nothing that a fork gives up that it was done: of operations, and of answers under a key', async () => {
    const txOf = (height: number) => steps[height]?.sealed.docket.transactions[0]?.txId ?? '';
    const operations = { stays: [REGISTER_ID, 1], goes: [REGISTER_ID, 5], elsewhere: ['another', 5] } as const;
    const one = await saved({ ops: answeredOps(operations, txOf) });
    const told = async (...words: readonly string[]) => {
      const back = join(one.root, `back${words.length}${words[1]}`);
      const done = await called(['restore', one.file, '--data-dir', back, ...words]);
      expect(done.exit, done.err).to.equal(0);
      let found: unknown;
      await withStoreIn(back, async ({ kv, journal }) => {
        const kept = new OperationStore({ kv, queued: journal, random, key });
        const states = Object.keys(operations).map((id) => [kept.find(id)?.state, kept.find(id)?.issues?.[0]?.code]);
        const answer = new Idempotency({ kv, queued: journal, random, key }).get('ann', 'submit k');
        found = [states, answer?.body, answer?.isBeforeFork];
      });
      return found;
    };
    const done = ['Completed', undefined];
    const failed = ['Failed', 'TRANSACTION_NOT_FOUND'];
    expect(await told(...to(2), '--yes'), 'forked').to.deep.equal([[done, failed, done], '{}', true]);
    expect(await told(...to(HEAD)), 'sealed again').to.deep.equal([[done, done, done], '{}', undefined]);
  });

  it('keeps the votes of a register that is sealed again up to its head', async () => {
    const one = await saved();
    expect((await restore(one, ...to(HEAD))).exit).to.equal(0);
    await withStoreIn(join(one.root, 'back'), async ({ kv, journal }) => {
      expect(new ChainStore(kv, journal).loadRecord(REG)).to.deep.equal(voteAbove(steps));
      expect(resealing(kv, REG)).to.equal(undefined);
    });
  });

  it('is taken back as far by a restore of its own backup, and waits for the same docket', async () => {
    const one = await saved(others);
    await restore(one, ...to(4));
    const again = join(one.root, 'again.backup');
    expect((await called(['backup', again, '--data-dir', join(one.root, 'back')])).exit).to.equal(0);
    const lower = join(one.root, 'lower');
    expect((await called(['restore', again, '--data-dir', lower, ...to(1)])).exit).to.equal(0);
    await withStoreIn(lower, async ({ kv }) => expect(resealing(kv, REG)?.targetHeight).to.equal(HEAD));
  });

  it('leaves what no node starts on when its dockets do not follow by the rules', async () => {
    const one = await saved(others);
    await unsigned(one);
    const found = await restore(one, ...to(3));
    expect(found.exit, found.err).to.equal(1);
    const reopened = openStore(join(one.root, 'back'), { nowMs: 3, onFatal: () => undefined });
    const told = await reopened.then(
      () => 'opened',
      (error: Error) => error.message,
    );
    expect(told).to.contain('restore into this store was not finished');
  });

  it('gives the rows of the saved store once it has caught up, from any height', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        async (counts, at) => {
          const chainSteps = openingSteps(counts);
          const height = at % chainSteps.length;
          const one = await savedLedger({ steps: chainSteps, ...others });
          try {
            expect((await restore(one, ...to(height))).exit).to.equal(0);
            const whole = await withStoreIn(one.data, ({ kv }) => rowsOf(kv));
            const caughtUp = await withStoreIn(join(one.root, 'back'), async ({ kv, journal }) => {
              const chain = new ChainStore(kv, journal);
              for (const step of chainSteps.slice(height + 1))
                await journal.commit(resealOps(chain, { reg: REG, ...step }));
              await journal.whenDrained();
              return rowsOf(kv);
            });
            const differ = [...whole].filter(([key, value]) => caughtUp.get(key) !== value).map(([key]) => key);
            const added = [...caughtUp.keys()].filter((key) => !whole.has(key));
            expect({ differ, added }).to.deep.equal({ differ: [], added: [] });
          } finally {
            one.remove();
          }
        },
      ),
      { numRuns: 12 },
    );
  });

  /** A backup whose hash is right and whose certificate no member signed. */
  async function unsigned(one: Saved): Promise<void> {
    const certificate = { ...steps[2]!.sealed.certificate, signatures: [] };
    await withStoreIn(one.data, async ({ kv, journal }) => {
      await journal.commit([{ key: heightKey('certificate', REG, 2), value: checksumJson(certificate) }]);
      await backup(kv, one.file);
    });
  }
});
