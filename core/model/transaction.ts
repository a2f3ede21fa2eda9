// The transaction: what a wallet signs and a register keeps. Types only; the rules are in the files beside this one.
import type { Json, JsonObject } from '../base/json.js';

/** A row of the algorithm table in core/crypto/signing/algorithms.ts. */
export type SignatureAlgorithm =
  | 'ED25519'
  | 'NISTP256'
  | 'RSA-4096'
  | 'ML-DSA-65'
  | 'ED25519+ML-DSA-65'
  | 'NISTP256+ML-DSA-65'
  | 'RSA-4096+ML-DSA-65';

/** A signature over SHA-256 of UTF-8 `{TxId}:{PayloadHash}`. Texts are base64 in its one canonical spelling. */
export interface SignatureEntry {
  readonly publicKey: string;
  readonly signatureValue: string;
  readonly algorithm: SignatureAlgorithm;
}

/** Everything the TxId covers. Members that are absent are left out of the canonical form, never null. */
export interface TransactionHeader {
  readonly registerId: string;
  readonly blueprintId: string;
  readonly actionId: string;
  readonly instanceId?: string;
  /** The pin: the TxId of the publication that this action follows. */
  readonly publicationTxId?: string;
  readonly previousTransactionId?: string;
  /** Address of the first signature's public key. */
  readonly senderWallet: string;
  readonly recipients?: readonly string[];
  readonly payloadHash: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly createdAt: string;
  readonly expiresAt?: string;
  readonly metadata?: JsonObject;
}

/**
 * A transaction whose bytes are canonical and whose TxId was recomputed. Made by core/transaction/encode.ts only.
 */
export interface Transaction {
  readonly txId: string;
  readonly header: TransactionHeader;
  readonly payload: Json;
  readonly signatures: readonly SignatureEntry[];
  /** The signers of the signatures, where they are known without reading them. */
  readonly algorithms?: readonly SignatureAlgorithm[];
  /** Canonical JSON of {header, payload, signatures}: what is stored, sent and counted. */
  readonly bytes: Uint8Array;
}

export type Priority = 'Low' | 'Normal' | 'High';

/**
 * The body of a submission (specification 2.3), camelCase. `priority` travels with it but is not part of the ledger.
 */
export interface Submission extends Omit<TransactionHeader, 'senderWallet'> {
  readonly transactionId: string;
  readonly payload: Json;
  readonly signatures: readonly SignatureEntry[];
  /** May be left out: it is the address of the first signature's key. */
  readonly senderWallet?: string;
  readonly priority?: Priority;
}

/** Closed list of kinds; the row of a kind in kinds/index.ts says which pipeline steps apply to it. */
export type TransactionKind = 'genesis' | 'publication' | 'governance' | 'participant' | 'action';
