// The world of people: several roles vote, of which one party holds two; candidates claim a role; a party confirms what
// was done; the instance is cancelled where two agree. Everybody reads all, so that nothing is sealed.
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { asks, definitionOf, shows, to } from '../../support/definitions/short-definitions.js';
import { type Wallet, wallet } from '../../support/register/ledger.js';
import { type Move, open, plain, type Row, timers } from './moves.js';
import { DAY_MS, founded, HOUR_MS, holderOf, instanceOf, moveOf, recordTx, type State } from './world.js';

export const WALLETS = { x: wallet('x'), y: wallet('y'), z: wallet('z'), c: wallet('c'), w: wallet('w') } as const;
export const TERMS = { claimMs: HOUR_MS, confirmMs: 12 * HOUR_MS, lapseMs: 2 * DAY_MS } as const;
/** The wallet that votes in each role: y has two, and one voice. */
export const VOTERS: Readonly<Record<string, Wallet>> = {
  ...{ x: WALLETS.x, y: WALLETS.y, v: WALLETS.y, z: WALLETS.z },
};
const CANDIDATES: readonly Wallet[] = [WALLETS.c, WALLETS.w];

const THEN = 'then';
const num = { type: 'integer' };
const ends = (id: string, after: string, next: readonly number[]) => ({ id, after, [THEN]: { nextActionIds: next } });

/** x asks, all vote, a candidate does it, and x confirms that; whichever of them is silent, a timer leads on. */
const ACTIONS: readonly JsonObject[] = [
  { ...asks({ n: num }), timers: [ends('gone', 'P1D', [])], ...to(2) },
  {
    ...asks({ n: num }),
    approval: { of: Object.keys(VOTERS).map((role) => ({ role })), need: 2, yes: 'yes', no: 'no' },
    timers: [ends('silent', 'P1D', [3])],
    routes: [
      { id: 'yes', nextActionIds: [3] },
      { id: 'no', nextActionIds: [1] },
    ],
  },
  {
    sender: 'k',
    ...asks({ n: num }),
    ...shows({ x: ['*'] }),
    confirm: { by: ['x'], within: 'PT12H', otherwise: 'redo' },
    timers: [ends('lapse', 'P2D', [])],
    ...to(),
  },
];

export const DEFINITION = definitionOf(ACTIONS, {
  participants: [
    ...Object.entries(VOTERS).map(([id, { address }]) => ({ id, walletAddress: address })),
    { id: 'k', candidates: ['c', 'w'], claimFor: 'PT1H' },
  ],
  cancellation: { by: ['opener', 'y'], until: [3], consent: { need: 2, of: ['x', 'z'] } },
}) as unknown as Definition;

export const START = founded({ definition: DEFINITION, parties: WALLETS, liar: WALLETS.y });

export const MOVES: Readonly<Record<string, Row>> = {
  act: (state) => {
    if (!instanceOf(state)) return [honest(state, 'act 1', acting(state, { action: 1, by: WALLETS.x, next: [2] }))];
    return open(state).flatMap(({ actionId: action, txId: previous }) => {
      if (action === 1) return [honest(state, 'act 1', acting(state, { action, by: WALLETS.x, next: [2], previous }))];
      if (action !== 3) return [];
      return CANDIDATES.map((by) =>
        honest(state, `act 3 by ${nameOf(by)}`, acting(state, { action, by, next: [], previous })),
      );
    });
  },
  vote: (state) =>
    at(state, 2).flatMap((previous) =>
      Object.entries(VOTERS).flatMap(([role, by]) =>
        ['yes', 'no'].map((vote) => ({
          ...plain(state, `vote ${vote} as ${role}`, voting(state, { role, vote, by, previous })),
          isHonest: vote === 'yes' && by !== WALLETS.y,
        })),
      ),
    ),
  'vote for another': (state) =>
    at(state, 2).map((previous) => ({
      ...plain(state, 'vote as x by y', voting(state, { role: 'x', vote: 'yes', by: WALLETS.y, previous })),
      isForbidden: true,
    })),
  claim: (state) =>
    at(state, 3).flatMap((previous) =>
      CANDIDATES.flatMap((by) =>
        ['Claim', 'Release'].map((type) => {
          const payload = { type: type.toLowerCase(), v: 1 };
          return plain(state, `${type} by ${nameOf(by)}`, moveOf(state, type, { action: 3, by, previous, payload }));
        }),
      ),
    ),
  confirm: (state) =>
    Object.entries(instanceOf(state)?.flow ?? {}).flatMap(([txId, { kind, action }]) => {
      if (kind !== 'waits') return [];
      const answered = (accept: boolean, by: Wallet): Transaction => {
        const payload = { type: 'confirmation', ...(!accept && { reason: 'not so' }) };
        const metadata = { answer: { accept, role: 'x' } };
        return moveOf(state, 'Confirmation', { action, by, previous: txId, payload, metadata });
      };
      return [
        honest(state, 'confirm', answered(true, WALLETS.x)),
        plain(state, 'refuse', answered(false, WALLETS.x)),
        { ...plain(state, 'confirm by y', answered(true, WALLETS.y)), isForbidden: true },
      ];
    }),
  timer: timers,
  cancel: (state) => {
    const [first] = state.moves;
    if (!first) return [];
    const asked: readonly (readonly [Wallet, readonly string[]])[] = [
      [WALLETS.x, ['opener', 'x']],
      [WALLETS.x, ['x']],
      [WALLETS.y, ['y']],
      [WALLETS.z, ['z']],
    ];
    return asked.map(([by, roles]) => {
      const payload = { type: 'cancellation', reason: 'no more' };
      const of = { action: 1, by, previous: first.txId, payload, metadata: { roles: [...roles] } };
      return plain(state, `cancel as ${roles.join(' and ')}`, moveOf(state, 'Cancellation', of));
    });
  },
  leave: (state) => {
    const previous = state.world.records.z?.txId ?? '';
    const isGone = holderOf(state, 'z') === undefined && instanceOf(state) !== undefined;
    const tx = recordTx('z', WALLETS.z, { previous, status: 'Revoked' });
    return instanceOf(state) && !isGone ? [plain(state, 'z leaves', tx)] : [];
  },
};

function at(state: State, action: number): readonly string[] {
  return open(state).flatMap(({ actionId, txId }) => (actionId === action ? [txId] : []));
}

function honest(state: State, name: string, tx: Transaction): Move {
  return { ...plain(state, name, tx), isHonest: true };
}

function nameOf(by: Wallet): string {
  return by === WALLETS.c ? 'c' : 'w';
}

interface Acts {
  readonly action: number;
  readonly by: Wallet;
  readonly next: readonly number[];
  readonly previous?: string;
}

function acting(state: State, { action, by, next, previous }: Acts): Transaction {
  const routing = { completedActionId: action, next: [...next], blueprintDefinitionTxId: state.world.pin };
  const payload: Json = { n: action };
  return moveOf(state, 'Action', { action, by, previous, payload, metadata: { routing } });
}

interface Votes {
  readonly role: string;
  readonly vote: string;
  readonly by: Wallet;
  readonly previous: string;
}

function voting(state: State, { role, vote, by, previous }: Votes): Transaction {
  return moveOf(state, 'Vote', { action: 2, by, previous, payload: { n: 2 }, metadata: { role, vote } });
}
