// The DID strings of the platform: wallets, registers' transactions. Text only: nothing is resolved here.
import { isHex, isUuid } from '../base/bytes.js';
import { isAddress } from '../crypto/address.js';

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

/** `did:quorate:register:{registerId}/tx/{txId}`: the @id of a transaction (specification 2.3). */
export function transactionDid(registerId: string, txId: string): string {
  return `${REGISTER}${registerId}/tx/${txId}`;
}

/** Register and transaction that a transaction DID names; undefined for any other text. */
export function parseTransactionDid(did: string): { readonly registerId: string; readonly txId: string } | undefined {
  if (!did.startsWith(REGISTER)) return undefined;
  const [registerId, tx, txId, ...rest] = did.slice(REGISTER.length).split('/');
  return isUuid(registerId) && tx === 'tx' && isHex(txId, 32) && rest.length === 0 ? { registerId, txId } : undefined;
}
