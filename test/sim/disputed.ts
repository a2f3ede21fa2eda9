// Wishes of clients for an instance with disputes: a run that is true or false, objections to it, how the dispute ends,
// and what follows, all on their way at once. Which of them is taken is for the ledger to say.
import { sha256 } from '../../core/base/hash.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { deliveryContext } from '../../core/envelope/delivery/delivery-form.js';
import { encryptProvable } from '../../core/envelope/delivery/provable.js';
import { classesRead } from '../../core/instance/deliveries/owed.js';
import type { Transaction } from '../../core/model/transaction.js';
import { good } from '../support/base/good.js';
import { keyOf, signedTransaction } from '../support/node/ledger-world.js';
import { DISPUTED } from './definitions.js';
import { receiverOf, SealedAction, walletOf } from './sealed-action.js';
import type { Wish } from './wish.js';

export interface Place {
  readonly registerId: string;
  readonly pin: string;
}

const DEFINITION = DISPUTED as unknown as Definition;
const [A, B, C] = [0, 1, 2] as const;
const DOUBLE = new SealedAction(DEFINITION, 1, B);
const OUTCOMES = ['keep', 'redo', 'end'] as const;
const UNCERTAIN = { uncertain: true, insists: false } as const;

export function disputeWishes({ registerId, pin }: Place, sequence: number, atMs: number): readonly Wish[] {
  const n = (sequence - 1) / 4;
  // Some state what is true: then each objection is refused.
  const isLie = n % 4 !== 3;
  const outcome = OUTCOMES[n % 3] as (typeof OUTCOMES)[number];
  const header = (action: number, previous?: Transaction) => ({
    ...{ registerId, blueprintId: DISPUTED.id, actionId: String(action), instanceId: `disputed ${sequence}` },
    ...{ publicationTxId: pin, createdAt: new Date(atMs).toISOString() },
    ...(previous && { previousTransactionId: previous.txId }),
  });
  const move = (by: number, type: string, [action, previous]: readonly [number, Transaction?], payload: JsonObject) =>
    signedTransaction(keyOf(`sender ${by}`), { ...header(action, previous), metadata: { type } }, payload);
  const routed = (action: number, next: readonly number[]) => ({
    type: 'Action',
    routing: { completedActionId: action, next: [...next], blueprintDefinitionTxId: pin },
  });
  const acts = (
    by: number,
    [action, previous]: readonly [number, Transaction?],
    { payload, sees }: { readonly payload: JsonObject; readonly sees?: number },
  ) => {
    const metadata = { ...routed(action, action === 0 ? [1] : []), ...(sees !== undefined && { sees }) };
    return signedTransaction(keyOf(`sender ${by}`), { ...header(action, previous), metadata }, payload);
  };
  const run = (previous: Transaction, data: JsonObject) => {
    const payload = DOUBLE.payload({ ...header(1, previous), senderWallet: walletOf(B) }, data);
    const recipients = (payload.wallets as readonly JsonObject[]).map(({ walletAddress }) => walletAddress as string);
    const metadata = { ...routed(1, [2]), contentEncoding: 'encrypted' };
    return signedTransaction(keyOf(`sender ${B}`), { ...header(1, previous), recipients, metadata }, payload);
  };
  const start = acts(A, [0], { payload: { price: 5 } });
  const double = isLie ? 999 : 2 * sequence;
  const stated = run(start, { q: sequence, double });
  /** Behind so many moves: two without a dispute, four where its run is kept, and five where it is done again. */
  const sum = (previous: Transaction, { r, sees, of = double }: { r: number; sees: number; of?: number }) =>
    acts(C, [2, previous], { payload: { r, sum: 5 + of + r }, sees });
  const text = {
    type: 'objection',
    v: 1,
    ground: 'calculation',
    at: '/calculations/double',
    shown: [DOUBLE.shown(stated, ['/double', '/q'])],
  };
  const objection = move(C, 'Objection', [1, stated], text as JsonObject);
  const resolution = move(A, 'Resolution', [1, objection], { type: 'resolution', v: 1, outcome, role: 'a' });
  // A party that alone decides nothing.
  const own = move(C, 'Resolution', [1, objection], { type: 'resolution', v: 1, outcome: 'keep', role: 'c' });
  const again = run(objection, { q: sequence, double: 2 * sequence });
  const challenge = move(C, 'Challenge', [1, stated], { type: 'challenge', v: 1, role: 'c' });
  const delivery = deliveryOf(stated, header(1, stated));
  return [
    { tx: start, uncertain: false, insists: false, needs: [] },
    { tx: stated, ...UNCERTAIN, needs: [] },
    { tx: challenge, ...UNCERTAIN, needs: [stated.txId] },
    { tx: objection, ...UNCERTAIN, needs: [stated.txId] },
    { tx: sum(stated, { r: 1, sees: n % 2 === 0 ? 4 : 2 }), ...UNCERTAIN, needs: n % 2 === 0 ? [objection.txId] : [] },
    { tx: delivery, ...UNCERTAIN, needs: [challenge.txId] },
    { tx: own, ...UNCERTAIN, needs: [] },
    { tx: resolution, ...UNCERTAIN, needs: [objection.txId] },
    // Some do not wait for who decides.
    { tx: again, ...UNCERTAIN, needs: [n % 2 === 0 ? resolution.txId : objection.txId] },
    { tx: sum(again, { r: 3, sees: 5, of: 2 * sequence }), ...UNCERTAIN, needs: [again.txId] },
    { tx: sum(stated, { r: 2, sees: 4 }), ...UNCERTAIN, needs: [resolution.txId] },
  ];
}

function deliveryOf(run: Transaction, header: Omit<Parameters<typeof signedTransaction>[1], 'metadata'>): Transaction {
  const classes = classesRead(DEFINITION, run, 'c');
  const to = receiverOf(walletOf(C));
  const made = encryptProvable({
    ...{ role: 'c', runs: [{ txId: run.txId, classes, opened: DOUBLE.opened(run) }], to },
    context: deliveryContext(header.registerId, header.instanceId ?? ''),
    entropy: sha256(`delivery ${run.txId}`),
    sender: walletOf(B),
  });
  const payload = JSON.parse(JSON.stringify(good(made))) as JsonObject;
  const whole = { ...header, recipients: [to.walletAddress], metadata: { type: 'Delivery' } };
  return signedTransaction(keyOf(`sender ${B}`), whole, payload);
}
