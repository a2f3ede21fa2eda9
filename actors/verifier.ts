// Verifies the signatures of transactions off the event loop, once per node: the result is kept by TxId together with the signatures it was
// found for, because a TxId does not cover them. Bounds the native jobs in flight, so that a synced write never waits behind hundreds of them.
import { fromHex } from '../core/base/bytes.js';
import type { Claim } from '../core/consensus/certificate.js';
import { verify } from '../core/crypto/algorithms.js';
import { BoundedCache } from '../core/crypto/cache.js';
import type { Transaction } from '../core/transaction/types.js';
import { type SignatureTask, signatureTasks } from '../core/transaction/validate/signature.js';
import type { ClaimsVerifier } from './docket/inbox.js';
import type { SignatureVerifier } from './ports.js';

/** Whether one signature is good. Never rejects. */
export type SignatureCheck = (task: SignatureTask) => Promise<boolean>;

export interface VerifierOptions {
  /** Transactions under verification at once. */
  readonly inFlightMax: number;
  /** Where signatures are verified; on the platform's four threads, which LevelDB's writes share, unless told otherwise. */
  readonly check?: SignatureCheck;
  /** Verified transactions remembered at the most; the latest half of them at least. */
  readonly remembered: number;
}

export interface OwnVerifier extends SignatureVerifier {
  /** Takes as verified what a proven key of this process signed just now (Signed.isProven): this very value, whatever else has its TxId. */
  trust(tx: Transaction): void;
}

interface Underway {
  readonly signatures: Transaction['signatures'];
  readonly done: Promise<boolean>;
}

export function signatureVerifier(options: VerifierOptions): OwnVerifier {
  const check = options.check ?? platformCheck;
  const known = new BoundedCache<Transaction['signatures']>(options.remembered / 2);
  /** A docket often comes while the same transactions, offered before it, are still being verified. */
  const underway = new Map<string, Underway>();
  const own = new WeakSet<Transaction>();
  const waiting: (() => void)[] = [];
  let waitingHead = 0;
  let inFlight = 0;

  function start(tx: Transaction, done: (ok: boolean) => void): void {
    inFlight++;
    const finish = (ok: boolean) => {
      inFlight--;
      if (ok) known.set(tx.txId, tx.signatures);
      done(ok);
      next();
    };
    verified(tx, check).then(finish, () => finish(false));
  }

  function next(): void {
    while (inFlight < options.inFlightMax && waitingHead < waiting.length) waiting[waitingHead++]!();
    if (waitingHead === waiting.length && waitingHead > 0) {
      waiting.length = 0;
      waitingHead = 0;
    } else if (waitingHead > 4096) {
      waiting.splice(0, waitingHead);
      waitingHead = 0;
    }
  }

  return {
    seen: (txId) => known.get(txId) !== undefined,
    trust: (tx) => void own.add(tx),
    verify(tx) {
      // Noted only now: asked before it was ever submitted, a transaction that was seen is looked for among the sealed ones.
      if (own.has(tx)) {
        known.set(tx.txId, tx.signatures);
        return Promise.resolve(true);
      }
      const seen = known.get(tx.txId);
      if (seen && sameSignatures(seen, tx.signatures)) return Promise.resolve(true);
      const twin = underway.get(tx.txId);
      if (twin && sameSignatures(twin.signatures, tx.signatures)) return twin.done;
      const done = new Promise<boolean>((resolve) => {
        const finish = (ok: boolean) => {
          if (underway.get(tx.txId)?.signatures === tx.signatures) underway.delete(tx.txId);
          resolve(ok);
        };
        if (inFlight < options.inFlightMax) start(tx, finish);
        else waiting.push(() => start(tx, finish));
      });
      if (!twin) underway.set(tx.txId, { signatures: tx.signatures, done });
      return done;
    },
  };
}

/** Off the event loop. */
const native: ClaimsVerifier = async (claims) =>
  (
    await Promise.all(
      claims.map(({ publicKey, digest, signature }) =>
        verify('ED25519', fromHex(publicKey), digest, fromHex(signature)),
      ),
    )
  ).every(Boolean);

/**
 * Checks the signatures of consensus messages and certificates off the event loop, with at most `inFlightMax` native verifications at once. One serves the
 * whole node, or its bound holds for each. `within` is another one whose bound holds as well: for work that may take only a part of it.
 */
export function claimsVerifier(inFlightMax: number, within: ClaimsVerifier = native): ClaimsVerifier {
  const one = fewAtOnce(inFlightMax, (claim: Claim) => within([claim]));
  return async (claims) => (await Promise.all(claims.map(one))).every(Boolean);
}

/** The check for at most `max` at a time, the others in their order. Their number is bounded by who asks. */
export function fewAtOnce<T>(max: number, check: (asked: T) => Promise<boolean>): (asked: T) => Promise<boolean> {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (asked) => {
    while (underWay >= max) await new Promise<void>((resolve) => waiting.push(resolve));
    underWay++;
    try {
      return await check(asked);
    } finally {
      underWay--;
      waiting.shift()?.();
    }
  };
}

/** On the platform's threads. */
export const platformCheck: SignatureCheck = ({ algorithm, publicKey, digest, signature }) =>
  verify(algorithm, publicKey, digest, signature);

function verified(tx: Transaction, check: SignatureCheck): Promise<boolean> {
  const tasks = signatureTasks(tx);
  const [first] = tasks;
  // Nearly all have one signature: no list is made for it.
  if (first && tasks.length === 1) return check(first);
  return Promise.all(tasks.map(check)).then((results) => results.length > 0 && results.every(Boolean));
}

/** Verifies the transactions of a docket together; the answer tells of each. */
export async function verifyAll(
  verifier: SignatureVerifier,
  transactions: readonly Transaction[],
): Promise<(tx: Transaction) => boolean> {
  const results = await Promise.all(transactions.map((tx) => verifier.verify(tx)));
  const good = new Set(transactions.filter((_, i) => results[i]));
  return (tx) => good.has(tx);
}

function sameSignatures(a: Transaction['signatures'], b: Transaction['signatures']): boolean {
  return (
    a.length === b.length &&
    a.every(
      (entry, i) =>
        entry.signatureValue === b[i]!.signatureValue &&
        entry.publicKey === b[i]!.publicKey &&
        entry.algorithm === b[i]!.algorithm,
    )
  );
}
