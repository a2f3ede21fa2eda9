// DID documents (DID 1.0 section 4) of registers and wallets. Public keys, names and addresses alone; whom they are
// shown to is decided by the caller of these functions.
import { fromBase64, fromHex } from '../base/bytes.js';
import { sha256Hex } from '../base/hash.js';
import { canonical } from '../base/json.js';
import { ed25519Jwk, type PublicJwk, publicJwks } from '../crypto/keys/jwk.js';
import type { Member, Roster } from '../model/register.js';
import type { SignatureAlgorithm } from '../model/transaction.js';
import { registerDid, walletDid } from '../register/people/did.js';
import { DID_CONTEXT_PATH, SERVICE_TYPES } from './terms.js';

export interface VerificationMethod {
  readonly id: string;
  readonly type: 'JsonWebKey2020';
  readonly controller: string;
  readonly publicKeyJwk: PublicJwk;
}

export interface DidService {
  readonly id: string;
  readonly type: string;
  readonly serviceEndpoint: string;
}

export interface DidDocument {
  readonly '@context': readonly string[];
  readonly id: string;
  readonly controller?: readonly string[];
  readonly verificationMethod: readonly VerificationMethod[];
  readonly authentication?: readonly string[];
  readonly assertionMethod?: readonly string[];
  readonly service?: readonly DidService[];
}

const DID_CONTEXTS = ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'] as const;

function method(did: string, name: string, publicKeyJwk: PublicJwk): VerificationMethod {
  return { id: `${did}#${name}`, type: 'JsonWebKey2020', controller: did, publicKeyJwk };
}

export interface DescribedRegister {
  readonly registerId: string;
  readonly members: readonly Member[];
  readonly roster: Roster;
  /** The origin at which clients find the node. */
  readonly publicUrl: string;
}

/**
 * Of a register. Owners and Admins govern it, by the votes that its policy asks for: they are its controllers. The keys
 * of its validators assert its dockets, as many together as a certificate takes.
 */
export function registerDocument({ registerId, members, roster, publicUrl }: DescribedRegister): DidDocument {
  const did = registerDid(registerId);
  const at = `${publicUrl}/api/registers/${registerId}`;
  const governing = members.filter(({ role }) => role === 'Owner' || role === 'Admin');
  const methods = roster.validators.map(({ validatorId, consensusKey }) =>
    method(did, `validator-${validatorId}`, ed25519Jwk(fromHex(consensusKey))),
  );
  const [register, transactions, dockets] = SERVICE_TYPES;
  const service = (name: string, type: string, serviceEndpoint: string) => ({
    id: `${did}#${name}`,
    type,
    serviceEndpoint,
  });
  return {
    '@context': [...DID_CONTEXTS, `${publicUrl}${DID_CONTEXT_PATH}`],
    id: did,
    controller: [...new Set(governing.map(({ subject }) => subject))],
    verificationMethod: methods,
    assertionMethod: methods.map(({ id }) => id),
    service: [
      service('register', register, at),
      service('transactions', transactions, `${at}/transactions`),
      service('dockets', dockets, `${at}/dockets`),
    ],
  };
}

/** Active: the wallet signs. Ended: it signs nothing new. Final: it never will again. */
export type KeyStanding = 'Active' | 'Ended' | 'Final';

export interface DescribedWallet {
  readonly address: string;
  readonly algorithm: SignatureAlgorithm;
  /** Base64. */
  readonly publicKey: string;
  readonly standing: KeyStanding;
}

/** Of a wallet. Its key stays there to verify old signatures, and speaks for the wallet while that is in use. */
export function walletDocument({ address, algorithm, publicKey, standing }: DescribedWallet): DidDocument {
  const did = walletDid(address);
  const jwks = publicJwks(algorithm, fromBase64(publicKey) ?? new Uint8Array());
  const methods = jwks.map((jwk, at) => method(did, `key-${at + 1}`, jwk));
  const ids = methods.map(({ id }) => id);
  return {
    '@context': DID_CONTEXTS,
    id: did,
    verificationMethod: methods,
    ...(standing === 'Active' && { authentication: ids, assertionMethod: ids }),
  };
}

/** As JSON without the context, which the JSON representation has no use for (DID 1.0 section 6.2). */
export function withoutContext({ '@context': _, ...document }: DidDocument): Omit<DidDocument, '@context'> {
  return document;
}

/** The part of a document that a fragment names: a key or a service. */
export function partOfDocument(document: DidDocument, fragment: string): VerificationMethod | DidService | undefined {
  const id = `${document.id}#${fragment}`;
  return [...document.verificationMethod, ...(document.service ?? [])].find((part) => part.id === id);
}

/** Another one for each change of the document. */
export function versionOf(document: DidDocument): string {
  return sha256Hex(canonical(document)).slice(0, 32);
}

/** A time as metadata of a DID document have it: UTC, whole seconds. */
export function metadataTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}
