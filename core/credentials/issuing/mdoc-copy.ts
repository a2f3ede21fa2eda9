// A copy in the format of ISO 18013-5 (mdoc). The claims of its offer are elements by name space. JSON has neither
// bytes nor dates: a data URL is its bytes, and a text in the form of a date or of a time in UTC is one.
import { fromBase64, toBase64Url } from '../../base/bytes.js';
import { issue } from '../../base/issue.js';
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { PRESENTATION_CLAIMS_MAX } from '../../base/limits/ledger/credentials.js';
import { OFFER_CLAIMS_MAX } from '../../base/limits/node/wallets.js';
import { fail, type Result } from '../../base/result.js';
import { p256OfJwk } from '../../crypto/keys/jwk.js';
import { type CborValue, TAG_DATE_TIME, TAG_FULL_DATE, TaggedItem } from '../cbor/value.js';
import type { Draft } from '../draft.js';
import { FormatFault, faultOr, need } from '../fault.js';
import { draftMdoc, heldMdocOf, type MdocContent } from '../mdoc/issuer-signed.js';
import type { ClaimPath } from '../sd-jwt/unfold.js';
import { type CopyContent, statedIssueMs } from './copy-content.js';

const DATA_URL = /^data:[a-z0-9.+/-]{1,64};base64,/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Each element is shown or kept by itself, so that no path is named. BODY_INVALID for other claims than elements. */
export function judgeMdocClaims(
  claims: JsonObject,
  named: readonly string[] | undefined,
): Result<readonly ClaimPath[]> {
  if (named !== undefined)
    return fail(issue('BODY_INVALID', '/disclosablePaths', 'A holder of mso_mdoc keeps each element: state no paths.'));
  // Made and read once for nothing: no wallet takes an offer that cannot be issued.
  const fault = faultOr(() => heldMdocOf(draftMdoc(triedContent(elementsOf(claims)), NO_RANDOM).finish(NO_SIGNATURE)));
  return fault instanceof FormatFault ? fail(issue('BODY_INVALID', '/claims', fault.message)) : [];
}

const NO_RANDOM = (length: number) => new Uint8Array(length);
const NO_SIGNATURE = new Uint8Array(64);
const triedContent = (elements: MdocContent['elements']): MdocContent => ({
  ...{ docType: '-', elements, deviceKey: new Uint8Array(65), chain: [Uint8Array.of(0)] },
  ...{ signedMs: 0, validFromMs: 0, validUntilMs: 0 },
});

/** Throws a fault on claims that are not elements by name space. */
export function elementsOf(claims: JsonObject): MdocContent['elements'] {
  need(canonical(claims).length <= OFFER_CLAIMS_MAX, `The claims have over ${OFFER_CLAIMS_MAX} characters.`);
  const spaces = Object.entries(claims);
  const isWhole =
    spaces.length > 0 && spaces.every(([, members]) => isObject(members) && Object.keys(members).length > 0);
  need(isWhole, 'Expected elements by name space: an object of objects, none of them empty.');
  const count = spaces.reduce((sum, [, members]) => sum + Object.keys(members as JsonObject).length, 0);
  need(count <= PRESENTATION_CLAIMS_MAX, `There are over ${PRESENTATION_CLAIMS_MAX} elements.`);
  return Object.fromEntries(
    spaces.map(([nameSpace, members]) => [
      nameSpace,
      Object.fromEntries(Object.entries(members as JsonObject).map(([name, value]) => [name, cborOf(value)])),
    ]),
  );
}

function cborOf(value: Json): CborValue {
  if (typeof value === 'string') return textOf(value);
  if (typeof value === 'number') {
    need(Number.isSafeInteger(value), 'A number of an element is a whole one.');
    return value;
  }
  if (value === null || typeof value === 'boolean') return value;
  if (!isObject(value)) return (value as readonly Json[]).map(cborOf);
  return new Map(Object.entries(value).map(([name, member]) => [name, cborOf(member)]));
}

function textOf(text: string): CborValue {
  if (isDate(text, DATE, 10)) return new TaggedItem(TAG_FULL_DATE, text);
  if (isDate(text, DATE_TIME, 19)) return new TaggedItem(TAG_DATE_TIME, text);
  const [head] = DATA_URL.exec(text) ?? [];
  if (head === undefined) return text;
  const bytes = fromBase64(text.slice(head.length));
  need(bytes !== undefined, 'A data URL of an element is not base64.');
  return bytes;
}

/** Also that there is such a day: the calendar of JavaScript would make another of it. */
function isDate(text: string, form: RegExp, length: number): boolean {
  const ms = form.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, length) === text.slice(0, length);
}

/** IssuerSigned, base64url (OpenID4VCI 1.0 A.2.4). Its issuer has a certificate. */
export function draftMdocCopy(content: CopyContent): Draft<string> {
  const { credentialType: docType, claims, issuer, holder, status, validUntilMs, random } = content;
  const signedMs = statedIssueMs(content);
  const { toSign, finish } = draftMdoc(
    {
      ...{ docType, elements: elementsOf(claims), chain: issuer.chain, status },
      ...{ deviceKey: p256OfJwk(holder) as Uint8Array, signedMs, validFromMs: signedMs, validUntilMs },
    },
    random,
  );
  return { toSign, finish: (signature) => toBase64Url(finish(signature)) };
}
