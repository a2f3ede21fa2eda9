// The DID strings of the platform: wallets, registers' transactions. Text only: nothing is resolved here.
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

/** `did:quorate:register:{registerId}/tx/{txId}`: the @id of a transaction (specification 2.3). */
export function transactionDid(registerId: string, txId: string): string {
  return `${REGISTER}${registerId}/tx/${txId}`;
}
