// The world of reads: y and z draw on one total on branches beside each other, and each states what all have drawn. A
// draw of y may be sent back, or proven false and kept; one of z counts once x confirms it. Draws come late, too: by
// what had been drawn some moves before.
import type { JsonObject } from '../../../core/base/json.js';
import type { Action, Definition } from '../../../core/blueprint/definition/types.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { countsAsMove } from '../../../core/transaction/move-type.js';
import { asks, definitionOf, read, shows, to } from '../../support/definitions/short-definitions.js';
import { wallet } from '../../support/register/ledger.js';
import { acted, type Move, moved, plain, type Row, ready } from './moves.js';
import { inForce, objectionBy, proven } from './runs.js';
import { founded, instanceOf, moveOf, type State } from './world.js';

const WALLETS = { x: wallet('x'), y: wallet('y'), z: wallet('z') } as const;
const LIAR = WALLETS.y;
/** The amounts of draws, by their action. */
const DRAWS: Readonly<Record<number, number>> = { 2: 1, 3: 2 };
const FALSE_TOTAL = 1000;
/** The moves that a late draw has not seen. */
const LATE_MAX = 3;

const num = { type: 'integer' };
const all = shows({ x: ['*'], y: ['*'], z: ['*'] });
const drawnBy = (action: number): JsonObject => ({
  reduce: [read(`runs.${action}.t`), { '+': [read('accumulator'), read('item')] }, 0],
});
const drawing = {
  ...asks({ t: num }),
  calculations: { total: { '+': [drawnBy(2), drawnBy(3), read('in.t')] } },
  ...all,
};

const ACTIONS: readonly JsonObject[] = [
  { ...asks({ n: num }), ...all, ...to(2, 3) },
  { sender: 'y', ...drawing, ...to(4) },
  { sender: 'z', ...drawing, confirm: { by: ['x'], within: 'PT12H', otherwise: 'redo' }, ...to() },
  { ...asks({ n: num }), ...all, rejectionConfig: { targetActionId: 2, requireReason: false }, ...to() },
];

const DEFINITION = definitionOf(ACTIONS, {
  participants: Object.entries(WALLETS).map(([id, { address }]) => ({ id, walletAddress: address })),
  disputes: { onFault: 'stop', resolver: 'x' },
}) as unknown as Definition;

export const START: State = founded({ definition: DEFINITION, parties: WALLETS, liar: LIAR });

export const MOVES: Readonly<Record<string, Row>> = {
  act: (state) => acts(state, {}),
  'act late': (state) =>
    Array.from({ length: Math.min(LATE_MAX, movesOf(state).length) }, (_, i) => i + 1).flatMap((missed) =>
      acts(state, { missed }),
    ),
  lie: (state) => acts(state, { isLie: true }),
  reject: (state) =>
    ready(state).flatMap((branch) => {
      const payload = { type: 'rejection', reason: 'no' };
      const tx = moved(state, 'Rejection', branch, { by: WALLETS.x, payload });
      return branch.actionId === 4 ? [plain(state, 'reject 4', tx)] : [];
    }),
  confirm: (state) =>
    Object.entries(instanceOf(state)?.flow ?? {}).flatMap(([previous, { kind, action }]) =>
      [true, false].flatMap((accept) => {
        const payload = { type: 'confirmation', ...(!accept && { reason: 'not so' }) };
        const of = { action, by: WALLETS.x, previous, payload, metadata: { answer: { accept, role: 'x' } } };
        const name = accept ? 'confirm' : 'refuse';
        return kind === 'waits' ? [plain(state, name, moveOf(state, 'Confirmation', of))] : [];
      }),
    ),
  object: (state) =>
    inForce(state).flatMap((run) => {
      const isLie = state.truth.lies.has(run.txId);
      const text = isLie ? proven(state, run, { ground: 'calculation', at: '/calculations/total' }) : undefined;
      return text ? [plain(state, 'object to 2', objectionBy(state, run, WALLETS.z, text))] : [];
    }),
  resolve: (state) => {
    const { dispute } = instanceOf(state) ?? {};
    if (!dispute) return [];
    return ['keep', 'redo'].map((outcome) => {
      const payload = { type: 'resolution', v: 1, outcome, role: 'x' };
      const of = { action: dispute.action, by: WALLETS.x, previous: dispute.objection, payload };
      return plain(state, `resolve: ${outcome}`, moveOf(state, 'Resolution', of));
    });
  },
};

interface How {
  readonly isLie?: true;
  /** The newest moves that its client has not seen. */
  readonly missed?: number;
}

function acts(state: State, { isLie, missed = 0 }: How): readonly Move[] {
  if (!instanceOf(state)) return missed > 0 || isLie ? [] : acting(state, { id: 1 });
  const moves = movesOf(state);
  const sees = moves.length - missed;
  return ready(state).flatMap(({ actionId: id, txId: previous }) => {
    const isSeen = moves.slice(0, sees).some((tx) => tx.txId === previous);
    if (!isSeen || (isLie && id !== 2) || (missed > 0 && id === 4)) return [];
    return acting(state, { id, previous, sees, ...(isLie && { isLie }) });
  });
}

interface Doing {
  readonly id: number;
  readonly previous?: string;
  readonly sees?: number;
  readonly isLie?: true;
}

function acting(state: State, { id, previous, sees = 0, isLie }: Doing): readonly Move[] {
  const action = DEFINITION.actions.find((one) => one.id === id) as Action;
  const made = acted(state, {
    ...{ action, by: WALLETS[action.sender as keyof typeof WALLETS], previous, sees },
    payload: DRAWS[id] === undefined ? { n: id } : { t: DRAWS[id] },
    runs: drawnIn(state, movesOf(state).slice(0, sees)).map((run) => ({
      ...{ txId: run.txId, action: Number(run.header.actionId) },
      data: state.truth.data.get(run.txId) ?? {},
    })),
    ...(isLie && { lie: { name: 'total', data: { total: FALSE_TOTAL } } }),
  });
  return made ? [{ ...made, isHonest: false }] : [];
}

/** As an instance counts them. */
export function movesOf({ moves }: Pick<State, 'moves'>): readonly Transaction[] {
  return moves.filter(({ header }) => countsAsMove(header));
}

/**
 * The draws that count behind these moves, said apart from the product: those of y when they are sealed, and those of z
 * when they are confirmed, until they are sent back or proven false. They count again when they are kept.
 */
export function drawnIn(state: State, moves: readonly Transaction[]): readonly Transaction[] {
  const counted = new Map<string, boolean>();
  for (const { txId, header, payload } of moves) {
    const { metadata = {}, previousTransactionId: previous = '', actionId } = header;
    const { outcome } = payload as { readonly outcome?: string };
    const isAccepted = (metadata.answer as { readonly accept?: boolean } | undefined)?.accept;
    if (metadata.type === 'Action' && actionId === '2') counted.set(txId, true);
    else if (metadata.type === 'Confirmation') counted.set(previous, isAccepted === true);
    else if (metadata.type === 'Rejection' || metadata.type === 'Objection') counted.set(previous, false);
    else if (metadata.type === 'Resolution' && outcome === 'keep')
      counted.set(state.view.transaction(previous)?.header.previousTransactionId ?? '', true);
  }
  return moves.filter(({ txId }) => counted.get(txId));
}
