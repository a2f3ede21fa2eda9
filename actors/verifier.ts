// Verifies the signatures of transactions off the event loop, once per node: the result is kept by TxId together with
// the signatures it was found for, because a TxId does not cover them. Bounds the native jobs in flight, so that a
// synced write never waits behind hundreds of them.
import { LRUCache } from 'lru-cache';
import { fromHex } from '../core/base/bytes.js';
import { TaskScheduler } from '../core/base/queues/task-scheduler.js';
import { docketKey } from '../core/base/queues/turn-key.js';
import type { SignedClaim } from '../core/consensus/certificate.js';
import { verify, verifySync } from '../core/crypto/signing/algorithms.js';
import { isGovernanceAction } from '../core/kinds/governance.js';
import { isParticipantRecord } from '../core/kinds/participant.js';
import type { Docket } from '../core/model/register.js';
import type { Transaction } from '../core/model/transaction.js';
import { verifierAlgorithms } from '../core/validate/parts/gate-signatures.js';
import type { ClaimsVerifier, SignatureVerifier } from './ports.js';
import {
  type SignatureCheck,
  type SignatureCheckSync,
  SignatureScheduler,
  type Verifying,
} from './signature-scheduler.js';

export interface VerifierOptions {
  /** Signatures under verification at once. */
  readonly inFlightMax: number;
  /**
   * Where signatures are verified; on the platform's four threads, which LevelDB's writes share, unless told otherwise.
   */
  readonly check?: SignatureCheck;
  /**
   * On the event loop, for a lone Ed25519 signature that would wait for those of other organisations; none unless
   * given.
   */
  readonly checkSync?: SignatureCheckSync;
  /** Verified transactions that are remembered, those used last. */
  readonly remembered: number;
}

export interface OwnVerifier extends SignatureVerifier {
  /**
   * Takes as verified what a proven key of this process signed just now (Signed.isProven): this very value, whatever
   * else has its TxId.
   */
  trust(tx: Transaction): void;
}

interface Underway {
  readonly one: Verifying;
  readonly done: Promise<boolean>;
}

/** Signatures of other algorithms than Ed25519 at once: they have one thread, where each takes some milliseconds. */
const OTHERS_IN_FLIGHT = 8;

export function signatureVerifier(options: VerifierOptions): OwnVerifier {
  const check = options.check ?? platformCheck;
  const known = new LRUCache<string, Transaction['signatures']>({ max: options.remembered });
  /** A docket often comes while the same transactions, offered before it, are still being verified. */
  const underway = new Map<string, Underway>();
  /**
   * By identity, and on purpose: what was proven is the very value that the key of this process signed. A TxId does not
   * cover signatures, and a copy that differs in one of them would pass under any name; nothing has to be forgotten,
   * because an entry goes with its value.
   */
  const own = new WeakSet<Transaction>();
  const quick = new SignatureScheduler(options.inFlightMax, check, options.checkSync);
  /** Apart, so that no Ed25519 signature waits for them. */
  const others = new SignatureScheduler(Math.min(options.inFlightMax, OTHERS_IN_FLIGHT), check);

  return {
    isSeen: (txId) => known.get(txId) !== undefined,
    trust: (tx) => void own.add(tx),
    verify(tx, turn = '') {
      // Noted only now: asked before it was ever submitted, a transaction that was seen is looked for among the sealed
      // ones.
      if (own.has(tx)) {
        known.set(tx.txId, tx.signatures);
        return Promise.resolve(true);
      }
      const seen = known.get(tx.txId);
      if (seen && sameSignatures(seen, tx.signatures)) return Promise.resolve(true);
      if (tx.signatures.length === 0) return Promise.resolve(false);
      const scheduler = isQuick(tx) ? quick : others;
      const twin = underway.get(tx.txId);
      if (twin && sameSignatures(twin.one.tx.signatures, tx.signatures)) {
        scheduler.join(twin.one, turn);
        return twin.done;
      }
      let resolve: (ok: boolean) => void = () => undefined;
      const done = new Promise<boolean>((settle) => {
        resolve = settle;
      });
      const item = scheduler.begin(tx, turn, (ok) => {
        if (ok) known.set(tx.txId, tx.signatures);
        if (underway.get(tx.txId)?.done === done) underway.delete(tx.txId);
        resolve(ok);
      });
      if (!twin) underway.set(tx.txId, { one: item, done });
      return done;
    },
  };
}

/**
 * Acts of governance and participant records carry signatures of other algorithms in their payloads, and verifiers of
 * gates sign with theirs.
 */
function isQuick({ header, signatures }: Transaction): boolean {
  if (isGovernanceAction(header) || isParticipantRecord(header)) return false;
  if (verifierAlgorithms(header).some((algorithm) => algorithm !== 'ED25519')) return false;
  return signatures.every(({ algorithm }) => algorithm === 'ED25519');
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
 * Checks the signatures of consensus messages and certificates off the event loop, with at most `inFlightMax` native
 * verifications at once. A verifier serves the whole node, or its bound holds for each. `within` is another one whose
 * bound holds as well: for work that may take only a part of it.
 */
export function claimsVerifier(inFlightMax: number, within: ClaimsVerifier = native): ClaimsVerifier {
  const item = fewAtOnce(inFlightMax, (claim: SignedClaim) => within([claim]));
  return async (claims) => (await Promise.all(claims.map(item))).every(Boolean);
}

/** The check for at most `max` at a time, the others in their order. Their number is bounded by who asks. */
export function fewAtOnce<T>(max: number, check: (asked: T) => Promise<boolean>): (asked: T) => Promise<boolean> {
  const scheduler = new TaskScheduler({ atOnce: max });
  return (asked) => scheduler.run('', () => check(asked));
}

/** On the platform's threads. */
export const platformCheck: SignatureCheck = ({ algorithm, publicKey, digest, signature }) =>
  verify(algorithm, publicKey, digest, signature);

/** On the event loop. */
export const syncCheck: SignatureCheckSync = ({ algorithm, publicKey, digest, signature }) =>
  verifySync(algorithm, publicKey, digest, signature);

/** Verifies the transactions of a docket together; the answer tells of each. */
export async function verifyAll(
  verifier: SignatureVerifier,
  { header, transactions }: Pick<Docket, 'header' | 'transactions'>,
): Promise<(tx: Transaction) => boolean> {
  const turn = docketKey(header.registerId);
  const results = await Promise.all(transactions.map((tx) => verifier.verify(tx, turn)));
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
