// THE table of the formats that a verifier takes: how a presentation is read into its cells, and which judge it has.
// Another format is a row.
import { fromBase64Url } from '../../base/bytes.js';
import type { Json } from '../../base/json.js';
import { STATUS_FETCH_BYTES_MAX } from '../../base/limits/node/wallets.js';
import type { TrustPolicy } from '../../trust/policy-form.js';
import { need } from '../fault.js';
import { type StatedIssuer, statedIssuer } from '../jose/jws.js';
import { bytesOf, mdocCells } from '../mdoc/cells.js';
import { issuerAuthOf } from '../mdoc/issuer-signed.js';
import type { AskedElement, MdocEvidence, MdocQuestion } from '../mdoc/presentation.js';
import { judgeMdocGround, verifyMdoc } from '../mdoc/verify.js';
import type { ClaimQuery } from '../query/dcql.js';
import { PresentationRefusal } from '../refusal.js';
import { splitSdJwt } from '../sd-jwt/compact.js';
import { readIssued } from '../sd-jwt/credential.js';
import type { PresentationCells, PresentationQuestion } from '../sd-jwt/presentation.js';
import { judgeGround, verifyPresentation } from '../sd-jwt/verify.js';
import type { ReadStatusList } from '../status/bits.js';
import { readStatusCwt } from '../status/cwt.js';
import { readStatusJwt, statusPlaceIn } from '../status/jwt.js';
import type { StatusPlace, StatusToken } from '../status/token.js';
import { readVc, vcIssuer, vcStatusPlace } from '../vc-jwt/credential.js';
import { vcCells } from '../vc-jwt/presentation.js';
import { judgeVcGround, verifyVc } from '../vc-jwt/verify.js';
import type { FoundIssuer, KnownIssuers } from './issuers.js';
import { claimNameOf, type PresentedFormat } from './question.js';

/** The request that a presentation answers, and the trust at the time. */
export interface JudgedBy {
  readonly clientId: string;
  readonly nonce: string;
  readonly responseUri: string;
  /** Thumbprint of the key that the answer was encrypted to. */
  readonly encryptionKey?: Uint8Array;
  /** Of this query. */
  readonly transactionData: readonly string[];
  readonly policy: TrustPolicy;
  readonly known: KnownIssuers;
  readonly atMs: number;
  /** Of a status list that was inflated before. */
  readonly readList?: ReadStatusList;
}

export interface AskedClaims {
  readonly by: JudgedBy;
  readonly types: readonly string[];
  readonly claims: readonly ClaimQuery[];
  readonly isBound: boolean;
  readonly status: 'closed' | 'elsewhere';
  readonly findIssuer: (stated: StatedIssuer) => FoundIssuer | undefined;
}

export interface FormatJudge<C> {
  /** Throws a fault on a text of another form. */
  read(text: string): C;
  hasProof(cells: C): boolean;
  /** The words about its issuer. Throws a fault on another form. */
  readStated(cells: C): StatedIssuer;
  /** Where its status stands; undefined where nowhere. Throws a fault on another form. */
  placeOf(cells: C): StatusPlace | undefined;
  /** Throws a fault on a token of another form. */
  readToken(token: string): StatusToken;
  withStatus(cells: C, token: string): C;
  /** All that is shown. */
  verify(cells: C, asked: AskedClaims): Json | PresentationRefusal;
  claimsRefusal(cells: C, asked: AskedClaims): PresentationRefusal | undefined;
}

/** A proof is signed while the holder looks at the request, so it is at most as old as a request lives. */
const PROOF_MS_MAX = 5 * 60_000;

const sdJwt: FormatJudge<PresentationCells> = {
  read(text) {
    const { issued, disclosures, proof } = splitSdJwt(text);
    return { issued, claims: disclosures, ...(proof !== undefined && { proof }) };
  },
  hasProof: ({ proof }) => proof !== undefined,
  readStated: ({ issued = '' }) => statedIssuer(readIssued(issued)),
  placeOf: ({ issued = '' }) => statusPlaceIn(readIssued(issued).payload),
  readToken: readJwtToken,
  withStatus: (cells, status) => ({ ...cells, status }),
  verify(cells, asked) {
    const shown = verifyPresentation(cells, sdJwtQuestion(asked));
    return shown instanceof PresentationRefusal ? shown : shown.claims;
  },
  claimsRefusal: (cells, asked) => judgeGround('claims', cells, sdJwtQuestion(asked)),
};

function readJwtToken(token: string): StatusToken {
  return readStatusJwt(token, STATUS_FETCH_BYTES_MAX);
}

function listing({ readList }: JudgedBy) {
  return { statusTokenMax: STATUS_FETCH_BYTES_MAX, ...(readList && { readList }) };
}

function sdJwtQuestion({ by, types, claims, isBound, status, findIssuer }: AskedClaims): PresentationQuestion {
  const { nonce, clientId, transactionData } = by;
  const binding = { nonce, audiences: [clientId], proofMaxAgeMs: PROOF_MS_MAX, transactionData };
  return {
    ...{ atMs: by.atMs, types, findIssuer, status, ...listing(by) },
    claims: claims.map(({ path, values }) => ({ name: claimNameOf(path), path, ...(values && { values }) })),
    ...(isBound && { binding }),
  };
}

const mdoc: FormatJudge<MdocEvidence> = {
  read(text) {
    const bytes = fromBase64Url(text);
    need(bytes !== undefined, 'The presentation is not base64url in its one spelling.');
    return mdocCells(bytes);
  },
  hasProof: () => true,
  readStated: ({ issued }) => ({ chain: issuerAuthOf(bytesOf(issued)).chain }),
  placeOf: ({ issued }) => issuerAuthOf(bytesOf(issued)).object.status,
  readToken(token) {
    const bytes = token.length <= STATUS_FETCH_BYTES_MAX ? fromBase64Url(token) : undefined;
    need(bytes !== undefined, 'The status token is not base64url in its one spelling, or too long.');
    return readStatusCwt(bytes, STATUS_FETCH_BYTES_MAX);
  },
  withStatus: (cells, status) => ({ ...cells, status }),
  verify(cells, asked) {
    const shown = verifyMdoc(cells, mdocQuestion(asked));
    if (shown instanceof PresentationRefusal) return shown;
    return Object.fromEntries([...shown.claims].map(([space, elements]) => [space, Object.fromEntries(elements)]));
  },
  claimsRefusal: (cells, asked) => judgeMdocGround('claims', cells, mdocQuestion(asked)),
};

function mdocQuestion({ by, types, claims, status, findIssuer }: AskedClaims): MdocQuestion {
  const { clientId, nonce, responseUri, encryptionKey } = by;
  return {
    ...{ atMs: by.atMs, docTypes: types, findIssuer, status, ...listing(by) },
    claims: claims.map(({ path, values }) => ({
      ...{ name: claimNameOf(path), path: path as AskedElement['path'] },
      ...(values && { values }),
    })),
    binding: { clientId, nonce, responseUri, ...(encryptionKey && { encryptionKey }) },
  };
}

const vcJwt: FormatJudge<PresentationCells> = {
  read: vcCells,
  hasProof: ({ proof }) => proof !== undefined,
  readStated: ({ issued = '' }) => vcIssuer(readVc(issued)),
  placeOf: ({ issued = '' }) => vcStatusPlace(readVc(issued)),
  readToken: readJwtToken,
  withStatus: (cells, status) => ({ ...cells, status }),
  verify(cells, asked) {
    const shown = verifyVc(cells, sdJwtQuestion(asked));
    return shown instanceof PresentationRefusal ? shown : shown.claims;
  },
  claimsRefusal: (cells, asked) => judgeVcGround('claims', cells, sdJwtQuestion(asked)),
};

export const FORMAT_JUDGES: Readonly<Record<PresentedFormat, FormatJudge<unknown>>> = {
  'dc+sd-jwt': sdJwt as FormatJudge<unknown>,
  mso_mdoc: mdoc as FormatJudge<unknown>,
  jwt_vc_json: vcJwt as FormatJudge<unknown>,
};
