// The attestation of keys (OpenID4VCI 1.0 appendix D): the maker of a wallet says which keys it has, how they are kept
// and how their holder unlocks them. Pure. Whether the maker revoked it since is not asked: nothing is fetched.
import type { Json, JsonObject } from '../../base/json.js';
import {
  ATTESTATION_MAX,
  COPIES_MAX,
  LEVEL_NAME_MAX,
  LEVELS_MAX,
  PROOF_CLOCK_MS,
} from '../../base/limits/node/wallets.js';
import { p256Jwk, p256OfJwk } from '../../crypto/keys/jwk.js';
import { need } from '../fault.js';
import { readJws, statedIssuer } from '../jose/jws.js';
import { type AttestationView, KEY_ATTESTATIONS, needAttester } from './attester.js';
import { type ProofJwk, thumbprintOf } from './own-key.js';

/** Levels of resistance to attacks (appendix D.2): of the place of the keys, and of their unlocking. */
export interface StatedLevels {
  readonly keyStorage: readonly string[];
  readonly userAuthentication: readonly string[];
}

/** How strong the keys are, by the word of the maker. */
export interface KeyStrength extends StatedLevels {
  /** SHA-256 of the certificate of the maker. */
  readonly attester: string;
}

export interface KeyAttestation {
  readonly keys: readonly { readonly jwk: ProofJwk; readonly thumbprint: string }[];
  readonly nonce?: string;
  /** The certificates of its maker, to look anchors up by. */
  readonly chain: readonly Uint8Array[];
  /** Throws a fault unless it holds at the time, under a certificate that the issuer believes. */
  readonly judge: (view: AttestationView) => KeyStrength;
}

/** Throws a fault on another form, and on other keys than 1 to 16 of P-256. Says nothing of its signature. */
export function readKeyAttestation(text: string): KeyAttestation {
  need(text.length <= ATTESTATION_MAX, `The key attestation has over ${ATTESTATION_MAX} characters.`);
  const jws = readJws(text, KEY_ATTESTATIONS);
  const { attested_keys: listed, nonce, key_storage: storage, user_authentication: authentication } = jws.payload;
  const isList = Array.isArray(listed) && listed.length > 0 && listed.length <= COPIES_MAX;
  need(isList, `The key attestation has not 1 to ${COPIES_MAX} keys (attested_keys).`);
  const keys = listed.map((jwk) => {
    const point = p256OfJwk(jwk);
    need(point !== undefined, 'A key of the key attestation is not a public one of P-256.');
    const own = p256Jwk(point);
    return { jwk: own, thumbprint: thumbprintOf(own) };
  });
  need(new Set(keys.map(({ thumbprint }) => thumbprint)).size === keys.length, 'The key attestation has a key twice.');
  need(nonce === undefined || typeof nonce === 'string', 'The nonce of the key attestation is not a text.');
  const stated = { keyStorage: levels(storage), userAuthentication: levels(authentication) };
  return {
    ...{ keys, chain: statedIssuer(jws).chain },
    ...(nonce !== undefined && { nonce }),
    judge(view) {
      needLife(jws.payload, view.atMs);
      return { attester: needAttester(jws, view), ...stated };
    },
  };
}

function levels(value: Json | undefined): readonly string[] {
  const list = value ?? [];
  const isGood =
    Array.isArray(list) &&
    list.length <= LEVELS_MAX &&
    list.every((level) => typeof level === 'string' && level.length <= LEVEL_NAME_MAX);
  need(isGood, `A list of levels of the key attestation is not one of ${LEVELS_MAX} short texts.`);
  return list as readonly string[];
}

function needLife({ iat, exp }: JsonObject, atMs: number): void {
  const isMade = typeof iat === 'number' && iat * 1000 <= atMs + PROOF_CLOCK_MS;
  need(isMade, 'The key attestation has no iat, or one of the future.');
  const holds = exp === undefined || (typeof exp === 'number' && atMs - PROOF_CLOCK_MS < exp * 1000);
  need(holds, 'The key attestation has expired (exp).');
}
