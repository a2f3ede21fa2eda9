// Reads the few members of certificates and revocation lists that the platform gives as text only or not at all (ITU-T
// X.690, DER; RFC 5280 sections 4.1 and 5.1). A text such as "URI:a, URI:b" cannot be split safely, so names come from
// the bytes. Verifies nothing.

/** An element: its tag, its content, and all of its bytes. */
export interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly whole: Uint8Array;
}

export const TAG = { integer: 0x02, bits: 0x03, octets: 0x04, sequence: 0x30 } as const;
const SUBJECT_ALT_NAME = '551d11';
/** Tag of the extensions: [3] of a certificate, [0] of a revocation list. */
const CERTIFICATE_EXTENSIONS = 0xa3;
/** GeneralName: uniformResourceIdentifier [6]. */
const URI_NAME = 0x86;

/** Thrown for bytes that are not DER; callers make an issue of it. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** The elements that the bytes consist of, without a remainder. Our own reader: decision 0125. */
export function elements(bytes: Uint8Array): readonly Element[] {
  const list: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    list.push(element);
    at += element.whole.length;
  }
  return list;
}

/** The one element that the bytes are, with the tag that is expected. */
export function only(bytes: Uint8Array, tag: number): Element {
  const [element, ...others] = elements(bytes);
  if (element === undefined || others.length > 0 || element.tag !== tag) throw new DerError('not the expected element');
  return element;
}

/** All URI names of a certificate, in order; none without the extension. Other kinds of names are left out. */
export function uriNames(certificate: Uint8Array): readonly string[] {
  const [tbs] = elements(only(certificate, TAG.sequence).content);
  if (tbs === undefined) throw new DerError('no certificate');
  const wrapped = elements(tbs.content).find(({ tag }) => tag === CERTIFICATE_EXTENSIONS);
  if (wrapped === undefined) return [];
  const carried = elements(only(wrapped.content, TAG.sequence).content).flatMap((extension) => {
    const members = elements(extension.content);
    return hex(members[0]?.content) === SUBJECT_ALT_NAME ? [members.at(-1)] : [];
  });
  if (carried.length > 1) throw new DerError('two extensions of alternative names');
  const value = carried[0];
  if (value === undefined) return [];
  if (value.tag !== TAG.octets) throw new DerError('the extension has no value');
  return elements(only(value.content, TAG.sequence).content)
    .filter(({ tag }) => tag === URI_NAME)
    .map(({ content }) => Buffer.from(content).toString('latin1'));
}

/** A revocation list: what is signed, the signature, when it was made, and what it revokes. */
export interface RevocationList {
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  readonly madeAtMs: number;
  /** Serial numbers as `normalSerial` gives them. */
  readonly entries: readonly { readonly serial: string; readonly atMs: number }[];
}

/** Reads a CertificateList; throws DerError for anything else. */
export function revocationList(der: Uint8Array): RevocationList {
  const [tbs, , signature] = elements(only(der, TAG.sequence).content);
  if (tbs?.tag !== TAG.sequence || signature?.tag !== TAG.bits) throw new DerError('no revocation list');
  const members = elements(tbs.content);
  // The version is optional; then come the algorithm and the issuer, the time, the optional next time, and the entries.
  const [, , made, ...rest] = members[0]?.tag === TAG.integer ? members.slice(1) : members;
  const entries = rest.find(({ tag }) => tag === TAG.sequence);
  return {
    signed: tbs.whole,
    signature: signature.content.subarray(1),
    madeAtMs: timeOf(made),
    entries: elements(entries?.content ?? new Uint8Array()).map((entry) => {
      const [serial, at] = elements(entry.content);
      if (serial?.tag !== TAG.integer) throw new DerError('an entry without a serial number');
      return { serial: normalSerial(hex(serial.content)), atMs: timeOf(at) };
    }),
  };
}

/** Serial numbers compare as numbers: lower case, without leading zeros. */
export function normalSerial(text: string): string {
  return text.toLowerCase().replace(/^0+(?=.)/, '');
}

function elementAt(bytes: Uint8Array, at: number): Element {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('no element');
  let length = first;
  let start = at + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw new DerError('a length that DER does not have');
    length = 0;
    for (let i = 0; i < count; i += 1) length = length * 256 + (bytes[start + i] ?? Number.NaN);
    start += count;
  }
  const end = start + length;
  if (!(end <= bytes.length)) throw new DerError('an element is cut short');
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
}

/** UTCTime or GeneralizedTime in the only forms of RFC 5280 section 4.1.2.5. */
function timeOf(element: Element | undefined): number {
  const text = Buffer.from(element?.content ?? []).toString('latin1');
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (match === null) throw new DerError('no time');
  const [year, ...rest] = match.slice(1).map(Number) as [number, number, number, number, number, number];
  const full = match[1]?.length === 4 ? year : year + (year < 50 ? 2000 : 1900);
  return Date.UTC(full, rest[0] - 1, rest[1], rest[2], rest[3], rest[4]);
}

function hex(bytes: Uint8Array | undefined): string {
  return Buffer.from(bytes ?? []).toString('hex');
}
