// Room for proofs that stop nothing: bounded, the oldest out, and none that is about what is sealed here makes room for
// one that is not.
import { expect } from 'chai';
import { ForkClaims } from '../../../../actors/misbehaviour/fork-claims.js';
import type { Log } from '../../../../actors/ports.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { FORK_CLAIMS } from '../../../../core/base/limits/node/consensus.js';
import type { ForkProof } from '../../../../core/mesh/frames.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { openStoreOn } from '../../../../storage/open.js';
import { EvidenceRows } from '../../../../storage/tables/node/evidence.js';

const QUIET: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => QUIET };
const ID = '00000000-0000-4000-8000-000000000001';
const ids = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function proof(name: string): ForkProof {
  const certificate = (branch: string) => ({
    ...{ kind: 'COMMIT' as const, height: 1, round: 0, signatures: [] },
    ...{ docketHash: sha256Hex(`${branch} ${name}`), rosterHash: sha256Hex('roster') },
  });
  return { registerId: ID, headers: [null, null], certificates: [certificate('a'), certificate('b')] };
}

async function store(kv = memoryKv()) {
  const { journal } = await openStoreOn(kv, { nowMs: 0, onFatal: () => undefined });
  const rows = new EvidenceRows(kv);
  const claims = new ForkClaims({ rows, journal, log: QUIET });
  await claims.load();
  const add = (name: string, isHere: boolean, registerId = ID) =>
    claims.add(registerId, proof(name), { signers: [sha256Hex(name)], isHere });
  const names = (registerId = ID) => claims.of(registerId).map(({ signers }) => signers[0]);
  return { kv, rows, claims, add, names };
}

describe('proofs that stop nothing', () => {
  it('of past keys make room for each other, the oldest first, and never for what was put out before', async () => {
    const { kv, claims, add, names } = await store();
    const past = Array.from({ length: FORK_CLAIMS.register + 8 }, (_, i) => `past ${i}`);
    for (const name of past) await add(name, false);
    expect(names()).to.deep.equal(past.slice(8).map((name) => sha256Hex(name)));
    expect(claims.isSpent(ID, { signers: [sha256Hex('past 0')], isHere: false })).to.equal(true);
    await add('past 0', false);
    expect(names()).to.have.length(FORK_CLAIMS.register).and.not.include(sha256Hex('past 0'));
    const after = await store(kv);
    expect(after.names()).to.deep.equal(names());
    for (const op of claims.forget(ID)) expect(op.value).to.equal(undefined);
  });

  it('keep those about what is sealed here, from however many past keys', async () => {
    const { add, names, claims } = await store();
    for (let i = 0; i < FORK_CLAIMS.register; i++) await add(`past ${i}`, false);
    await add('member', true);
    for (let i = 0; i < 40; i++) await add(`later ${i}`, false);
    expect(names()).to.have.length(FORK_CLAIMS.register).and.include(sha256Hex('member'));
    for (let i = 1; i < FORK_CLAIMS.register; i++) await add(`member ${i}`, true);
    expect(claims.isSpent(ID, { signers: [sha256Hex('one more')], isHere: false })).to.equal(true);
    await add('one more', false);
    expect(names()).to.not.include(sha256Hex('one more'));
    await add('the newest member', true);
    expect(names()).to.have.length(FORK_CLAIMS.register).and.include(sha256Hex('the newest member'));
    expect(names()).to.not.include(sha256Hex('member'));
  });

  it('of one register do not keep out those about what is sealed in another', async () => {
    const { add, names, rows } = await store();
    const full = FORK_CLAIMS.node / FORK_CLAIMS.register;
    for (let n = 1; n <= full; n++)
      for (let i = 0; i < FORK_CLAIMS.register; i++) await add(`past ${n} ${i}`, false, ids(n));
    await add('elsewhere', false, ids(full + 1));
    expect(names(ids(full + 1))).to.deep.equal([]);
    await add('member', true, ids(full + 1));
    expect(names(ids(full + 1))).to.deep.equal([sha256Hex('member')]);
    let count = 0;
    for await (const _ of rows.claims()) count++;
    expect(count).to.equal(FORK_CLAIMS.node);
  });
});
