// Properties of every state of the world of deputies, counted anew from its transactions alone: who may act then, up to
// which amount, that no party does both actions, and that one that is silent holds up no other.

import type { Transaction } from '../../../core/model/transaction.js';
import type { ParticipantRecord } from '../../../core/register/people/participants.js';
import { MOVES, type Name, ROLES, START, TERMS, UP_TO, WALLETS } from './deputies.js';
import { endOf } from './ending.js';
import type { Model, Property, Row } from './moves.js';
import { DAY_MS, HOUR_MS, instanceOf, type State } from './world.js';

const HONEST = ['act', 'timer'].map((name) => MOVES[name] as Row);

interface Did {
  readonly action: number;
  readonly type: string;
  readonly by: Name;
  readonly n: number;
  /** The holder lets this one act at the time, up to so much. */
  readonly lets: number | undefined;
}

const PROPERTIES: Readonly<Record<string, Property>> = {
  'who acts holds the role, or its holder lets it then, up to the amount': (state) => {
    for (const { action, by, type, n, lets } of doneIn(state)) {
      if (by === ROLES[action]) continue;
      if (lets === undefined) return `${by} does ${action}, and nobody lets it`;
      if (type === 'Action' && n > lets) return `${by} does ${action} for ${n}, up to ${lets}`;
    }
    return undefined;
  },

  'no party does the action that another one checks, nor lets it be done': (state) => {
    const done = doneIn(state).filter(({ type }) => type === 'Action');
    const own = done.find(({ action, by }) => by === ROLES[action === 1 ? 2 : 1]);
    if (own) return `${own.by} does ${own.action}, and holds the role of the other one`;
    const partiesOf = (action: number) => new Set(done.filter((one) => one.action === action).flatMap(partiesIn));
    const [asked, answered] = [partiesOf(1), partiesOf(2)];
    const both = [...asked].filter((name) => answered.has(name));
    return both.length > 0 ? `${both.join()} does both` : undefined;
  },

  'no party that is silent holds up the others': (state) => {
    if (!instanceOf(state)) return undefined;
    const end = endOf(state, HONEST, [WALLETS.d, state.register.height % 2 === 0 ? WALLETS.x : WALLETS.y]);
    if (typeof end === 'string') return end;
    const tookMs = end.register.timestampMs - state.register.timestampMs;
    return tookMs > 2 * TERMS.silentMs + HOUR_MS ? `it takes ${tookMs / HOUR_MS} h` : undefined;
  },
};

/** Of an action that a deputy does, it and who lets it do that; a role is never passed on here. */
function partiesIn({ action, by }: Did): readonly Name[] {
  return [...new Set([by, ROLES[action] as Name])];
}

/** Actions and rejections in ledger order, with what the records before each of them say. */
function doneIn({ dockets }: State): readonly Did[] {
  const newest = new Map<string, ParticipantRecord>();
  const found: Did[] = [];
  for (const { transactions, timestampMs } of dockets)
    for (const { header, payload } of transactions) {
      const type = String(header.metadata?.type);
      if (header.metadata?.type === undefined) {
        const record = payload as unknown as ParticipantRecord;
        newest.set(record.participantId, record);
      }
      const by = nameOf(header);
      if (!by || !['Action', 'Rejection'].includes(type)) continue;
      const action = Number(header.actionId);
      const { n = 0 } = payload as { readonly n?: number };
      const lets = letsIn(newest.get(ROLES[action] ?? ''), by, timestampMs);
      found.push({ action, type, by, n, lets });
    }
  return found;
}

function letsIn(record: ParticipantRecord | undefined, by: Name, atMs: number): number | undefined {
  const one = record?.delegations?.find(
    ({ to, from, until }) => to === by && Date.parse(from) <= atMs && atMs <= Date.parse(until),
  );
  return one && (one.max ? UP_TO : Number.POSITIVE_INFINITY);
}

function nameOf({ senderWallet }: Transaction['header']): Name | undefined {
  return (Object.keys(WALLETS) as Name[]).find((name) => WALLETS[name].address === senderWallet);
}

export const DEPUTIES: Model = {
  name: 'deputies',
  start: START,
  moves: MOVES,
  properties: PROPERTIES,
  // None, within a delegation, past it, past a timer.
  waitsMs: [0, 2 * HOUR_MS, 26 * HOUR_MS, 3 * DAY_MS + HOUR_MS],
};
