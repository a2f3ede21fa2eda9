// Wishes of the clients of a simulated cluster: signed transactions, made once for each register, because real
// signatures cost time.
import { LINE } from '../support/node/ledger-line.js';
import { keyOf, signedTransaction } from '../support/node/ledger-world.js';
import { FORK, TIMED } from './definitions.js';
import { disputeWishes } from './disputed.js';
import { drawnWishes } from './drawn.js';
import { type FoundedRegister, START_MS } from './founding.js';
import { issuedWishes } from './issued.js';
import { sharedWishes } from './shared.js';
import type { Wish } from './wish.js';

/** When a transaction is dated, and whether some of them expire. */
export interface Dated {
  readonly expiring: boolean;
  readonly atMs: number;
}

/** From this number on wishes do nothing but move the sealed time on. */
export const AFTER_STORM = 1000;
const HALF_HOUR_MS = 1_800_000;

/**
 * The date of what is signed at that time: no node takes what is older than an hour, and few dates mean few signatures.
 */
export function datedAt(nowMs: number): number {
  return START_MS + Math.floor((nowMs - START_MS) / HALF_HOUR_MS) * HALF_HOUR_MS;
}

/** The register of a wish. */
export type Pinned = Pick<
  FoundedRegister,
  'registerId' | 'pin' | 'forkPin' | 'timedPin' | 'disputedPin' | 'sharedPin' | 'drawnPin' | 'issuedPin'
>;

const wishes = new Map<string, readonly Wish[]>();

/**
 * The `sequence`-th wishes of the workload: mostly an action that starts an instance; sometimes one that soon expires,
 * sometimes an instance with two rivals for its second action, of which one can be sealed.
 */
export function wishesOf(register: Pinned, sequence: number, how: Dated): readonly Wish[] {
  const key = `${register.pin} ${register.forkPin} ${register.timedPin} ${register.disputedPin} ${sequence} ${how.expiring} ${how.atMs}`;
  let made = wishes.get(key);
  if (!made) {
    made = wishesFor(register, sequence, how);
    wishes.set(key, made);
  }
  return made;
}

const plain = { needs: [], insists: false } as const;

function wishesFor(register: Pinned, sequence: number, how: Dated): readonly Wish[] {
  const { registerId, pin, forkPin, timedPin, disputedPin, sharedPin, drawnPin, issuedPin } = register;
  const { expiring, atMs } = how;
  const isOfStorm = sequence < AFTER_STORM;
  if (disputedPin !== undefined && isOfStorm && sequence % 4 === 1)
    return disputeWishes({ registerId, pin: disputedPin }, sequence, atMs);
  if (sharedPin !== undefined && isOfStorm && sequence % 4 === 3)
    return sharedWishes({ registerId, pin: sharedPin }, sequence, atMs);
  if (drawnPin !== undefined && isOfStorm && sequence % 4 === 2)
    return drawnWishes({ registerId, pin: drawnPin }, sequence, atMs);
  // Of these, few are left: others are of timers, or open a plain instance.
  if (issuedPin !== undefined && isOfStorm && sequence % 8 === 4 && sequence % 3 !== 0)
    return issuedWishes({ registerId, pin: issuedPin }, sequence, atMs);
  if (forkPin !== undefined && sequence % 3 === 2) return forkWishes({ registerId, forkPin }, sequence, atMs);
  if (timedPin !== undefined && sequence % 3 === 0) return timedWishes({ registerId, timedPin }, sequence, atMs);
  // An instance that a transaction opens by itself has no id that could tell a second copy: only the sealed index knows
  // it.
  const instance = sequence % 5 === 1 ? { instanceId: `instance ${sequence}` } : {};
  const act = (actionId: string, note: string, more: { previousTransactionId?: string; expiresAt?: string } = {}) =>
    signedTransaction(
      keyOf(`sender ${(sequence + note.length) % 3}`),
      {
        registerId,
        blueprintId: LINE.id,
        actionId,
        ...instance,
        publicationTxId: pin,
        createdAt: new Date(atMs).toISOString(),
        ...more,
      },
      { sequence, note },
    );
  if (expiring && sequence % 5 === 3)
    return [
      {
        tx: act('0', 'short', { expiresAt: new Date(atMs + 15_000 + sequence * 500).toISOString() }),
        uncertain: true,
        ...plain,
      },
    ];
  const start = act('0', 'start');
  if (sequence % 5 !== 1) return [{ tx: start, uncertain: false, ...plain }];
  const rivals = ['one', 'three'].map((note) => act('1', note, { previousTransactionId: start.txId }));
  return [{ tx: start, uncertain: false, ...plain }, ...rivals.map((tx) => ({ tx, uncertain: true, ...plain }))];
}

/** Two branches and their join, each in time or too late, as it comes. */
function forkWishes(
  { registerId, forkPin }: { registerId: string; forkPin: string },
  sequence: number,
  atMs: number,
): Wish[] {
  const act = (action: number, previousTransactionId?: string) =>
    signedTransaction(
      keyOf(`sender ${action % 3}`),
      {
        registerId,
        blueprintId: FORK.id,
        actionId: String(action),
        instanceId: `fork ${sequence}`,
        publicationTxId: forkPin,
        createdAt: new Date(atMs).toISOString(),
        ...(previousTransactionId !== undefined && { previousTransactionId }),
      },
      { sequence, action },
    );
  const start = act(0);
  const [one, two] = [act(1, start.txId), act(2, start.txId)];
  const join = act(3, (sequence % 2 === 0 ? one : two).txId);
  const late = { uncertain: true, insists: true };
  return [
    { tx: start, uncertain: false, ...plain },
    ...[one, two].map((tx) => ({ tx, needs: [], ...late })),
    { tx: join, needs: [one.txId, two.txId], ...late },
  ];
}

/**
 * An answer and an end, each in time or after its timer, as it comes; now and then there is none, or a party asks to
 * cancel it, and the other one agrees or not.
 */
function timedWishes(
  { registerId, timedPin }: { registerId: string; timedPin: string },
  sequence: number,
  atMs: number,
): Wish[] {
  const move = (
    by: number,
    more: { actionId: string; previousTransactionId?: string; metadata?: object },
    said: object,
  ) =>
    signedTransaction(
      keyOf(`sender ${by}`),
      {
        registerId,
        blueprintId: TIMED.id,
        instanceId: `timed ${sequence}`,
        publicationTxId: timedPin,
        createdAt: new Date(atMs).toISOString(),
        ...(more as { actionId: string }),
      },
      said as { readonly [name: string]: number | string },
    );
  const act = (action: number, previousTransactionId?: string) =>
    move(
      action % 3,
      { actionId: String(action), ...(previousTransactionId !== undefined && { previousTransactionId }) },
      { n: sequence },
    );
  const start = act(0);
  const answer = act(1, start.txId);
  const late = { uncertain: true, insists: true };
  const all = [
    { tx: start, uncertain: false, ...plain },
    { tx: answer, needs: [], ...late },
    { tx: act(2, answer.txId), needs: [answer.txId], ...late },
  ];
  const kind = (sequence / 3) % 5;
  if (kind < 3) return all.slice(0, 1 + kind);
  const cancels = (by: number, role: string) =>
    move(
      by,
      { actionId: '0', previousTransactionId: start.txId, metadata: { roles: [role], type: 'Cancellation' } },
      { reason: 'No more.', type: 'cancellation' },
    );
  const asks = cancels(0, 'a');
  const uncertain = { uncertain: true, insists: false };
  const ending = [
    { tx: start, uncertain: false, ...plain },
    { tx: asks, needs: [start.txId], ...uncertain },
    { tx: cancels(1, 'b'), needs: [asks.txId], ...uncertain },
  ];
  return kind === 3 ? ending : ending.slice(0, 2);
}
