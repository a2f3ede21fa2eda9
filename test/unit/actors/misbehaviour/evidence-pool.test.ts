// Evidence between its discovery and its docket: on disk before it is used, once an offence, bounded, and gone with the
// seal.
import { expect } from 'chai';
import { EvidencePool } from '../../../../actors/misbehaviour/evidence-pool.js';
import { EVIDENCE_POOL_MAX } from '../../../../core/base/limits/node/consensus.js';
import { annexEntryOf, type MemberEvidence } from '../../../../core/chain/annex.js';
import type { Docket } from '../../../../core/model/register.js';
import type { Kv, KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { EvidenceRows } from '../../../../storage/tables/node/evidence.js';
import { LIES, liar, lie, voteOf } from '../../../support/register/evidence.js';
import { REGISTER_ID } from '../../../support/register/ledger.js';

const LIAR = liar();
const scene = (height = 1, round = 0) => ({
  registerId: REGISTER_ID,
  genesisHash: '1'.repeat(64),
  rosterHash: '2'.repeat(64),
  height,
  round,
});

/** A journal that writes when it is told to, so that a crash can come before. */
function world(kv: Kv = memoryKv()) {
  const waiting: (() => Promise<void>)[] = [];
  const failed: unknown[] = [];
  const commit = (ops: readonly KvOp[]) =>
    new Promise<void>((resolve) =>
      waiting.push(async () => {
        await kv.write(ops);
        resolve();
      }),
    );
  const pool = new EvidencePool({
    rows: new EvidenceRows(kv),
    journal: { commit },
    onFailed: (error) => failed.push(error),
  });
  const sync = async () => {
    for (const write of waiting.splice(0)) await write();
    await Promise.resolve();
  };
  return { kv, pool, sync, failed };
}

const docketWith = (...some: MemberEvidence[]) => ({ annex: some.map(annexEntryOf) }) as unknown as Docket;

describe('evidence pool', () => {
  for (const kind of LIES)
    it(`keeps ${kind} over a restart, and uses it only once it is on disk`, async () => {
      const { kv, pool, sync } = world();
      const evidence = lie(kind, LIAR, scene());
      const added = pool.add(REGISTER_ID, evidence);
      expect(pool.waiting(REGISTER_ID)).to.deep.equal([]);
      await sync();
      expect(await added).to.equal(true);
      expect(pool.waiting(REGISTER_ID)).to.deep.equal([evidence]);
      const after = world(kv);
      await after.pool.load();
      expect(after.pool.waiting(REGISTER_ID)).to.deep.equal([evidence]);
    });

  it('knows nothing after a crash between the discovery and the disk, and takes it again', async () => {
    const { kv, pool } = world();
    const evidence = lie('DuplicateVote', LIAR, scene());
    void pool.add(REGISTER_ID, evidence);
    const after = world(kv);
    await after.pool.load();
    expect(after.pool.waiting(REGISTER_ID)).to.deep.equal([]);
    const again = after.pool.add(REGISTER_ID, evidence);
    await after.sync();
    expect(await again).to.equal(true);
  });

  it('keeps one proof of an offence, also while the first is on its way', async () => {
    const { pool, sync } = world();
    const evidence = lie('DuplicateVote', LIAR, scene());
    const votes = [voteOf(LIAR, scene(), 'a'), voteOf(LIAR, scene(), 'b')] as const;
    const added = pool.add(REGISTER_ID, evidence);
    expect(await pool.add(REGISTER_ID, { kind: 'DuplicateVote', voter: LIAR.seat.validatorId, votes })).to.equal(false);
    await sync();
    expect(await added).to.equal(true);
    expect(pool.waiting(REGISTER_ID)).to.have.length(1);
  });

  it('holds a bounded number for a register', async () => {
    const { pool, sync } = world();
    const added = Array.from({ length: EVIDENCE_POOL_MAX + 1 }, (_, round) =>
      pool.add(REGISTER_ID, lie('DuplicateVote', LIAR, scene(1, round))),
    );
    await sync();
    const outcomes = await Promise.all(added);
    expect(outcomes.filter((kept) => kept)).to.have.length(EVIDENCE_POOL_MAX);
    expect(outcomes.at(-1)).to.equal(false);
  });

  it('lets go of what a docket sealed, whichever proof of it the docket has', async () => {
    const { kv, pool, sync } = world();
    const kept = lie('LyingRoundChange', LIAR, scene());
    const sealed = lie('DuplicateVote', LIAR, scene());
    const votes = [voteOf(LIAR, scene(), 'a'), voteOf(LIAR, scene(), 'b')] as const;
    for (const one of [kept, sealed]) void pool.add(REGISTER_ID, one);
    await sync();
    expect(pool.sealOps(REGISTER_ID, docketWith())).to.deep.equal([]);
    const other: MemberEvidence = { kind: 'DuplicateVote', voter: LIAR.seat.validatorId, votes };
    await kv.write([...pool.sealOps(REGISTER_ID, docketWith(other))]);
    expect(pool.waiting(REGISTER_ID)).to.deep.equal([kept]);
    const after = world(kv);
    await after.pool.load();
    expect(after.pool.waiting(REGISTER_ID)).to.deep.equal([kept]);
    await kv.write([...pool.forget(REGISTER_ID)]);
    expect(pool.waiting(REGISTER_ID)).to.deep.equal([]);
  });

  it('drops what is spent', async () => {
    const { pool, sync, kv } = world();
    const evidence = lie('DuplicateVote', LIAR, scene());
    void pool.add(REGISTER_ID, evidence);
    await sync();
    pool.drop(REGISTER_ID, [evidence]);
    await sync();
    const after = world(kv);
    await after.pool.load();
    expect(after.pool.waiting(REGISTER_ID)).to.deep.equal([]);
  });
});
