// Reads members of certificates and revocation lists that the platform gives as text only or not at all (RFC 5280
// sections 4.1 and 5.1). A text such as "URI:a, URI:b" cannot be split safely, so names come from the bytes.
// Verifies nothing, and throws for other bytes: callers make an issue of it.
import { toHex } from '../../core/base/bytes.js';
import {
  type DerElement,
  DerReader,
  inContext,
  objectIdentifier,
  onlyElement,
  plain,
  TAG,
  wholeBytes,
} from '../../core/trust/x509/der.js';
import { demand } from '../../core/trust/x509/malformed.js';

const SUBJECT_ALT_NAME = '2.5.29.17';

/** A reader of the contents of the one SEQUENCE that the bytes are. */
const sequenceIn = (bytes: Uint8Array) => new DerReader(onlyElement(bytes, TAG.sequence).body);

/** All URI names of a certificate, in order; none without the extension. Other kinds of names are left out. */
export function uriNames(certificate: Uint8Array): readonly string[] {
  const members = sequenceIn(certificate)
    .enter()
    .each((reader) => reader.next());
  const wrapped = members.find(({ tag }) => tag === inContext(3));
  const extensions =
    wrapped === undefined ? [] : sequenceIn(wrapped.body).each((reader) => extensionIn(reader.enter()));
  const [names, another] = extensions.filter(({ type }) => type === SUBJECT_ALT_NAME);
  demand(another === undefined, 'extension', 'Two extensions have alternative names.');
  if (names === undefined) return [];
  const all = sequenceIn(names.value).each((reader) => reader.next());
  return all.filter(({ tag }) => tag === plain(6)).map(({ body }) => Buffer.from(body).toString('latin1'));
}

function extensionIn(parts: DerReader): { readonly type: string; readonly value: Uint8Array } {
  const type = objectIdentifier(parts.next(TAG.objectIdentifier));
  parts.optional(TAG.boolean);
  return { type, value: parts.next(TAG.octetString).body };
}

/** A revocation list: what is signed, the signature, when it was made, and what it revokes. */
export interface RevocationList {
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  readonly madeAtMs: number;
  /** Serial numbers as `normalSerial` gives them. */
  readonly entries: readonly { readonly serial: string; readonly atMs: number }[];
}

/** Reads a CertificateList. */
export function revocationList(der: Uint8Array): RevocationList {
  const parts = sequenceIn(der);
  const tbs = parts.next(TAG.sequence);
  parts.next(TAG.sequence);
  const signature = wholeBytes(parts.next(TAG.bitString));
  const members = parts.inside(tbs);
  members.optional(TAG.integer);
  // Algorithm and issuer.
  for (const tag of [TAG.sequence, TAG.sequence]) members.next(tag);
  const madeAtMs = timeOf(members.next());
  const rest: DerElement[] = [];
  while (!members.isEmpty) rest.push(members.next());
  const entries = rest.find(({ tag }) => tag === TAG.sequence);
  return {
    ...{ signed: tbs.whole, signature, madeAtMs },
    entries: entries === undefined || entries.body.length === 0 ? [] : members.inside(entries).each(entryIn),
  };
}

function entryIn(reader: DerReader) {
  const entry = reader.enter();
  return { serial: normalSerial(toHex(entry.next(TAG.integer).body)), atMs: timeOf(entry.next()) };
}

/** Serial numbers compare as numbers: lower case, without leading zeros. */
export function normalSerial(text: string): string {
  return text.toLowerCase().replace(/^0+(?=.)/, '');
}

/** UTCTime or GeneralizedTime in the only forms of RFC 5280 section 4.1.2.5. */
function timeOf({ body }: DerElement): number {
  const text = Buffer.from(body).toString('latin1');
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  demand(match !== null, 'validity', 'A time is not in one of the forms of RFC 5280.');
  const [year, ...rest] = match.slice(1).map(Number) as [number, number, number, number, number, number];
  const full = match[1]?.length === 4 ? year : year + (year < 50 ? 2000 : 1900);
  return Date.UTC(full, rest[0] - 1, rest[1], rest[2], rest[3], rest[4]);
}
