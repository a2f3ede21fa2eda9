// Bodies that no seal will delete any more are found, and nothing else is: not a sealed one, not one that its list
// names, not one that a seal has just deleted. A crash between a vote and its seal leaves none.
import { expect } from 'chai';
import { ChainStore } from '../../../../storage/chain/chain-store.js';
import { decodeCandidates } from '../../../../storage/chain/rows.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { Kv } from '../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { regKey } from '../../../../storage/keys/chain-keys.js';
import { deleteBodyOps, relistOps, type StrayBody, strayBodies } from '../../../../storage/repair/stray-bodies.js';
import { aChain, aTransaction, type ChainStep, nextStep } from '../../../support/register/a-chain.js';

const REG = 3;
const LIST = regKey('candidates', REG);
const steps = aChain(3, 2);
const tip = steps[2]!;
const winner = nextStep(tip.after, [aTransaction({ n: 100 })]);
const rivals = [
  nextStep(tip.after, [aTransaction({ n: 100 }), aTransaction({ n: 101 }), aTransaction({ n: 102 })], 5),
  nextStep(tip.after, [aTransaction({ n: 103 })], 7),
];
const beyond = nextStep(winner.after, [aTransaction({ n: 200 })]);

interface Place {
  readonly kv: MemoryKv;
  readonly journal: Journal;
  readonly chain: ChainStore;
}

function on(kv: MemoryKv): Place {
  const journal = new Journal(kv, { onFatal: () => undefined });
  return { kv, journal, chain: new ChainStore(kv, journal) };
}

async function sealedPlace(more: readonly ChainStep[] = []): Promise<Place> {
  const place = on(memoryKv());
  for (const step of [...steps, ...more]) await seal(place, step);
  return place;
}

const seal = ({ journal, chain }: Place, step: ChainStep) => journal.commit(chain.sealOps({ reg: REG, ...step }));
const propose = ({ journal, chain }: Place, { sealed }: ChainStep) => journal.commit(chain.bodyOps(REG, sealed.docket));

async function straysOf(kv: Kv): Promise<StrayBody[]> {
  const found: StrayBody[] = [];
  for await (const stray of strayBodies(kv, REG, async () => undefined)) found.push(stray);
  return found;
}

const named = (strays: readonly StrayBody[]) =>
  strays
    .map(({ height, h8, isOpen }) => `${height} ${Buffer.from(h8).toString('hex')} ${isOpen ? 'open' : 'over'}`)
    .sort();
const strayOf = ({ sealed }: ChainStep, what: 'open' | 'over') =>
  `${sealed.docket.header.height} ${sealed.docket.hash.slice(0, 16)} ${what}`;

async function dump(kv: Kv): Promise<string[]> {
  const rows: string[] = [];
  for await (const [key, value] of kv.range({ gte: Buffer.of(0), lt: Buffer.of(255) }))
    if (key[0] !== 'j'.charCodeAt(0))
      rows.push(`${Buffer.from(key).toString('hex')}=${Buffer.from(value).toString('hex')}`);
  return rows;
}

describe('stray bodies', () => {
  it('are none while the list names what is stored, before and after the seal', async () => {
    const place = await sealedPlace();
    for (const step of [...rivals, winner]) await propose(place, step);
    expect(await straysOf(place.kv)).to.deep.equal([]);
    await seal(place, winner);
    expect(await straysOf(place.kv)).to.deep.equal([]);
    expect(await dump(place.kv)).to.deep.equal(await dump((await sealedPlace([winner])).kv));
  });

  it('get onto the list again when it was lost, and the seal deletes them with their transactions', async () => {
    for (const lost of [undefined, Buffer.from('no list at all')]) {
      const place = await sealedPlace();
      for (const step of rivals) await propose(place, step);
      const list = decodeCandidates(place.kv.getSync(LIST)!);
      await place.journal.commit([{ key: LIST, value: lost }]);
      expect(named(await straysOf(place.kv))).to.deep.equal(rivals.map((step) => strayOf(step, 'open')).sort());
      await place.journal.commit(await relistOps(place.kv, REG, 3));
      const again = decodeCandidates(place.kv.getSync(LIST)!);
      expect(again.height).to.equal(list.height);
      expect(again.bodies).to.have.deep.members(list.bodies);
      expect(await straysOf(place.kv)).to.deep.equal([]);
      await seal(place, winner);
      expect(await dump(place.kv)).to.deep.equal(await dump((await sealedPlace([winner])).kv));
    }
  });

  it('are those of a sealed height that lost, with all their transactions', async () => {
    const place = await sealedPlace();
    for (const step of rivals) await propose(place, step);
    await place.journal.commit([{ key: LIST, value: undefined }]);
    await seal(place, winner);
    const found = await straysOf(place.kv);
    expect(named(found)).to.deep.equal(rivals.map((step) => strayOf(step, 'over')).sort());
    for (const stray of found) await place.journal.commit(await deleteBodyOps(place.kv, { reg: REG, ...stray }));
    expect(await dump(place.kv)).to.deep.equal(await dump((await sealedPlace([winner])).kv));
  });

  it('are those beyond the undecided height, whatever list there is', async () => {
    const place = await sealedPlace();
    await propose(place, beyond);
    expect(named(await straysOf(place.kv))).to.deep.equal([strayOf(beyond, 'over')]);
    await propose(place, winner);
    expect(named(await straysOf(place.kv))).to.deep.equal([strayOf(beyond, 'over')]);
  });

  it('are not those that a seal deleted while the walk was under way', async () => {
    const place = await sealedPlace();
    for (const step of [...rivals, winner]) await propose(place, step);
    const seen: (readonly [Uint8Array, Uint8Array])[] = [];
    const { kv } = place;
    const early: Kv = {
      ...kv,
      async *range(range) {
        for await (const row of kv.range(range)) seen.push(row);
        await seal(place, winner);
        yield* seen;
      },
    };
    expect(await straysOf(early)).to.deep.equal([]);
    expect(seen).to.have.length(6);
  });

  it('are looked for in turns of some bytes, not of rows', async () => {
    const place = await sealedPlace();
    let turns = 0;
    let bytes = 0;
    for (let salt = 0; bytes < 3 * 32 * 1024; salt++)
      await propose(place, nextStep(tip.after, [aTransaction({ n: 300 })], salt)).then(() => (bytes += 300));
    for await (const _ of strayBodies(place.kv, REG, async () => void turns++)) expect.fail('all are listed');
    expect(turns).to.be.within(2, 8);
  });

  it('are not judged where no record tells which docket is sealed', async () => {
    const place = await sealedPlace([winner]);
    const pointer = Buffer.from(regKey('head', REG));
    pointer[0] = 'h'.charCodeAt(0);
    for await (const [key] of place.kv.range({ gte: pointer, lt: Buffer.of('h'.charCodeAt(0) + 1) }))
      await place.kv.write([{ key, value: undefined }]);
    expect(await straysOf(place.kv)).to.deep.equal([]);
  });

  it('come from no crash between a vote and the end of its seal', async () => {
    const whole = await dump((await sealedPlace([winner])).kv);
    for (let keep = 0; keep <= 4; keep++) {
      const { kv, journal, chain } = await sealedPlace();
      kv.hold();
      const writes = [...rivals, winner].map(
        ({ sealed }) =>
          () =>
            chain.bodyOps(REG, sealed.docket),
      );
      let synced = 0;
      for (const ops of [...writes, () => chain.sealOps({ reg: REG, ...winner })]) {
        const written = journal.commit(ops());
        if (synced++ >= keep) {
          written.catch(() => undefined);
          continue;
        }
        await new Promise(setImmediate);
        kv.sync();
        await written;
      }
      const after = on(kv.crash());
      expect(await straysOf(after.kv), `${keep} writes`).to.deep.equal([]);
      if (keep < 4) await seal(after, winner);
      expect(await dump(after.kv), `${keep} writes`).to.deep.equal(whole);
    }
  });
});
