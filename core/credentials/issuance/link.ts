// The link of a credential to the Issuance that was sealed before it was signed (docs/hashes.md, section 14). Its
// holder shows it or not. A verifier that sees it has the leaf of the copy, and walks its path to the sealed root.
import { fromBase64Url, toBase64Url, toHex } from '../../base/bytes.js';
import { isObject, type Json } from '../../base/json.js';
import { ISSUANCE_COPIES_MAX } from '../../base/limits/ledger/credentials.js';
import { rootOfPath } from '../../base/merkle.js';
import type { CborValue } from '../cbor/value.js';
import { need } from '../fault.js';
import { elementJson } from '../mdoc/element-json.js';
import type { HeldMdoc, IssuerAuth } from '../mdoc/issuer-signed.js';
import { mapOf } from '../mdoc/security-object.js';
import type { SdJwt } from '../sd-jwt/compact.js';
import { readIssued } from '../sd-jwt/credential.js';
import { DIGESTS, readDisclosure } from '../sd-jwt/disclosure.js';
import { mdocLeaf, sdJwtLeaf } from './leaf.js';
import { LINK_CLAIM, LINK_NAME_SPACE } from './names.js';

/** The element of an mdoc. */
export const LINK_ELEMENT = 'ledger';

export interface LedgerLink {
  /** DID URL of the Issuance. */
  readonly tx: string;
  /** Place of the copy among those of the Issuance. */
  readonly i: number;
  /** From the leaf up, each hash in base64url. */
  readonly path: readonly string[];
}

/** A copy of which its holder shows the link. */
export interface LinkedCopy {
  readonly link: LedgerLink;
  readonly leaf: Uint8Array;
}

/** The copies of an Issuance, as it seals them. */
export interface SealedCopies {
  /** Its DID URL. */
  readonly tx: string;
  readonly root: string;
  readonly copies: number;
}

const HASH_BYTES = 32;
/** Levels of a tree of so many copies. */
const PATH_MAX = Math.ceil(Math.log2(ISSUANCE_COPIES_MAX));

/** The link as an element of an mdoc. */
export function linkElement({ tx, i, path }: LedgerLink): CborValue {
  return mapOf({ tx, i, path: path.map((text) => fromBase64Url(text) as Uint8Array) });
}

/** The link of an SD-JWT VC; undefined where it is not shown. Throws a fault on a malformed one. */
export function linkedSdJwt({ issued, disclosures }: SdJwt): LinkedCopy | undefined {
  const { payload } = readIssued(issued);
  const digests: Json = payload[DIGESTS] ?? [];
  need(Array.isArray(digests), `A member ${DIGESTS} is not a list.`);
  // A claim of that name deeper inside is one of the holder, and no link.
  const isLink = (name: string | undefined, digest: string) => name === LINK_CLAIM && digests.includes(digest);
  const shown = disclosures.map(readDisclosure).find(({ name, digest }) => isLink(name, digest));
  if (shown === undefined) return undefined;
  const others = (digests as readonly Json[]).filter((digest) => digest !== shown.digest).map(String);
  return { link: linkOfJson(shown.value), leaf: sdJwtLeaf(payload, others) };
}

/** The same of an mdoc. */
export function linkedMdoc(
  { object }: Pick<IssuerAuth, 'object'>,
  elements: readonly HeldMdoc['elements'][number]['element'][],
): LinkedCopy | undefined {
  const shown = elements.find(({ nameSpace, name }) => nameSpace === LINK_NAME_SPACE && name === LINK_ELEMENT);
  if (shown === undefined) return undefined;
  const own = object.digests.get(LINK_NAME_SPACE);
  need(own?.size === 1, 'The name space of the link has more than the link.', LINK_NAME_SPACE);
  const digests = new Map([...object.digests].filter(([nameSpace]) => nameSpace !== LINK_NAME_SPACE));
  return { link: linkOfJson(elementJson(shown.value)), leaf: mdocLeaf({ ...object, digests }) };
}

function linkOfJson(value: Json): LedgerLink {
  need(isObject(value) && Object.keys(value).length === 3, 'The link is not an object of three members.', LINK_CLAIM);
  const { tx, i, path } = value;
  need(typeof tx === 'string', 'The link names no transaction.', LINK_CLAIM);
  need(Number.isSafeInteger(i) && (i as number) >= 0, 'The link has no place.', LINK_CLAIM);
  const isPath = Array.isArray(path) && path.length <= PATH_MAX && (path as readonly Json[]).every(isHash);
  need(isPath, `The link has no path of at most ${PATH_MAX} hashes.`, LINK_CLAIM);
  return { tx, i: i as number, path: path as readonly string[] };
}

function isHash(text: Json): boolean {
  const bytes = typeof text === 'string' ? fromBase64Url(text) : undefined;
  return bytes?.length === HASH_BYTES;
}

/** The sentence that a copy is not one of an Issuance; undefined where its path leads to the sealed root. */
export function linkProblem({ link, leaf }: LinkedCopy, sealed: SealedCopies): string | undefined {
  if (link.tx !== sealed.tx) return `The credential names another transaction: ${link.tx}.`;
  const path = link.path.map((text) => fromBase64Url(text) as Uint8Array);
  const root = rootOfPath(leaf, { index: link.i, size: sealed.copies, path });
  if (root !== undefined && toHex(root) === sealed.root) return undefined;
  return 'The path of the credential does not lead to the sealed root: it is not what was sealed.';
}

/** The hashes of a path, as a link has them. */
export function pathTexts(path: readonly Uint8Array[]): readonly string[] {
  return path.map(toBase64Url);
}
