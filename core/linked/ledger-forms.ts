// Things of a ledger as linked data: each that a client sees as JSON, as a node with a name. A node shows no more than
// its JSON does, so that it needs no right of its own.
import { docketDid, registerDid, transactionDid, walletDid } from '../register/people/did.js';
import type { LinkedNode, NamedNode } from './document.js';

/** A transaction as clients see it as JSON. */
export interface TransactionShown {
  readonly registerId: string;
  readonly txId: string;
  readonly prevTxId?: string | undefined;
  readonly docketNumber?: number | undefined;
  readonly docketHash?: string | undefined;
  readonly index?: number | undefined;
  readonly version: number;
  readonly senderWallet: string;
  readonly recipientsWallets: readonly string[];
  readonly timeStamp: string;
  readonly expiresAt?: string | undefined;
  readonly metaData: object;
  readonly payloadHash: string;
  readonly payloadCount: number;
  readonly payloads: readonly object[];
  readonly signature: string;
  readonly signatures: readonly object[];
}

/** The form of the specification's section 2.3, with the names of what the transaction leads to. */
export function transactionNode(tx: TransactionShown): NamedNode {
  const { registerId, prevTxId, docketNumber } = tx;
  return {
    '@type': 'Transaction',
    '@id': transactionDid(registerId, tx.txId),
    registerId,
    txId: tx.txId,
    register: registerDid(registerId),
    previousTxHash: prevTxId,
    previousTransaction: prevTxId === undefined ? undefined : transactionReference(registerId, prevTxId),
    blockNumber: docketNumber,
    docket: docketNumber === undefined ? undefined : docketDid(registerId, docketNumber),
    docketHash: tx.docketHash,
    index: tx.index,
    version: tx.version,
    timestamp: tx.timeStamp,
    expiresAt: tx.expiresAt,
    senderWallet: tx.senderWallet,
    sender: walletDid(tx.senderWallet),
    recipients: tx.recipientsWallets,
    metadata: tx.metaData,
    payloadHash: tx.payloadHash,
    payloadCount: tx.payloadCount,
    payloads: tx.payloads,
    signature: tx.signature,
    signatures: tx.signatures,
  };
}

/** A transaction by its name: where it is read, its DID says. */
export function transactionReference(registerId: string, txId: string): NamedNode {
  return { '@type': 'TransactionReference', '@id': transactionDid(registerId, txId), registerId, txId };
}

/** A page of transactions, by reference. */
export function transactionListNode({
  transactions,
  ...page
}: {
  readonly transactions: readonly { readonly registerId: string; readonly txId: string }[];
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly total?: number | undefined;
  readonly nextCursor?: string | undefined;
}): LinkedNode {
  const items = transactions.map(({ registerId, txId }) => transactionReference(registerId, txId));
  const { page: number, pageSize, total, nextCursor } = page;
  return { '@type': 'Collection', items, page: number, pageSize, total, nextCursor };
}

export interface DocketShown {
  readonly registerId: string;
  readonly number: number;
  readonly previousHash?: string | undefined;
  readonly hash: string;
  readonly timestamp: string;
  readonly validatorAddress: string;
  readonly transactionIds: readonly string[];
  readonly transactionCount: number;
  readonly state: string;
  readonly merkleRoot: string;
  readonly consensusVotes: readonly object[];
  readonly header: object;
  readonly certificate: object;
}

/** A sealed docket with the names of its transactions. */
export function docketNode(docket: DocketShown): NamedNode {
  const { registerId, number, transactionIds } = docket;
  return {
    '@type': 'Docket',
    '@id': docketDid(registerId, number),
    registerId,
    register: registerDid(registerId),
    number,
    previousHash: docket.previousHash,
    hash: docket.hash,
    timestamp: docket.timestamp,
    validatorAddress: docket.validatorAddress,
    transactionCount: docket.transactionCount,
    transactionIds,
    // Their names alone: a docket has thousands.
    transactions: transactionIds.map((txId) => ({
      '@type': 'TransactionReference',
      '@id': transactionDid(registerId, txId),
    })),
    state: docket.state,
    merkleRoot: docket.merkleRoot,
    consensusVotes: docket.consensusVotes,
    header: docket.header,
    certificate: docket.certificate,
  };
}

export interface RegisterShown {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly height: number;
  readonly status: string;
  readonly statusReason?: string | undefined;
  readonly advertise: boolean;
  readonly isFullReplica: boolean;
  readonly tenantId: string;
  readonly purpose?: string | undefined;
  readonly sandbox: boolean;
  readonly metadata: object;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The record of a register on this node. */
export function registerNode(register: RegisterShown): NamedNode {
  const { id, name, description, height, status, statusReason, advertise, isFullReplica } = register;
  const { tenantId, purpose, sandbox, metadata, createdAt, updatedAt } = register;
  return {
    '@type': 'Register',
    '@id': registerDid(id),
    ...{ id, name, description, height, status, statusReason, advertise, isFullReplica },
    ...{ tenantId, purpose, sandbox, metadata, createdAt, updatedAt },
  };
}
