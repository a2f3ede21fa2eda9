// An SD-JWT VC: what its issuer signed in the clear (type, dates, status, key of the holder), and how one is made.
import type { Json, JsonObject } from '../../base/json.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import { draftJws, headerOf, type Jws, type NamedIssuer, readJws } from '../jose/jws.js';
import type { SdJwt } from './compact.js';
import { readDisclosure } from './disclosure.js';
import { type AskedPath, isStep } from './paths.js';
import { type ClaimPath, unfold } from './unfold.js';

const TYPE = 'dc+sd-jwt';
/** The second is of drafts until November 2024; wallets still hold such credentials. */
const TYPES = [TYPE, 'vc+sd-jwt'];

/** Throws a fault on a text that no issuer of SD-JWT VC signs. Says nothing of its signature. */
export function readIssued(text: string): Jws {
  return readJws(text, TYPES);
}

/** Throws a fault unless the dates of the payload hold at that time. */
export function needValidity({ nbf, exp }: JsonObject, atMs: number): void {
  need(nbf === undefined || (typeof nbf === 'number' && nbf * 1000 <= atMs), 'The credential is not valid yet.');
  need(exp === undefined || (typeof exp === 'number' && atMs < exp * 1000), 'The credential has expired.');
}

export interface IssuedContent {
  /** Signed as it is: with `vct`, and digests in place of what the holder may keep to itself. */
  readonly payload: JsonObject;
  readonly disclosures: readonly string[];
  readonly issuer: NamedIssuer;
}

/** The credential, for the key of its issuer. */
export function draftIssued({ payload, disclosures, issuer }: IssuedContent): Draft<SdJwt> {
  const { toSign, finish } = draftJws(headerOf(TYPE, issuer), payload);
  return { toSign, finish: (signature) => ({ issued: finish(signature), disclosures }) };
}

/**
 * The holder's choice: the disclosures that show the claims at the paths, whole, and no others. Throws a fault on a
 * credential whose disclosures do not fit.
 */
export function selectClaims({ issued, disclosures }: SdJwt, asked: readonly AskedPath[]): SdJwt {
  const { places } = unfold(readIssued(issued).payload, disclosures.map(readDisclosure));
  const isShown = (text: string) => asked.some((path) => isOnTheWay(path, places.get(text) as ClaimPath));
  return { issued, disclosures: disclosures.filter(isShown) };
}

/** Whether one of the two goes on where the other ends. */
function isOnTheWay(asked: AskedPath, place: ClaimPath): boolean {
  const steps = Math.min(asked.length, place.length);
  return place.slice(0, steps).every((step, i) => isStep(asked[i], step));
}

/** All claims that the holder of a credential has. Throws a fault on one whose disclosures do not fit. */
export function claimsOf({ issued, disclosures }: SdJwt): Readonly<Record<string, Json>> {
  return unfold(readIssued(issued).payload, disclosures.map(readDisclosure)).claims;
}
