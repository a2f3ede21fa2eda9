// Any order of submissions, orders, failures, restarts and power cuts: what the ledger acknowledged is kept, once, and
// the chain verifies. The same lives find mistakes planted around the drivers, so a green run means something.
import { expect } from 'chai';
import fc from 'fast-check';
import type { ChainStore } from '../../../../storage/chain/chain-store.js';
import type { Outbox } from '../../../../storage/chain/outbox.js';
import type { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type Act, type Ground, ground, live } from '../../../support/node/interleaving.js';
import type { WorldParts } from '../../../support/node/ledger-world.js';

const RUNS = 150;
/** Lives that a planted mistake may take to be seen, from a fixed seed. */
const HUNT = 400;

const some = (act: 'sweep' | 'hold' | 'release' | 'settle' | 'turn' | 'fail' | 'restart') => fc.constant<Act>({ act });

const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      act: fc.constant('submit' as const),
      index: fc.nat(13),
      waitMs: fc.constantFrom(0, 0, 2_000),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('order' as const),
      order: fc.constantFrom('pause' as const, 'resume' as const, 'stop' as const, 'start' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('advance' as const),
      ms: fc.constantFrom(4, 50, 200, 1_000, 30_000, 61_000),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('sync' as const), count: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('crash' as const), count: fc.nat(2) }) },
  { weight: 4, arbitrary: some('hold') },
  { weight: 2, arbitrary: some('release') },
  { weight: 4, arbitrary: some('settle') },
  { weight: 4, arbitrary: some('turn') },
  { weight: 2, arbitrary: some('sweep') },
  { weight: 3, arbitrary: some('fail') },
  { weight: 1, arbitrary: some('restart') },
);

const aLife = fc.array(anAct, { minLength: 4, maxLength: 30, size: 'max' });

interface Mistake {
  readonly alter: (parts: WorldParts) => WorldParts;
  readonly shows: string;
  /** How its lives begin, when it needs more than luck to show. */
  readonly begin?: readonly Act[];
}

/** Mistakes as wrappers around what the drivers rely on, and the kind of broken promise that has to show. */
const MISTAKES: Readonly<Record<string, Mistake>> = {
  'a promise is told before it is durable': {
    alter: (parts) => ({ ...parts, journal: hasty(parts.journal, (ops) => ops.length === 2) }),
    shows: 'lost',
  },
  'a seal is told before it is durable': {
    alter: (parts) => ({ ...parts, journal: hasty(parts.journal, (ops) => ops.length > 4) }),
    shows: 'lost',
  },
  'a repeated transaction is looked for in the pool only': {
    alter: (parts) => ({
      ...parts,
      chain: instead(parts.chain, {
        location: () => undefined,
        view: (reg: number) => ({ ...(parts.chain as ChainStore).view(reg), sealOf: () => undefined }),
      }),
    }),
    shows: 'twice',
  },
  'a restart does not wait for the journal': {
    alter: (parts) => ({ ...parts, journal: instead(parts.journal, { whenDrained: () => Promise.resolve() }) }),
    shows: 'asleep',
    begin: [{ act: 'order', order: 'pause' }, { act: 'settle' }, { act: 'hold' }],
  },
  'a seal leaves the outbox alone': {
    alter: (parts) => ({
      ...parts,
      outbox: instead(parts.outbox, { del: (_: string, txId: string) => parts.outbox.delRefusal(txId) }),
    }),
    shows: 'left',
  },
  'a restart forgets what was promised': {
    alter: (parts) => ({ ...parts, outbox: instead(parts.outbox, { entries: nothing }) }),
    shows: 'asleep',
  },
};

/** The same part with other answers of some of its methods. */
function instead<P extends Journal | ChainStore | Outbox>(part: P, methods: Partial<Record<keyof P, unknown>>): P {
  return new Proxy(part, {
    get: (target, name) => {
      if (name in methods) return methods[name as keyof P];
      const member = Reflect.get(target, name, target) as unknown;
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}

/** A journal that answers some commits before they are written. */
function hasty(journal: Journal, which: (ops: readonly KvOp[]) => boolean): Journal {
  return instead(journal, {
    commit: (ops: readonly KvOp[]) => {
      const written = journal.commit(ops);
      return which(ops) ? Promise.resolve() : written;
    },
  });
}

async function* nothing() {}

describe('interleavings of the ledger', () => {
  let from: Ground;
  before(async () => {
    from = await ground();
  });

  it('keeps what it acknowledged, whatever happens and in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(aLife, async (acts) => {
        expect(await live(from, acts)).to.deep.equal([]);
      }),
      { numRuns: RUNS },
    );
  });

  for (const [mistake, { alter, shows, begin = [] }] of Object.entries(MISTAKES))
    it(`finds the planted mistake: ${mistake}`, async () => {
      const seen = new Set<string>();
      for (const acts of fc.sample(aLife, { numRuns: HUNT, seed: 20_260_101 })) {
        for (const broken of await live(from, [...begin, ...acts], alter)) seen.add(broken);
        if ([...seen].some((broken) => broken.startsWith(shows))) return;
      }
      expect.fail(`no life showed "${shows}", but ${JSON.stringify([...seen])}`);
    });
});
