// The DID strings of the platform: wallets, registers and what lies behind them. Text only: nothing is resolved here.
import { isAddress } from '../../crypto/keys/address.js';

const WALLET = 'did:quorate:w:';
const REGISTER = 'did:quorate:register:';

/** `did:quorate:w:{address}`: the subject of attestations and rosters. */
export function walletDid(address: string): string {
  return WALLET + address;
}

/** The address that a wallet DID names; undefined for any other text. */
export function addressOfDid(did: string): string | undefined {
  const address = did.startsWith(WALLET) ? did.slice(WALLET.length) : undefined;
  return isAddress(address) ? address : undefined;
}

/** `did:quorate:register:{registerId}`. */
export function registerDid(registerId: string): string {
  return REGISTER + registerId;
}

/** `did:quorate:register:{registerId}/tx/{txId}`: the @id of a transaction (specification 2.3). */
export function transactionDid(registerId: string, txId: string): string {
  return `${REGISTER}${registerId}/tx/${txId}`;
}

export interface TransactionPlace {
  readonly registerId: string;
  readonly txId: string;
}

const TRANSACTION = /^did:quorate:register:([0-9a-f-]{36})\/tx\/([0-9a-f]{64})$/;

/** The transaction that such a text names; undefined for any other. */
export function placeOfTransactionDid(did: string): TransactionPlace | undefined {
  const [, registerId, txId] = TRANSACTION.exec(did) ?? [];
  return registerId === undefined || txId === undefined ? undefined : { registerId, txId };
}

/** `did:quorate:register:{registerId}/docket/{number}`. */
export function docketDid(registerId: string, number: number): string {
  return `${REGISTER}${registerId}/docket/${number}`;
}

/** The definition within the transaction that published it. */
export function definitionDid(registerId: string, publicationTxId: string): string {
  return `${transactionDid(registerId, publicationTxId)}#definition`;
}
