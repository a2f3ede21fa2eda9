// Names in a certificate: distinguished names, as bytes and as readable attributes, and the general names of an
// extension (RFC 5280 sections 4.1.2.4 and 4.2.1.6). Names are compared as bytes; readable ones are
// for people and for constraints.
import { fromUtf8, toHex } from '../../base/bytes.js';
import { type DerElement, type DerReader, inContext, objectIdentifier, plain, TAG } from './der.js';
import { demand } from './malformed.js';

export interface Attribute {
  /** OBJECT IDENTIFIER, dotted. */
  readonly type: string;
  readonly value: string;
}

export interface DistinguishedName {
  /** The SEQUENCE, whole. */
  readonly bytes: Uint8Array;
  /** Relative distinguished names from the top: mostly one attribute each. */
  readonly parts: readonly (readonly Attribute[])[];
}

export type GeneralName =
  | { readonly kind: 'dns' | 'email' | 'uri'; readonly text: string }
  | { readonly kind: 'ip'; readonly bytes: Uint8Array }
  | { readonly kind: 'directory'; readonly name: DistinguishedName }
  /** Kinds of which nothing is read. */
  | { readonly kind: 'other' | 'x400' | 'edi' | 'registered' };

export type NameKind = GeneralName['kind'];

/** Short names of RFC 4514 section 3, and those that certificates of authorities have besides. */
const SHORT: Readonly<Record<string, string>> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.9': 'street',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '0.9.2342.19200300.100.1.25': 'DC',
};

const EMAIL_ADDRESS = '1.2.840.113549.1.9.1';

/** Reads a Name. */
export function readName(reader: DerReader): DistinguishedName {
  const element = reader.next(TAG.sequence);
  const parts = reader.inside(element);
  const all: (readonly Attribute[])[] = [];
  while (!parts.isEmpty) all.push(parts.enter(TAG.set).each(readAttribute));
  return { bytes: element.whole, parts: all };
}

function readAttribute(reader: DerReader): Attribute {
  const pair = reader.enter();
  const type = objectIdentifier(pair.next(TAG.objectIdentifier));
  const value = textOf(pair.next());
  pair.end();
  return { type, value };
}

/** The text of an element that is one; of another the hexadecimal form of RFC 4514 section 2.4. */
function textOf({ tag, body, whole }: DerElement): string {
  if (tag === TAG.utf8String) return utf8Text(body);
  if (tag === TAG.printableString || tag === TAG.ia5String) return asciiText(body);
  // T.61 as everybody reads it, and UTF-16 without surrogates.
  if (tag === TAG.teletexString) return String.fromCharCode(...body);
  if (tag !== TAG.bmpString || body.length % 2 !== 0) return `#${toHex(whole)}`;
  return Array.from({ length: body.length / 2 }, (_, i) =>
    String.fromCharCode(body[2 * i]! * 256 + body[2 * i + 1]!),
  ).join('');
}

function utf8Text(bytes: Uint8Array): string {
  try {
    return fromUtf8(bytes);
  } catch {
    demand(false, 'name', 'A name is not UTF-8.');
  }
}

function asciiText(bytes: Uint8Array): string {
  demand(
    bytes.every((byte) => byte < 0x80),
    'name',
    'A name has characters that its type does not allow.',
  );
  return String.fromCharCode(...bytes);
}

/** For people: `CN=Issuer, O=Ministry, C=CY`, most specific first (RFC 4514). */
export function nameText({ parts }: DistinguishedName): string {
  const texts = parts.map((part) =>
    part.map(({ type, value }) => `${SHORT[type] ?? type}=${value.replaceAll(/[\\,+"<>;=]/g, '\\$&')}`).join('+'),
  );
  return texts.reverse().join(', ');
}

/** The e-mail addresses among the attributes, to which constraints on such names apply (RFC 5280 section 4.2.1.10). */
export function emailsOf({ parts }: DistinguishedName): readonly GeneralName[] {
  const emails = parts.flat().filter(({ type }) => type === EMAIL_ADDRESS);
  return emails.map(({ value }) => ({ kind: 'email', text: value }));
}

const KINDS: ReadonlyMap<number, NameKind> = new Map([
  [inContext(0), 'other'],
  [plain(1), 'email'],
  [plain(2), 'dns'],
  [inContext(3), 'x400'],
  [inContext(4), 'directory'],
  [inContext(5), 'edi'],
  [plain(6), 'uri'],
  [plain(7), 'ip'],
  [plain(8), 'registered'],
]);

/** Reads a GeneralName. Its form beyond the tag is for who asks: a name and a constraint have other ones. */
export function readGeneralName(reader: DerReader): GeneralName {
  const element = reader.next();
  const kind = KINDS.get(element.tag);
  demand(kind !== undefined, 'extension', 'A general name is of no kind that there is.');
  if (kind === 'ip') return { kind, bytes: element.body };
  if (kind === 'dns' || kind === 'email' || kind === 'uri') return { kind, text: asciiText(element.body) };
  if (kind !== 'directory') return { kind };
  const inner = reader.inside(element);
  const name = readName(inner);
  inner.end();
  return { kind, name };
}

/** Letters, digits and hyphens in labels of 63 at most, 253 characters in all (RFC 1034 section 3.5). */
export function isHostName(text: string): boolean {
  return text.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i.test(text);
}

/** A host name, or one whose first label is `*` before two labels at least. */
export function isHostPattern(text: string): boolean {
  return isHostName(text.startsWith('*.') && text.includes('.', 2) ? text.slice(2) : text);
}

/** Equal, or `host` has more labels before those of `base`; the empty base has every host. ASCII, in any case. */
export function isHostBelow(host: string, base: string): boolean {
  return base === '' || `.${host}`.toLowerCase().endsWith(`.${base}`.toLowerCase());
}
