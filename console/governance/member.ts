// Members of a roster are wallets: their DID holds the address.

const WALLET = 'did:quorate:w:';

/** The address as people compare it; any other text as it is. */
export function memberAddress(did: string): string {
  return did.startsWith(WALLET) ? did.slice(WALLET.length) : did;
}

export function memberDid(address: string): string {
  return WALLET + address;
}
