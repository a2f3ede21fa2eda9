// THE table of the formats that a wallet holds: how a text is known, what it says, and whether it is good. Another
// format is a row.
import { isObject, type JsonObject } from '../../base/json.js';
import { FormatFault, faultOr, need } from '../fault.js';
import { type StatedIssuer, statedIssuer } from '../jose/jws.js';
import type { PresentationRefusal } from '../refusal.js';
import { splitSdJwt } from '../sd-jwt/compact.js';
import { claimsOf, readIssued } from '../sd-jwt/credential.js';
import { holderKeyOf } from '../sd-jwt/key-binding.js';
import type { TrustedIssuer } from '../sd-jwt/presentation.js';
import { verifyPresentation } from '../sd-jwt/verify.js';
import { statusPlaceIn } from '../status/jwt.js';
import type { StatusPlace } from '../status/token.js';

/** The words of a credential. Nothing of it is believed before it is judged. */
export interface HeldContent {
  readonly format: string;
  /** `vct`. */
  readonly credentialType: string;
  readonly stated: StatedIssuer;
  readonly claims: JsonObject;
  /** Uncompressed point of P-256; absent of a credential that is bound to no key. */
  readonly holderKey?: Uint8Array;
  readonly status?: StatusPlace;
  readonly issuedAtMs?: number;
  readonly validUntilMs?: number;
}

export interface HeldQuestion {
  readonly atMs: number;
  /** Whose signature is verified: the key that the stated issuer has; undefined where it has none. */
  readonly findIssuer: (stated: StatedIssuer) => TrustedIssuer | undefined;
  /** The token of the list that it names; absent where none could be had. */
  readonly statusToken?: string;
}

interface FormatRow {
  readonly isLike: (text: string) => boolean;
  /** Throws a fault. */
  readonly read: (text: string) => HeldContent;
  readonly refusalOf: (text: string, question: HeldQuestion) => PresentationRefusal | undefined;
}

const SD_JWT = 'dc+sd-jwt';

const HELD_FORMATS: Readonly<Record<string, FormatRow>> = {
  [SD_JWT]: {
    isLike: (text) => text.includes('~'),
    read: (text) => {
      const parts = splitSdJwt(text);
      need(parts.proof === undefined, 'The credential has a proof of a holder: keep it as the issuer gave it.');
      const issued = readIssued(parts.issued);
      const { vct, iat, exp, cnf } = issued.payload;
      need(typeof vct === 'string' && vct !== '', 'The credential has no vct.');
      const status = statusPlaceIn(issued.payload);
      return {
        ...{ format: SD_JWT, credentialType: vct, stated: statedIssuer(issued), claims: claimsOf(parts) },
        ...(isObject(cnf) && { holderKey: holderKeyOf(issued) }),
        ...(status && { status }),
        ...(typeof iat === 'number' && { issuedAtMs: iat * 1000 }),
        ...(typeof exp === 'number' && { validUntilMs: exp * 1000 }),
      };
    },
    refusalOf: (text, { atMs, findIssuer, statusToken }) => {
      const { issued, disclosures } = splitSdJwt(text);
      const { vct } = readIssued(issued).payload;
      const refusal = verifyPresentation(
        { issued, claims: disclosures, ...(statusToken !== undefined && { status: statusToken }) },
        { atMs, findIssuer, types: [String(vct)], claims: [], status: 'open' },
      );
      return 'ground' in refusal ? refusal : undefined;
    },
  },
};

/** The content of the text; a fault where no format takes it. */
export function readHeld(text: string): HeldContent | FormatFault {
  const row = rowLike(text);
  return row === undefined ? new FormatFault('The text is not an SD-JWT VC.') : faultOr(() => row.read(text));
}

/**
 * Why the text, which could be read, is not a good credential at that time. A status is judged where its token is had.
 */
export function heldRefusal(text: string, question: HeldQuestion): PresentationRefusal | undefined {
  return rowLike(text)?.refusalOf(text, question);
}

function rowLike(text: string): FormatRow | undefined {
  return Object.values(HELD_FORMATS).find(({ isLike }) => isLike(text));
}
