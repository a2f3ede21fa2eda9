// The half of a document that its issuer signed (ISO 18013-5, sections 8.3.2.1.2.2 and 9.1.2): the signed security
// object, and the elements. An element is believed by the digest of its bytes as they came.
import { sha256 } from '../../base/hash.js';
import { ELEMENT_NAME_MAX } from '../../base/limits/ledger/credentials.js';
import { membersOf, valueAs } from '../cbor/members.js';
import { readCbor } from '../cbor/read.js';
import { type CborValue, WrittenItem } from '../cbor/value.js';
import { encodedItem, writeCbor } from '../cbor/write.js';
import { draftSign1, type HeaderRules, type Sign1, sign1Of, withoutKeyId } from '../cose/sign1.js';
import type { Draft } from '../draft.js';
import { need } from '../fault.js';
import { mapOf, membersByName, type SecurityObject, securityObjectBytes, securityObjectOf } from './security-object.js';

/** ISO 18013-5 section 9.1.2.4: the algorithm is protected, the chain is not. */
const HEADERS: HeaderRules = { protected: ['alg'], unprotected: ['x5chain'] };
/** Bytes of the salt of an element, so that a value is not found by its digest (ISO 18013-5 section 9.1.2.5). */
const RANDOM_BYTES_MIN = 16;
const RANDOM_BYTES = 32;

export interface IssuerAuth {
  readonly sign1: Sign1;
  /** DER, the leaf first. */
  readonly chain: readonly Uint8Array[];
  readonly object: SecurityObject;
}

export interface MdocElement {
  readonly nameSpace: string;
  readonly digestId: number;
  readonly name: string;
  readonly value: CborValue;
  /** SHA-256 of its bytes, with their tag. */
  readonly digest: Uint8Array;
}

/** A credential as its holder keeps it: IssuerSigned. */
export interface HeldMdoc {
  readonly issuerAuth: Uint8Array;
  readonly elements: readonly { readonly element: MdocElement; readonly bytes: Uint8Array }[];
}

/** The signed security object in the bytes of `issuerAuth`. Throws a fault. Its signature is not judged. */
export function issuerAuthOf(bytes: Uint8Array): IssuerAuth {
  const sign1 = sign1Of(readCbor(bytes, 'The issuer signature'), 'The issuer signature', HEADERS);
  const { chain, payload } = sign1;
  need(chain !== undefined && payload !== null, 'The issuer signature has no certificate, or no security object.');
  const value = readCbor(payload, 'What the issuer signed');
  return { sign1, chain, object: securityObjectOf(valueAs(value, 'item', 'What the issuer signed')) };
}

/** The element in the bytes of an IssuerSignedItemBytes. Throws a fault. */
export function elementOf(nameSpace: string, bytes: Uint8Array): MdocElement {
  const item = valueAs(readCbor(bytes, 'An element'), 'item', 'An element');
  const shape = { digestID: 'count', random: 'bytes', elementIdentifier: 'text', elementValue: 'any' } as const;
  const element = membersOf(readCbor(item, 'An element'), 'An element', { shape });
  need(element.random.length >= RANDOM_BYTES_MIN, `An element has less than ${RANDOM_BYTES_MIN} random bytes.`);
  const names = [nameSpace, element.elementIdentifier];
  need(
    names.every(({ length }) => length <= ELEMENT_NAME_MAX),
    `A name of an element has over ${ELEMENT_NAME_MAX} characters.`,
  );
  const { digestID: digestId, elementIdentifier: name, elementValue: value } = element;
  return { nameSpace, digestId, name, value, digest: sha256(bytes) };
}

/** The members of an IssuerSigned. Throws a fault. */
export function issuerSignedOf(value: CborValue): HeldMdoc {
  const shape = { nameSpaces: 'map?', issuerAuth: 'list' } as const;
  const { nameSpaces = new Map(), issuerAuth } = membersOf(value, 'The issuer-signed part', { shape });
  const byName = membersByName(nameSpaces, 'The name spaces', (list) => valueAs(list, 'list', 'A name space'));
  const elements = [...byName].flatMap(([nameSpace, items]) => {
    need(items.length > 0, 'A name space has no element.');
    return items.map((item) => {
      const bytes = writeCbor(item);
      return { element: elementOf(nameSpace, bytes), bytes };
    });
  });
  return { issuerAuth: writeCbor(withoutKeyId(issuerAuth)), elements };
}

/** The credential that an issuer gave, as OpenID4VCI 1.0 A.2.4 carries it. Throws a fault. */
export function heldMdocOf(bytes: Uint8Array): HeldMdoc {
  return issuerSignedOf(readCbor(bytes, 'The credential'));
}

/** IssuerSigned of these elements. */
export function issuerSignedMap({ issuerAuth, elements }: HeldMdoc): CborValue {
  const nameSpaces = new Map<string, WrittenItem[]>();
  for (const { element, bytes } of elements)
    nameSpaces.set(element.nameSpace, [...(nameSpaces.get(element.nameSpace) ?? []), new WrittenItem(bytes)]);
  return mapOf({ ...(nameSpaces.size > 0 && { nameSpaces }), issuerAuth: new WrittenItem(issuerAuth) });
}

export interface MdocContent extends Omit<SecurityObject, 'digests' | 'authorised'> {
  /** Values by name space and name. */
  readonly elements: Readonly<Record<string, Readonly<Record<string, CborValue>>>>;
  /** DER, the leaf first, without the anchor. */
  readonly chain: readonly Uint8Array[];
}

/** The credential of this content, to be signed by the key of the leaf. `random` gives so many fresh random bytes. */
export function draftMdoc(content: MdocContent, random: (bytes: number) => Uint8Array): Draft<Uint8Array> {
  return draftElements(writtenElements(content.elements, random), content);
}

/** The elements as their holder keeps them, each with a salt of its own: all are drawn by one call of the platform. */
export function writtenElements(
  elements: MdocContent['elements'],
  random: (bytes: number) => Uint8Array,
): HeldMdoc['elements'] {
  const named = Object.entries(elements).map(([nameSpace, members]) => [nameSpace, Object.entries(members)] as const);
  const drawn = random(RANDOM_BYTES * named.reduce((sum, [, members]) => sum + members.length, 0));
  let next = 0;
  return named.flatMap(([nameSpace, members]) =>
    members.map(([name, value], id) => {
      const salt = drawn.subarray(next, next + RANDOM_BYTES);
      next += RANDOM_BYTES;
      const item = { digestID: id, random: salt, elementIdentifier: name, elementValue: value };
      const bytes = writeCbor(encodedItem(writeCbor(mapOf(item))));
      return { element: elementOf(nameSpace, bytes), bytes };
    }),
  );
}

/** The digests of elements, as the security object has them. */
export function digestsOfElements(elements: HeldMdoc['elements']): SecurityObject['digests'] {
  const digests = new Map<string, Map<number, Uint8Array>>();
  for (const { element } of elements)
    digests.set(element.nameSpace, (digests.get(element.nameSpace) ?? new Map()).set(element.digestId, element.digest));
  return digests;
}

/** The credential of elements that were written already. */
export function draftElements(
  elements: HeldMdoc['elements'],
  content: Omit<MdocContent, 'elements'>,
): Draft<Uint8Array> {
  const object = securityObjectBytes({ ...content, digests: digestsOfElements(elements) });
  const { toSign, finish } = draftSign1({ payload: writeCbor(encodedItem(object)), chain: content.chain });
  return {
    toSign,
    finish: (signature) => writeCbor(issuerSignedMap({ issuerAuth: writeCbor(finish(signature)), elements })),
  };
}
