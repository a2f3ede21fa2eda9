// Properties of every state of the world of credentials. Statuses are said apart from the product: from the moves
// alone.
import type { CredentialStatus } from '../../../core/blueprint/definition/choices.js';
import { rowsIn } from '../../../core/instance/rows.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { issuanceStatus } from '../../../core/register/issued/rows.js';
import { falseRuns, gateVerdicts, issuancesIn, MOVES, START, WALLETS } from './credentials.js';
import type { Model, Property } from './moves.js';
import { inForce } from './runs.js';
import type { State } from './world.js';

/** The statuses of Issuances behind these moves. */
function statusesBy(moves: readonly Transaction[]): ReadonlyMap<string, CredentialStatus> {
  const statuses = new Map<string, CredentialStatus>();
  const issuedOf = new Map<string, string>();
  const barred = new Set<string>();
  let permit = '';
  for (const { txId, header, payload } of moves) {
    const { metadata = {}, previousTransactionId: previous = '', actionId } = header;
    const live = issuedOf.get(permit);
    if (metadata.type === 'Issuance') {
      // It begins with the status of the one that it replaces.
      const replaced = issuedOf.get(previous) ?? '';
      const isSuspended = barred.has(previous) || statuses.get(replaced) === 'suspended';
      if (statuses.has(replaced)) statuses.set(replaced, 'revoked');
      issuedOf.set(previous, txId);
      statuses.set(txId, isSuspended ? 'suspended' : 'valid');
    } else if (metadata.type === 'CredentialStatus')
      statuses.set(previous, (payload as unknown as { readonly to: CredentialStatus }).to);
    else if (metadata.type === 'Rejection' && live !== undefined) statuses.set(live, 'revoked');
    else if (metadata.type === 'Action' && actionId === '2') permit = txId;
    else if (metadata.type === 'Action' && actionId === '3') {
      barred.add(permit);
      if (live !== undefined && statuses.get(live) !== 'revoked') statuses.set(live, 'suspended');
    }
  }
  return statuses;
}

/** The Issuance and the status of each, by the product. */
const statusesOf = (state: State) =>
  new Map(issuancesIn(state).map(({ txId }) => [txId, issuanceStatus(state.view, txId)] as const));

/** Of the newest docket: the order of its moves is seen there. */
const stated: Property = (state) => {
  const [is, expected] = [statusesOf(state), statusesBy(state.moves)];
  for (const [txId, status] of expected)
    if (is.get(txId) !== status) return `${txId} is ${is.get(txId)}, and the moves say ${status}`;
  return undefined;
};

const PROPERTIES: Readonly<Record<string, Property>> = {
  'a run with a false gate never counts, as its reader confirms none': (state) => {
    const { lies } = state.truth;
    const found = inForce(state).find(({ txId }) => lies.has(txId));
    return found ? `${found.txId} is in force` : undefined;
  },

  'a run is void behind an objection of its gate': (state) => {
    const rowOf = rowsIn(state.view);
    const objected = state.moves.filter(({ header }) => header.metadata?.type === 'Objection');
    const alive = objected.find(({ header }) => rowOf(header.previousTransactionId ?? '')?.undone === undefined);
    return alive ? `${alive.header.previousTransactionId} stands behind its objection` : undefined;
  },

  'its reader finds what is false of a gate, and nobody else finds anything': (state) => {
    const [opening] = state.moves;
    if (!opening || state.moves.length > 1) return undefined;
    const isFalse = falseRuns(state).length > 0;
    const [found, others] = [WALLETS.y, WALLETS.z].map((by) =>
      gateVerdicts(state, by, opening).map((one) => one.verdict),
    );
    if (others?.length !== 0) return `a wallet without the evidence says ${others}`;
    return found?.join() === (isFalse ? 'violated' : 'verified') ? undefined : `the reader says ${found}`;
  },

  'a credential of a run has one Issuance that is not revoked': (state) => {
    const live = issuancesIn(state).filter(({ txId }) => issuanceStatus(state.view, txId) !== 'revoked');
    const runs = live.map(({ header }) => header.previousTransactionId);
    return new Set(runs).size === runs.length ? undefined : `${runs} have more than one`;
  },

  'revoked is the end': (state, before) => {
    const is = statusesOf(state);
    const [again] = [...statusesOf(before)].filter(([txId, was]) => was === 'revoked' && is.get(txId) !== 'revoked');
    return again ? `${again[0]} is ${is.get(again[0])} again` : undefined;
  },

  'a status is what was said last': stated,
};

export const CREDENTIALS: Model = {
  name: 'credentials',
  start: START,
  moves: MOVES,
  properties: PROPERTIES,
  inDocket: stated,
  // A licence is shown for an hour at most, and nothing else here waits for time.
  waitsMs: [0],
};
