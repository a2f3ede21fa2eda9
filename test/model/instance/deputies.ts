// The world of deputies: x asks for an amount, y or its deputy answers, and the same party never does both. Delegations
// are given, taken back and end; what was sent back is done again. Everybody reads all, so that nothing is sealed.
import type { JsonObject } from '../../../core/base/json.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { kindOf } from '../../../core/kinds/index.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { Delegation } from '../../../core/register/people/delegations.js';
import type { ParticipantRecord } from '../../../core/register/people/participants.js';
import { asks, definitionOf, to } from '../../support/definitions/short-definitions.js';
import { type Wallet, wallet } from '../../support/register/ledger.js';
import { ENDS } from './ending.js';
import { type Move, open, plain, type Row, timers } from './moves.js';
import { createdAt, DAY_MS, founded, instanceOf, moveOf, recordTx, type State } from './world.js';

/** Each has a record of its name; `s` has no part in anything. */
export const WALLETS = { x: wallet('x'), y: wallet('y'), d: wallet('d'), s: wallet('s') } as const;
export type Name = keyof typeof WALLETS;
export const ROLES: Readonly<Record<number, Name>> = { 1: 'x', 2: 'y' };
/** Up to which a deputy of x asks; `LARGE` is more. */
export const [SMALL, LARGE] = [5, 50] as const;
export const UP_TO = 10;
export const TERMS = { delegatedMs: DAY_MS, silentMs: 3 * DAY_MS } as const;

/** Versions of records in one path: they may be sealed in every state, and most of it would be that. */
const VERSIONS_MAX = 3;
const THEN = 'then';
const ends = { id: 'silent', after: 'P3D', [THEN]: { nextActionIds: [] } };
const ACTIONS: readonly JsonObject[] = [
  { ...asks({ n: { type: 'integer' } }), timers: [ends], ...to(2) },
  {
    sender: 'y',
    ...asks({ n: { type: 'integer' } }),
    notSameAs: [1],
    rejectionConfig: { targetActionId: 1, requireReason: false },
    timers: [ends],
    ...to(),
  },
];

export const DEFINITION = definitionOf(ACTIONS, {
  participants: ['x', 'y'].map((id) => ({ id, walletAddress: WALLETS[id as Name].address })),
}) as unknown as Definition;

export const START = founded({ definition: DEFINITION, parties: WALLETS, liar: WALLETS.d });

/** The delegations: x up to an amount, y whatever it is. */
const DELEGATED: readonly (readonly [from: Name, to: readonly Name[]])[] = [
  ['x', ['d']],
  ['x', ['y']],
  ['x', []],
  ['y', ['d']],
  ['y', []],
];

export const MOVES: Readonly<Record<string, Row>> = {
  act: (state) => {
    const branches = instanceOf(state) ? open(state) : [{ actionId: 1, txId: undefined }];
    return branches.flatMap(({ actionId: action, txId: previous }) =>
      names().flatMap((name) =>
        [SMALL, LARGE].map((n): Move => {
          const made = plain(state, `act ${action} ${n} by ${name}`, acting(state, { action, name, n, previous }));
          // The properties judge deputies; no delegation is to the stranger, and none lets x do the action of y.
          const isForbidden = name === 's' || (name === 'x' && action === 2);
          return { ...made, isHonest: name === ROLES[action], ...(isForbidden && { isForbidden: true as const }) };
        }),
      ),
    );
  },
  reject: (state) =>
    open(state).flatMap(({ actionId: action, txId: previous }) => {
      if (action !== 2) return [];
      return (['y', 'd'] as const).map((name) => {
        const payload = { type: 'rejection', reason: `by ${name}` };
        return plain(
          state,
          `reject by ${name}`,
          moveOf(state, 'Rejection', { action, by: WALLETS[name], previous, payload }),
        );
      });
    }),
  delegate: (state) =>
    (recordsIn(state).length < VERSIONS_MAX && !ENDS.includes(instanceOf(state)?.state ?? '') ? DELEGATED : []).map(
      ([from, to]) => {
        const made = recordTx(from, WALLETS[from], {
          ...latest(state, from),
          delegations: to.map(delegationIn(state, from)),
        });
        return plain(state, `${from} lets ${to.join() || 'nobody'} act`, made);
      },
    ),
  timer: timers,
};

function delegationIn(state: State, from: Name): (to: Name) => Delegation {
  const since = createdAt(state);
  const until = new Date(state.register.timestampMs + TERMS.delegatedMs).toISOString();
  const max = from === 'x' ? { max: { var: 'in.n', upTo: String(UP_TO) } } : {};
  return (to) => ({ to, from: since, until, ...max });
}

/** The version that a new version of a record follows. */
function latest(state: State, id: Name): { readonly previous: string; readonly version: number } {
  const all = [state.world.records[id] as Transaction, ...recordsIn(state)];
  const last = all.filter(({ payload }) => (payload as unknown as ParticipantRecord).participantId === id).at(-1);
  if (!last) throw new Error(`no record ${id}`);
  return { previous: last.txId, version: (last.payload as unknown as ParticipantRecord).version + 1 };
}

/** Versions of records since the register was founded, in ledger order. */
function recordsIn({ dockets }: Pick<State, 'dockets'>): readonly Transaction[] {
  return dockets.flatMap(({ transactions }) => transactions.filter((tx) => kindOf(tx.header).kind === 'participant'));
}

interface Acts {
  readonly action: number;
  readonly name: Name;
  readonly n: number;
  readonly previous: string | undefined;
}

function acting(state: State, { action, name, n, previous }: Acts): Transaction {
  const next = action === 1 ? [2] : [];
  const routing = { completedActionId: action, next, blueprintDefinitionTxId: state.world.pin };
  const by: Wallet = WALLETS[name];
  return moveOf(state, 'Action', { action, by, previous, payload: { n }, metadata: { routing } });
}

function names(): readonly Name[] {
  return Object.keys(WALLETS) as Name[];
}
