// The extensions of a certificate (RFC 5280 section 4.2): each once, each in its form, and nothing critical that is not
// known. Which of them a certificate must have is a question of its path (path.ts).
import {
  type DerElement,
  DerReader,
  demandTrue,
  inContext,
  namedBits,
  objectIdentifier,
  onlyElement,
  plain,
  smallInteger,
  TAG,
} from './der.js';
import { demand } from './malformed.js';
import { type GeneralName, isHostName, isHostPattern, readGeneralName } from './names.js';

export type CertificateUsage = (typeof KEY_USAGES)[number];

/** In the order of their bits. */
const KEY_USAGES = [
  'digitalSignature',
  'nonRepudiation',
  'keyEncipherment',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;

export interface Extensions {
  readonly basicConstraints?: {
    readonly isAuthority: boolean;
    readonly pathLength?: number;
  };
  readonly keyUsage?: ReadonlySet<CertificateUsage>;
  /** OBJECT IDENTIFIERs, dotted. */
  readonly extendedKeyUsage?: readonly string[];
  readonly subjectAltName?: readonly GeneralName[];
  readonly authorityKeyId?: Uint8Array;
  readonly subjectKeyId?: Uint8Array;
  readonly nameConstraints?: NameConstraints;
  /** Of those above, the critical ones. */
  readonly critical: ReadonlySet<string>;
}

export interface NameConstraints {
  readonly permitted: readonly GeneralName[];
  readonly excluded: readonly GeneralName[];
}

interface Row {
  readonly name: keyof Extensions | 'certificatePolicies';
  /** Absent where either is good. */
  readonly isCritical?: boolean;
  /** The value of the extension; undefined where none is needed. */
  read(value: DerElement): unknown;
}

const ROWS: Readonly<Record<string, Row>> = {
  '2.5.29.19': { name: 'basicConstraints', read: readBasicConstraints },
  '2.5.29.15': { name: 'keyUsage', read: readKeyUsage },
  '2.5.29.37': { name: 'extendedKeyUsage', read: readPurposes },
  '2.5.29.17': { name: 'subjectAltName', read: readAlternatives },
  '2.5.29.35': { name: 'authorityKeyId', isCritical: false, read: readAuthorityKeyId },
  '2.5.29.14': { name: 'subjectKeyId', isCritical: false, read: readKeyId },
  '2.5.29.30': { name: 'nameConstraints', isCritical: true, read: readNameConstraints },
  // No policy is asked for, so that none is missed.
  '2.5.29.32': { name: 'certificatePolicies', read: () => undefined },
};

/** Limits policies, which are not read: a certificate that has it asks for more than is judged here. */
const POLICY_CONSTRAINTS = '2.5.29.36';

/** Reads a SEQUENCE of extensions. */
export function readExtensions(reader: DerReader): Extensions {
  const critical = new Set<string>();
  const seen = new Set<string>();
  const values: Record<string, unknown> = {};
  reader.enter().each((all) => {
    const parts = all.enter();
    const type = objectIdentifier(parts.next(TAG.objectIdentifier));
    const flag = parts.optional(TAG.boolean);
    const isCritical = flag !== undefined && demandTrue(flag);
    const { body } = parts.next(TAG.octetString);
    parts.end();
    demand(!seen.has(type), 'extension', `The extension ${type} stands twice.`);
    seen.add(type);
    demand(type !== POLICY_CONSTRAINTS, 'extension', 'Policy constraints are not taken.');
    const row = Object.hasOwn(ROWS, type) ? ROWS[type] : undefined;
    demand(row !== undefined || !isCritical, 'extension', `The critical extension ${type} is not known.`);
    if (row === undefined) return;
    const isRight = row.isCritical === undefined || row.isCritical === isCritical;
    demand(isRight, 'extension', `The extension ${row.name} is ${isCritical ? '' : 'not '}critical.`);
    if (isCritical) critical.add(row.name);
    values[row.name] = row.read(onlyElement(body));
  });
  return { critical, ...values };
}

/** A reader of the contents of a value that is a SEQUENCE. */
function sequenceOf({ tag, body }: DerElement): DerReader {
  demand(tag === TAG.sequence, 'extension', 'An extension is not a SEQUENCE.');
  return new DerReader(body, 1);
}

function readBasicConstraints(value: DerElement): Extensions['basicConstraints'] {
  const parts = sequenceOf(value);
  const flag = parts.optional(TAG.boolean);
  const isAuthority = flag !== undefined && demandTrue(flag);
  const length = parts.optional(TAG.integer);
  parts.end();
  demand(isAuthority || length === undefined, 'extension', 'A length of paths stands beside no authority.');
  return { isAuthority, ...(length && { pathLength: smallInteger(length) }) };
}

function readKeyUsage(value: DerElement): ReadonlySet<CertificateUsage> {
  demand(value.tag === TAG.bitString, 'extension', 'A key usage is not a BIT STRING.');
  const bits = namedBits(value);
  const names = KEY_USAGES.filter((_, bit) => bits.has(bit));
  demand(names.length > 0 && names.length === bits.size, 'extension', 'A key usage is empty, or has unknown bits.');
  return new Set(names);
}

function readPurposes(value: DerElement): readonly string[] {
  return sequenceOf(value).each((reader) => objectIdentifier(reader.next(TAG.objectIdentifier)));
}

function readAlternatives(value: DerElement): readonly GeneralName[] {
  const names = sequenceOf(value).each(readGeneralName);
  for (const name of names) {
    if (name.kind === 'dns') demand(isHostPattern(name.text), 'extension', 'A DNS name is not one.');
    if (name.kind === 'ip') demandLength(name.bytes, [4, 16]);
  }
  return names;
}

/** keyIdentifier alone is compared; name and serial number of the issuer may stand beside it, both or neither. */
function readAuthorityKeyId(value: DerElement): Uint8Array {
  const parts = sequenceOf(value);
  const id = parts.optional(plain(0));
  demand(id !== undefined, 'extension', 'An authority key identifier has no key identifier.');
  const issuer = parts.optional(inContext(1));
  const serial = parts.optional(plain(2));
  parts.end();
  demand((issuer === undefined) === (serial === undefined), 'extension', 'An issuer stands without its serial number.');
  return readKeyId(id);
}

function readKeyId({ tag, body }: DerElement): Uint8Array {
  demand(tag === TAG.octetString || tag === plain(0), 'extension', 'A key identifier is not an OCTET STRING.');
  demand(body.length > 0, 'extension', 'A key identifier is empty.');
  return body;
}

function readNameConstraints(value: DerElement): NameConstraints {
  const parts = sequenceOf(value);
  const subtrees = (number: number): readonly GeneralName[] => {
    const trees = parts.optional(inContext(number));
    return trees === undefined ? [] : parts.inside(trees).each(readSubtree);
  };
  const [permitted, excluded] = [subtrees(0), subtrees(1)];
  parts.end();
  demand(permitted.length + excluded.length > 0, 'extension', 'Name constraints are empty.');
  return { permitted, excluded };
}

/** GeneralSubtree with its base alone: RFC 5280 allows neither minimum nor maximum. */
function readSubtree(reader: DerReader): GeneralName {
  const parts = reader.enter();
  const base = readGeneralName(parts);
  parts.end();
  if (base.kind === 'dns')
    demand(base.text === '' || isHostName(base.text), 'extension', 'A constraint on DNS names has no host name.');
  if (base.kind === 'ip') demandAddressRange(base.bytes);
  return base;
}

/** An address and as many bytes of mask, whose ones stand before its zeros. */
function demandAddressRange(bytes: Uint8Array): void {
  demandLength(bytes, [8, 32]);
  const mask = Array.from(bytes.subarray(bytes.length / 2), (byte) => byte.toString(2).padStart(8, '0')).join('');
  demand(/^1*0*$/.test(mask), 'extension', 'A mask of addresses has a one behind a zero.');
}

function demandLength(bytes: Uint8Array, lengths: readonly number[]): void {
  demand(lengths.includes(bytes.length), 'extension', `An address has ${bytes.length} bytes.`);
}
