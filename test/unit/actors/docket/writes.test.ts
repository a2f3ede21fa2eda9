// The writes of a drain, on a real store: bodies that had to make room are gone in the batch of the record that names
// no other; those that are voted for stay whatever the order of the steps. A crash never finds a record whose body is
// gone.
import { expect } from 'chai';
import { Writes } from '../../../../actors/docket/writes.js';
import { freshRecord, tipOf } from '../../../../core/consensus/state.js';
import type { ConsensusRecord } from '../../../../core/consensus/types.js';
import type { Docket } from '../../../../core/model/register.js';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { hasStrays } from '../../../../storage/repair/stray-bodies.js';
import { aChain, aTransaction, nextStep } from '../../../support/register/a-chain.js';

const REG = 7;
const [genesis] = aChain(1, 1);
const step = (n: number) => nextStep(genesis!.after, [aTransaction({ n: 100 + n }), aTransaction({ n: 200 + n })], n);
const dockets = [1, 2, 3, 4].map((n) => step(n).sealed.docket);
const [first, second, third, fourth] = dockets as [Docket, Docket, Docket, Docket];
const record = freshRecord(tipOf(genesis!.sealed)) as ConsensusRecord;

function open(kv: MemoryKv = memoryKv()) {
  const journal = new Journal(kv, {
    onFatal: (error) => {
      throw error;
    },
  });
  const chain = new ChainStore(kv, journal);
  const body = (docket: Docket) => ({ kind: 'body', docket }) as const;
  const kept = (...some: Docket[]) => ({ kind: 'tidy', height: 1, kept: some.map(({ hash }) => hash) }) as const;
  const held = () => dockets.filter(({ hash }) => chain.loadBody(REG, 1, hash) !== undefined);
  const drain = async (...writes: Parameters<Writes['add']>[0][]) => {
    const one = new Writes({ journal, chain }, REG);
    for (const write of writes) one.add(write);
    await one.commit();
  };
  return { kv, journal, chain, body, kept, held, drain };
}

describe('actors/docket/writes', () => {
  let place: ReturnType<typeof open>;
  beforeEach(async () => {
    place = open();
    await place.journal.commit(place.chain.sealOps({ reg: REG, ...genesis! }));
  });

  it('delete bodies that make room, with their transactions, also those of an earlier run', async () => {
    const { kv, drain, body, kept } = place;
    await drain(body(first), body(second), { kind: 'record', record });
    const again = open(kv);
    await again.drain(body(third), { kind: 'record', record }, kept(third));
    expect(again.held()).to.deep.equal([third]);
    expect(await hasStrays(kv, REG, async () => undefined)).to.equal(false);
    // As if the other two had never been stored.
    const clean = open();
    await clean.journal.commit(clean.chain.sealOps({ reg: REG, ...genesis! }));
    await clean.drain(body(third), { kind: 'record', record });
    expect(await rows(kv)).to.deep.equal(await rows(clean.kv));
  });

  it('keep what a later step of the same drain votes for, and what it stores again', async () => {
    const { drain, body, kept, held } = place;
    await drain(body(first), body(second), { kind: 'record', record });
    await drain(
      body(third),
      { kind: 'record', record },
      kept(second, third),
      body(first),
      { kind: 'record', record },
      body(fourth),
      { kind: 'record', record },
    );
    expect(held()).to.deep.equal([first, second, third, fourth]);
    await drain(body(first), { kind: 'record', record }, kept(first, second), { kind: 'record', record }, kept(second));
    expect(held()).to.deep.equal([second]);
  });

  it('delete nothing before the record that names no other is written', async () => {
    const { kv, drain, body, kept } = place;
    await drain(body(first), { kind: 'record', record });
    const batches: boolean[][] = [];
    const write = kv.write.bind(kv);
    kv.write = (ops) => {
      const has = (key: string, isGone: boolean) =>
        ops.some((op) => op.key[0] === key.charCodeAt(0) && (op.value === undefined) === isGone);
      batches.push([has('B', true), has('c', false)]);
      return write(ops);
    };
    await drain(body(second), { kind: 'record', record: { ...record, round: 1 } }, kept(second));
    expect(batches.filter(([isGone]) => isGone)).to.deep.equal([[true, true]]);
  });

  it('leave what has the key of a body that stays', async () => {
    const { drain, body, kept, held } = place;
    await drain(body(first), { kind: 'record', record });
    // Eight bytes of a hash are its key: two dockets that share them can be made.
    const twin = { ...second, hash: first.hash.slice(0, 16) + second.hash.slice(16) };
    await drain(body(second), { kind: 'record', record }, kept(twin));
    expect(held()).to.deep.equal([first]);
  });

  it('of a seal delete every loser, whatever had to make room before', async () => {
    const { journal, chain, drain, body, kept, held } = place;
    await drain(body(first), body(second), { kind: 'record', record });
    const winner = step(1);
    const one = new Writes({ journal, chain }, REG);
    one.add(body(third));
    one.add({ kind: 'record', record });
    one.add(kept(first, third));
    await one.seal(chain.sealOps({ reg: REG, ...winner }), freshRecord(tipOf(winner.sealed)));
    expect(held()).to.deep.equal([first]);
    expect(chain.loadState(REG)?.height).to.equal(1);
    expect(await chain.undecidedRegisters()).to.deep.equal([]);
  });
});

/** Every row but the journal's ring. */
async function rows(kv: MemoryKv): Promise<string[]> {
  const found: string[] = [];
  for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(255) }))
    if (key[0] !== 'j'.charCodeAt(0))
      found.push(`${Buffer.from(key).toString('hex')}=${Buffer.from(value).toString('hex')}`);
  return found;
}
