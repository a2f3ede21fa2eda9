// Bugs that somebody could write, planted around the production parts: the simulator must catch each by name. None of
// them is a switch of the product.
import type { SubmitOutcome } from '../../actors/ledger-port.js';
import type { Clock } from '../../core/base/ports.js';
import { RULES_LATEST } from '../../core/base/version.js';
import type { SealedDocket } from '../../core/model/register.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { KvOp } from '../../storage/engine/kv.js';
import { locationKey, regKey, stateKey } from '../../storage/keys/chain-keys.js';
import { promiseKey, refusalKey } from '../../storage/keys/submission-keys.js';
import type { SimOptions } from './options.js';
import { replaced } from './replaced.js';
import type { Planted } from './simulate.js';

export interface Canary {
  readonly name: string;
  readonly planted: Planted;
  /** The options that make it show soon. */
  readonly changes?: (options: SimOptions) => Partial<SimOptions>;
  /** Any of these checkers catches it. */
  readonly caughtBy: readonly string[];
  /** A seed that caught it: looked at before the others, which take their time. */
  readonly seed?: number;
}

const prefixOf = (key: Uint8Array) => key[0];
/** Any register: only prefixes are looked at. */
const REG = 1;
const OUTBOX = prefixOf(promiseKey('0'.repeat(32), '0'.repeat(64)));
const REFUSAL = prefixOf(refusalKey('0'.repeat(64)));
const LOCATION = prefixOf(locationKey(REG, '0'.repeat(64)));
const HEAD = prefixOf(regKey('head', REG));
const CONSENSUS = prefixOf(regKey('consensus', REG));

const is =
  (...prefixes: readonly (number | undefined)[]) =>
  ({ key }: KvOp) =>
    prefixes.includes(prefixOf(key));

/** Commits that look done at once where `early` says so. */
function hasty(early: (ops: readonly KvOp[]) => boolean) {
  return (journal: Journal) =>
    replaced(journal, {
      commit: (ops) => {
        const written = journal.commit(ops);
        return early(ops) ? Promise.resolve() : written;
      },
    });
}

export const CANARIES: readonly Canary[] = [
  {
    name: 'a message is sent before its promise is persisted',
    planted: { journal: hasty((ops) => ops.some(is(CONSENSUS))) },
    caughtBy: ['write-ahead'],
  },
  {
    name: 'a driver restarts without waiting for the journal',
    planted: { journal: (journal) => replaced(journal, { whenDrained: () => Promise.resolve() }) },
    // Disks slower than the first rest of a supervisor.
    changes: ({ meanMs }) => ({ disk: { syncMs: [100, 1500] }, meanMs: { ...meanMs, restart: 500 }, registers: 1 }),
    caughtBy: ['write-ahead'],
  },
  {
    name: 'the record is not restored',
    planted: { chain: (chain) => replaced(chain, { loadRecord: () => undefined }) },
    seed: 18,
    caughtBy: ['one-vote', 'promises'],
  },
  {
    name: 'a seal is written in two batches',
    planted: {
      spoil: (ops) =>
        ops.some(is(HEAD))
          ? { batches: [ops.filter((op) => !is(HEAD, CONSENSUS)(op)), ops.filter(is(HEAD, CONSENSUS))], unsynced: [] }
          : { batches: [ops], unsynced: [] },
    },
    seed: 3,
    caughtBy: ['seal'],
  },
  {
    name: 'only the pool knows duplicates',
    planted: {
      chain: (chain) =>
        replaced(chain, {
          location: () => undefined,
          view: (reg) => replaced(chain.view(reg), { sealOf: () => undefined }),
        }),
    },
    seed: 3,
    caughtBy: ['exactly-once'],
  },
  {
    name: 'the index is not synced with its docket',
    planted: {
      spoil: (ops) => ({ batches: [ops.filter((op) => !is(LOCATION)(op))], unsynced: ops.filter(is(LOCATION)) }),
    },
    caughtBy: ['index'],
  },
  {
    name: 'a submission is promised before its row is synced',
    planted: { journal: hasty((ops) => ops.every(is(OUTBOX, REFUSAL))) },
    caughtBy: ['write-ahead'],
  },
  {
    name: 'a head is believed without its certificate',
    planted: { believes: () => true },
    changes: ({ nodes }) => ({ lies: true, nodes: Math.max(2, nodes), twin: false }),
    caughtBy: ['certificates'],
  },
  {
    name: 'only the first docket of a range is verified',
    planted: firstOnly(),
    // A liar, and others that have many dockets to ask it for.
    changes: () => ({
      ...{ mode: 'majority', nodes: 2, joiners: 2, governed: true, twin: false, lies: true },
      ...{ pieces: 1, transactions: 24, docketTransactionsMax: 1 },
    }),
    seed: 71,
    caughtBy: ['certificates'],
  },
  {
    name: 'a register is shown to everybody, whatever its record says',
    planted: {
      ledger: (ledger) =>
        replaced(ledger, {
          register: (id) => {
            const record = ledger.register(id);
            return record && { ...record, advertise: true };
          },
        }),
    },
    changes: ({ registers }) => ({ hidden: registers, twin: false, joiners: 1 }),
    caughtBy: ['privacy'],
  },
  {
    name: 'a client that waited is answered whatever became of its promise',
    planted: {
      ledger: (ledger, clock) =>
        replaced(ledger, {
          submit: (tx, options) =>
            options.waitMs > 0
              ? Promise.race([ledger.submit(tx, options), impatient(clock, options.waitMs)])
              : ledger.submit(tx, options),
        }),
    },
    changes: () => ({ waiting: 1 }),
    seed: 15,
    caughtBy: ['write-ahead'],
  },
  {
    name: 'a peer keeps in memory what it was asked to keep on disk',
    planted: {
      ledger: (ledger) =>
        replaced(ledger, {
          submit: (tx, options) => ledger.submit(tx, options.relayed ? { ...options, durable: false } : options),
        }),
    },
    changes: ({ nodes }) => ({ spread: 1, nodes: Math.max(3, nodes) }),
    caughtBy: ['spread'],
  },
  {
    name: 'nodes forget the timers that run',
    planted: { chain: (chain) => replaced(chain, { statesUnder: async () => [] }) },
    changes: timed,
    seed: 3,
    caughtBy: ['timers'],
  },
  {
    name: 'now and then a disk is not given the rows of runs',
    planted: forgetsRuns(),
    changes: (options) => ({ ...timed(options), disputed: true, nodes: 3, mode: 'majority', twin: false, liars: [] }),
    caughtBy: ['rows'],
  },
  {
    name: 'a node whose clock jumped dates dockets by it',
    planted: { ignoresDoubt: true },
    changes: ({ meanMs }) => ({ guards: true, meanMs: { ...meanMs, clock: 3000 } }),
    seed: 8,
    caughtBy: ['clocks'],
  },
];

/** Every fourth batch with such rows loses them, whichever node writes it. */
function forgetsRuns(): Planted {
  const [state, run] = [prefixOf(stateKey(REG, 'run/')), Buffer.from('run/')];
  const isRun = ({ key }: KvOp) => prefixOf(key) === state && Buffer.from(key).includes(run);
  let batches = 0;
  return {
    spoil: (ops) => {
      const isSpoilt = ops.some(isRun) && batches++ % 4 === 3;
      return { batches: [isSpoilt ? ops.filter((op) => !isRun(op)) : ops], unsynced: [] };
    },
  };
}

/** Timers, and nothing that dates a register days ahead. */
function timed({ meanMs }: SimOptions): Partial<SimOptions> {
  const never = Number.POSITIVE_INFINITY;
  return { timed: true, rules: RULES_LATEST, elder: -1, meanMs: { ...meanMs, clock: never, epoch: never } };
}

/** The certificates behind the first docket of a range are believed. */
function firstOnly(): Planted {
  const believed = new Set<string>();
  const passing = async function* (dockets: AsyncIterable<SealedDocket>) {
    let isFirst = true;
    for await (const sealed of dockets) {
      if (!isFirst) for (const { signature } of sealed.certificate.signatures) believed.add(signature);
      isFirst = false;
      yield sealed;
    }
  };
  return {
    believes: ({ signature }) => believed.has(signature),
    ledger: (ledger) =>
      replaced(ledger, { adoptRange: (id, dockets, mode) => ledger.adoptRange(id, passing(dockets), mode) }),
  };
}

/** Pending, after a while, without a look at anything. */
function impatient(clock: Clock, waitMs: number): Promise<SubmitOutcome> {
  const acceptedAtMs = clock.now();
  return new Promise((resolve) => void clock.setTimer(() => resolve({ status: 'pending', acceptedAtMs }), waitMs));
}
