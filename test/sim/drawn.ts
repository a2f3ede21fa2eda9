// Wishes of clients for an instance whose parties read what the others have drawn: draws on both branches, a rejection,
// an objection and its end, all on their way at once. Each draw states what was drawn in the state that its client saw,
// and by how many moves it saw it. Some come when that has changed: none of them is sealed.
import type { JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { Transaction } from '../../core/model/transaction.js';
import { keyOf, signedTransaction } from '../support/node/ledger-world.js';
import { DRAWN } from './definitions.js';
import type { Place } from './disputed.js';
import { SealedAction, walletOf } from './sealed-action.js';
import type { Wish } from './wish.js';

const [A, B, C] = [0, 1, 2] as const;
const DEFINITION = DRAWN as unknown as Definition;
/** Action, sender, amount, and where it leads. */
const DRAWS = {
  b: { action: 1, by: B, t: 1, next: [3], sealing: new SealedAction(DEFINITION, 1, B) },
  c: { action: 2, by: C, t: 2, next: [], sealing: new SealedAction(DEFINITION, 2, C) },
} as const;

interface Draw {
  readonly follows: Transaction;
  /** Moves that were sealed in the state that the client saw, and what was drawn there. */
  readonly sees: number;
  readonly drawn: number;
  /** The move that is sealed when it comes. */
  readonly needs?: Transaction;
  readonly isLie?: boolean;
}

/** By what the draw of b no longer counts, or does so again. */
const KINDS = ['raced', 'sent back', 'redone', 'kept'] as const;

export function drawnWishes({ registerId, pin }: Place, sequence: number, atMs: number): readonly Wish[] {
  const kind = KINDS[((sequence - 2) / 4) % KINDS.length] as (typeof KINDS)[number];
  const header = (action: number, previous?: Transaction) => ({
    ...{ registerId, blueprintId: DRAWN.id, actionId: String(action), instanceId: `drawn ${sequence}` },
    ...{ publicationTxId: pin, createdAt: new Date(atMs).toISOString() },
    ...(previous && { previousTransactionId: previous.txId }),
  });
  const move = (by: number, of: Parameters<typeof header>, metadata: object, payload: JsonObject) =>
    signedTransaction(keyOf(`sender ${by}`), { ...header(...of), metadata: metadata as never }, payload as never);
  const routed = (action: number, next: readonly number[]) => ({
    type: 'Action',
    routing: { completedActionId: action, next: [...next], blueprintDefinitionTxId: pin },
  });
  const wish = (tx: Transaction, needs?: Transaction): Wish => {
    return { tx, uncertain: true, insists: false, needs: needs ? [needs.txId] : [] };
  };
  const draw = (who: keyof typeof DRAWS, { follows, sees, drawn, needs, isLie = false }: Draw): Wish => {
    const { action, by, t, next, sealing } = DRAWS[who];
    const place = header(action, follows);
    const data = { t, total: drawn + t, more: isLie ? -1 : t + 1 };
    const payload = sealing.payload({ ...place, senderWallet: walletOf(by) }, data);
    const recipients = (payload.wallets as readonly JsonObject[]).map(({ walletAddress }) => walletAddress as string);
    // In the clear for the checker: t and total are sealed.
    const metadata = { ...routed(action, next), contentEncoding: 'encrypted', sees, note: `${t} ${drawn + t}` };
    return wish(signedTransaction(keyOf(`sender ${by}`), { ...place, recipients, metadata }, payload), needs);
  };
  const start = move(A, [0], routed(0, [1, 2]), { n: sequence });
  const b = draw('b', { follows: start, sees: 1, drawn: 0, isLie: kind === 'redone' || kind === 'kept' });
  const c = draw('c', { follows: start, sees: 1, drawn: 0 });
  const late = draw('c', { follows: start, sees: 2, drawn: DRAWS.b.t, needs: b.tx });
  const all = [{ ...wish(start), uncertain: false }, b, c];
  if (kind === 'raced') {
    const other = draw('b', { follows: start, sees: 2, drawn: DRAWS.c.t, needs: c.tx });
    return [...all, late, other];
  }
  if (kind === 'sent back') {
    const back = move(A, [3, b.tx], { type: 'Rejection' }, { type: 'rejection', reason: 'no' });
    const old = { ...late, needs: [back.txId] };
    const anew = draw('c', { follows: start, sees: 3, drawn: 0, needs: back });
    return [...all, wish(back, b.tx), old, anew, draw('b', { follows: back, sees: 3, drawn: 0, needs: back })];
  }
  const shown = [DRAWS.b.sealing.shown(b.tx, ['/more', '/t'])];
  const text = { type: 'objection', v: 1, ground: 'calculation', at: '/calculations/more', shown };
  const objection = move(C, [1, b.tx], { type: 'Objection' }, text);
  const outcome = kind === 'kept' ? 'keep' : 'redo';
  const end = move(A, [1, objection], { type: 'Resolution' }, { type: 'resolution', v: 1, outcome, role: 'a' });
  const disputed = [...all, wish(objection, b.tx), wish(end, objection)];
  const after = { follows: start, needs: end };
  if (kind === 'kept') {
    const old = draw('c', { ...after, sees: 3, drawn: 0 });
    return [...disputed, old, draw('c', { ...after, sees: 4, drawn: DRAWS.b.t })];
  }
  const old = { ...late, needs: [end.txId] };
  const again = draw('b', { follows: objection, sees: 4, drawn: 0, needs: end });
  return [...disputed, old, draw('c', { ...after, sees: 4, drawn: 0 }), again];
}
