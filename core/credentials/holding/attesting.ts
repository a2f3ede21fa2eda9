// Attestations that a wallet of the node has from its maker, which is the node: of itself as a client
// (draft-ietf-oauth-attestation-based-client-auth-07, as HAIP 1.0 has it), and of its keys (OpenID4VCI 1.0 appendix D).
// Issuers say in their metadata whether they ask for them. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { WALLET_ATTESTATION_S } from '../../base/limits/node/wallets.js';
import type { Draft } from '../draft.js';
import { CLIENT_ATTESTATION, KEY_ATTESTATIONS } from '../issuing/attester.js';
import { ATTESTATION_PROOF } from '../issuing/client-attestation.js';
import type { StatedLevels } from '../issuing/key-attestation.js';
import type { ProofJwk } from '../issuing/own-key.js';
import { levelMembers, unstatedLevel } from '../issuing/type-rules.js';
import { draftJws, headerOf, type NamedIssuer } from '../jose/jws.js';

/** The name of the method in the metadata of an authorization server. */
export const ATTESTED_CLIENT = 'attest_jwt_client_auth';

/** The names of the client in all requests of one session: its own, and that of its key. */
export interface ClientName {
  readonly clientId: string;
  readonly jwk: ProofJwk;
}

/** The word of the maker: which client has the key. */
export function draftClientAttestation(
  maker: NamedIssuer,
  { clientId, jwk, atSeconds }: ClientName & { readonly atSeconds: number },
): Draft<string> {
  const life = { iat: atSeconds, exp: atSeconds + WALLET_ATTESTATION_S };
  return draftJws(headerOf(CLIENT_ATTESTATION, maker), { iss: clientId, sub: clientId, ...life, cnf: { jwk } });
}

export interface AttestationProofContent {
  readonly clientId: string;
  /** The identifier of the authorization server. */
  readonly audience: string;
  /** Fresh: no other proof has it. */
  readonly id: string;
  readonly atSeconds: number;
  /** Of the server, where it gave one. */
  readonly challenge?: string | undefined;
}

/** The word of the wallet, by the key that its maker attests. */
export function draftAttestationProof(content: AttestationProofContent): Draft<string> {
  const { clientId, audience, id, atSeconds, challenge } = content;
  return draftJws(
    { typ: ATTESTATION_PROOF },
    { iss: clientId, aud: audience, jti: id, iat: atSeconds, ...(challenge !== undefined && { challenge }) },
  );
}

export interface KeyAttestationContent extends StatedLevels {
  readonly keys: readonly ProofJwk[];
  readonly atSeconds: number;
  /** Of the issuer, where it has nonces. */
  readonly nonce?: string | undefined;
}

/** The word of the maker: which keys the wallet has, and at which levels. */
export function draftKeyAttestation(maker: NamedIssuer, content: KeyAttestationContent): Draft<string> {
  const { keys, atSeconds, nonce, keyStorage, userAuthentication } = content;
  const [type = ''] = KEY_ATTESTATIONS;
  return draftJws(headerOf(type, maker), {
    ...{ iat: atSeconds, exp: atSeconds + WALLET_ATTESTATION_S, attested_keys: keys.map((key) => ({ ...key })) },
    ...levelMembers({ keyStorage, userAuthentication }),
    ...(nonce !== undefined && { nonce }),
  });
}

/** An issuer asks that the maker of a wallet attests its keys. */
export interface KeyDemand extends StatedLevels {
  /** Whether it takes the attestation beside a proof of one of the keys; else it takes the attestation alone. */
  readonly takesProof: boolean;
}

/** The demand in the configuration of a credential (section 12.2.4); undefined where there is none. */
export function demandedAttestation(configuration: JsonObject): KeyDemand | undefined {
  const { proof_types_supported: types } = configuration;
  const { jwt, attestation } = isObject(types) ? types : {};
  const takesProof = isObject(jwt);
  if (!takesProof && !isObject(attestation)) return undefined;
  const { key_attestations_required: required } = (takesProof ? jwt : attestation) as JsonObject;
  if (takesProof && !isObject(required)) return undefined;
  const { key_storage: storage, user_authentication: authentication } = isObject(required) ? required : {};
  return { takesProof, keyStorage: namesIn(storage), userAuthentication: namesIn(authentication) };
}

/** Why the maker cannot attest as is asked. Issuers list the levels of which they take any. */
export function attestationProblem(demand: KeyDemand, stated: StatedLevels): string | undefined {
  const level = unstatedLevel(demand, stated);
  return level && `The issuer asks for keys of a level that this node does not state (${level}).`;
}

function namesIn(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((name): name is string => typeof name === 'string') : [];
}
