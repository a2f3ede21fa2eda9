// A party of a workflow whose wallet a node keeps: it has transactions prepared and signed over REST, as any client
// would. It holds no key.
import type { Client } from '../../api/client/client.js';
import type { SignatureAlgorithm } from '../../core/model/transaction.js';

export interface WalletParty {
  readonly name: string;
  readonly walletId: string;
  readonly address: string;
  readonly algorithm: 'ED25519' | 'NISTP256';
}

/** A submission as it goes over the wire. */
export type Body = NonNullable<Parameters<Client['submitTransaction']>[0]>['body'];
type Draft = NonNullable<Parameters<Client['prepareTransaction']>[0]>['body'];

export async function newParty(
  client: Client,
  name: string,
  algorithm: WalletParty['algorithm'],
): Promise<WalletParty> {
  const { wallet } = await client.createHdWallet({ body: { name, algorithm } });
  return { name, algorithm, walletId: wallet.id, address: wallet.address };
}

/** The draft with its hashes and the party's signature. */
export async function signByParty(
  client: Client,
  party: WalletParty,
  draft: Draft,
): Promise<Body & { transactionId: string }> {
  const body = { ...draft, senderWallet: party.address };
  const { transaction, transactionId, dataToSign } = await client.prepareTransaction({ body });
  const signed = await client.signWithWallet({
    params: { id: party.walletId },
    body: { data: dataToSign, isPreHashed: true },
  });
  const { publicKey, signature, algorithm } = signed;
  return { ...transaction, transactionId, signatures: [{ publicKey, signatureValue: signature, algorithm }] };
}

/** A register that all parties own, founded with an attestation of each. `userId` is the account that asks. */
export async function foundRegister(client: Client, name: string, owners: readonly WalletParty[]) {
  const { userId } = await client.getMe();
  const begun = await client.initiateRegister({
    body: { name, owners: owners.map((owner) => ({ userId, walletId: owner.address })) },
  });
  const signedAttestations = [];
  for (const { walletId, attestationData, dataToSign, derivationPath } of begun.attestationsToSign) {
    const data = Buffer.from(dataToSign, 'hex').toString('base64');
    const body = { data, isPreHashed: true, derivationPath };
    const { publicKey, signature, algorithm } = await client.signWithWallet({ params: { id: walletId }, body });
    signedAttestations.push({ attestationData, publicKey, signature, algorithm: algorithm as SignatureAlgorithm });
  }
  const { registerId, nonce } = begun;
  return client.finalizeRegister({ body: { registerId, nonce, signedAttestations } });
}
