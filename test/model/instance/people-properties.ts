// Properties of every state of the world of people, counted anew from its moves: one voice a party, one claim at a
// time, who cancels, and that no party that is silent holds up the others.

import { rowsIn } from '../../../core/instance/rows.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { endOf } from './ending.js';
import type { Model, Property, Row } from './moves.js';
import { MOVES, START, TERMS, VOTERS, WALLETS } from './people.js';
import { DAY_MS, HOUR_MS, instanceOf, type State } from './world.js';

const HONEST = ['act', 'vote', 'confirm', 'timer'].map((name) => MOVES[name] as Row);

const PROPERTIES: Readonly<Record<string, Property>> = {
  'a party has one voice, and votes decide as they say': (state) => {
    let cast = new Map<string, { readonly role: string; readonly vote: string }>();
    let isGone = false;
    for (const { tx } of sealedIn(state)) {
      const { metadata = {}, actionId } = tx.header;
      if (actionId !== '2') {
        // The record that ends its participant is no move of the instance.
        isGone ||= metadata.type === undefined;
        continue;
      }
      if (metadata.type !== 'Vote') {
        cast = new Map();
        continue;
      }
      const { role, vote } = metadata as { readonly role: string; readonly vote: string };
      const party = partyOf(role);
      const before = cast.get(party);
      const isSame = before?.role === role && before.vote === vote;
      if (before && !(isSame && isGone)) return `${party} votes as ${role}, and has voted`;
      cast.set(party, { role, vote });
      const yes = [...cast.values()].filter((one) => one.vote === 'yes').length;
      const silent = ['x', 'y', 'z'].filter((one) => !cast.has(one) && !(one === 'z' && isGone)).length;
      const decided = yes >= 2 ? 'yes' : yes + silent < 2 ? 'no' : undefined;
      const { led } = rowsIn(state.view)(tx.txId)?.vote ?? {};
      if (led !== decided) return `${yes} are for it, ${silent} have not voted, and it is decided: ${led}`;
      if (decided) cast = new Map();
    }
    return undefined;
  },

  'a role is reserved for one at a time, and taken by nobody else': (state) => {
    let claim: { readonly by: string; readonly untilMs: number } | undefined;
    for (const { tx, atMs } of sealedIn(state)) {
      const { senderWallet: by, actionId, metadata = {} } = tx.header;
      if (actionId !== '3' || !['Claim', 'Release', 'Action'].includes(String(metadata.type))) continue;
      const other = claim && claim.by !== by && atMs <= claim.untilMs;
      if (other) return `${metadata.type} by ${by}, and ${claim?.by} has reserved the role`;
      claim = metadata.type === 'Claim' ? { by, untilMs: atMs + TERMS.claimMs } : undefined;
    }
    return undefined;
  },

  'what others confirm counts when they have': (state) => {
    const done = new Set<string>();
    for (const { tx } of sealedIn(state)) {
      const { metadata = {}, previousTransactionId = '' } = tx.header;
      const answer = metadata.answer as { readonly accept?: boolean } | undefined;
      if (metadata.type === 'Confirmation' && answer?.accept) done.add(previousTransactionId);
    }
    const { runs = {}, state: kind } = instanceOf(state) ?? {};
    const count = runs[3]?.count ?? 0;
    if (count > done.size) return `${count} runs count, and ${done.size} are confirmed`;
    const last = state.moves.at(-1)?.header.metadata?.type;
    return kind === 'Completed' && !['Confirmation', 'Timer'].includes(String(last))
      ? `it is completed by: ${last}`
      : undefined;
  },

  'it is cancelled where it was asked for, and two agree': (state) => {
    const asks = new Set<string>();
    const agree = new Set<string>();
    for (const { tx } of sealedIn(state)) {
      const { metadata = {} } = tx.header;
      if (metadata.type !== 'Cancellation') continue;
      for (const role of metadata.roles as readonly string[]) (['opener', 'y'].includes(role) ? asks : agree).add(role);
    }
    const isAgreed = asks.size > 0 && agree.has('x') && agree.has('z');
    const isCancelled = instanceOf(state)?.state === 'Cancelled';
    return isAgreed === isCancelled ? undefined : `asked by ${[...asks]}, agreed by ${[...agree]}: ${isCancelled}`;
  },

  'no party that is silent holds up the others': (state) => {
    if (!instanceOf(state)) return undefined;
    // One of them in each state, so that a search of many costs no more.
    const name = (['x', 'z', 'c'] as const)[state.register.height % 3] ?? 'x';
    const end = endOf(state, HONEST, [WALLETS.y, WALLETS[name]]);
    if (typeof end === 'string') return `while ${name} is silent, ${end}`;
    const tookMs = end.register.timestampMs - state.register.timestampMs;
    // Of each action the term, and what waiting for one who confirms adds to the last.
    const mostMs = 2 * DAY_MS + TERMS.lapseMs + TERMS.confirmMs + HOUR_MS;
    if (tookMs > mostMs) return `while ${name} is silent, it takes ${tookMs / HOUR_MS} h`;
    return undefined;
  },
};

/** In ledger order, records of participants among them. */
function sealedIn({ dockets }: State): readonly { readonly tx: Transaction; readonly atMs: number }[] {
  return dockets.flatMap(({ transactions, timestampMs }) => transactions.map((tx) => ({ tx, atMs: timestampMs })));
}

function partyOf(role: string): string {
  return VOTERS[role] === WALLETS.y ? 'y' : role;
}

export const PEOPLE: Model = {
  name: 'people',
  start: START,
  moves: MOVES,
  properties: PROPERTIES,
  // None, past a claim, past the time to confirm, past a timer, past two of them.
  waitsMs: [0, 2 * HOUR_MS, 13 * HOUR_MS, 26 * HOUR_MS, 3 * DAY_MS],
};
