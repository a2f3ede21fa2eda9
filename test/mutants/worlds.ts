// The worlds in which the simulator hunts its broken versions, by the names of rows/simulated.tsv: options as its
// `--with` takes them, and the seeds of which one reaches the broken line.

export interface World {
  readonly changes?: object;
  /** The first seed: 1. */
  readonly from?: number;
  /** How many: 40. */
  readonly seeds?: number;
}

const HONEST = { twin: false, liars: [] };
const FIXED = { governed: false, joiners: 0, registers: 1, hidden: 0 };
const FAULTS =
  'crash,powerLoss,restart,partition,pause,skew,clock,epoch,stall,ioError,lostRecord,seatOrder,registerOrder'.split(
    ',',
  );

/** How often each fault comes; the others never. */
function only(meanMs: Readonly<Record<string, number>>) {
  return { meanMs: { ...Object.fromEntries(FAULTS.map((fault) => [fault, 'never'])), ...meanMs } };
}

function halfOf(nodes: number): World {
  return { changes: { mode: 'majority', nodes, governed: false } };
}

/** A bft of four whose first proposer dates its dockets so, in a run with quiet minutes. */
function dated(deceit: string): World {
  const liar = { mode: 'bft', nodes: 4, liars: [0], deceits: [deceit], twin: false };
  return { changes: { ...FIXED, ...liar, faultMs: 600_000, transactions: 8 } };
}

/** A bft of four with a member that makes up what others signed. */
const FORGER = { mode: 'bft', nodes: 4, liars: [1], deceits: ['lying-vote'], forges: true, twin: false };
/** Carries the others as far as it likes. */
const RUSHER = { mode: 'majority', nodes: 3, liars: [1], deceits: ['false-round-change'], twin: false };
const THREE = { mode: 'majority', nodes: 3, registers: 1 };
/** Three honest members of one register on slow disks. */
const SLOW = { ...THREE, ...HONEST, transactions: 24, disk: { syncMs: [100, 1500] } };
const CROWDED = { docketTransactionsMax: 1000, transactions: 24 };
/** Workflows with timers, and clocks that are minutes apart. */
const TIMED = {
  ...HONEST,
  ...only({ crash: 6000, partition: 8000, skew: 2000 }),
  timed: true,
  rules: 1,
  elder: -1,
  transactions: 24,
};
const PEOPLE = { ...TIMED, disputed: true };
/** All clocks of a few members are days ahead now and then. */
const EPOCHS = {
  ...THREE,
  ...HONEST,
  ...FIXED,
  ...only({ epoch: 5000 }),
  guards: false,
  rules: 1,
  elder: -1,
  transactions: 20,
};
/** The rules rise by one. */
const RAISED = { ...THREE, ...HONEST, rules: 2, elder: -1, hidden: 0 };

export const WORLDS: Readonly<Record<string, World>> = {
  any: {},
  'two seats': halfOf(2),
  'four seats': halfOf(4),
  'six seats': halfOf(6),
  'bft of six': { changes: { mode: 'bft', nodes: 6, governed: false } },
  'bft of four': { changes: { mode: 'bft', nodes: 4 } },
  crowded: { changes: CROWDED },
  'crowded three': { changes: { ...CROWDED, nodes: 3, mode: 'majority' } },
  'single transactions': { changes: { docketTransactionsMax: 1, transactions: 24, registers: 1 } },
  forger: { changes: { ...FIXED, ...FORGER, transactions: 16 } },
  rusher: {
    changes: {
      ...RUSHER,
      ...only({ crash: 2000, restart: 4000, partition: 2000, pause: 2000 }),
      guards: false,
      governed: false,
    },
    from: 7_100_101,
  },
  'dated back': dated('back-date'),
  'dated forward': dated('forward-date'),
  epochs: { changes: EPOCHS },
  'expiring epochs': { changes: { ...EPOCHS, expiring: true }, from: 420, seeds: 60 },
  expiring: { changes: { expiring: true, transactions: 24 } },
  /** Branches, deadlines and joins. */
  forks: { changes: { ...CROWDED, forks: true } },
  timed: { changes: TIMED },
  raised: { changes: RAISED },
  /** The program of one of three members knows rules 1 alone. */
  elder: { changes: { ...RAISED, elder: 2 } },
  restarted: { changes: { ...SLOW, ...only({ restart: 150, partition: 6000, stall: 5000 }) } },
  ordered: { changes: { ...SLOW, ...only({ registerOrder: 2000 }) }, seeds: 120 },
  /** Disputes, votes and claims. */
  people: { changes: PEOPLE },
  /** Gates and credentials on one register of three, with few other wishes. */
  issued: { changes: { ...PEOPLE, ...THREE, ...FIXED, docketTransactionsMax: 1000, transactions: 8, forks: false } },
  /** Reads on one register of three, and nothing that dates it ahead. */
  read: { changes: { ...PEOPLE, ...THREE, governed: false, joiners: 0, docketTransactionsMax: 1000 } },
};
