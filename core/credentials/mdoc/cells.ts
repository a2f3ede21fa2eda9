// A presentation of an mdoc as the cells of a gate. From a whole DeviceResponse (ISO 18013-5 section 8.3.2.1.2.2) they
// are made, and it of them. The bytes that a signature or digest is of stand in them as they came.
import { fromBase64Url, toBase64Url } from '../../base/bytes.js';
import { PRESENTATION_CLAIMS_MAX, PRESENTATION_RAW_MAX } from '../../base/limits/ledger/credentials.js';
import { membersOf } from '../cbor/members.js';
import { readWrapping } from '../cbor/read.js';
import { WrittenItem } from '../cbor/value.js';
import { writeCbor } from '../cbor/write.js';
import { need } from '../fault.js';
import { deviceSignedOf, plainDeviceSigned } from './device-signed.js';
import {
  elementOf,
  type HeldMdoc,
  issuerAuthOf,
  issuerSignedMap,
  issuerSignedOf,
  type MdocElement,
} from './issuer-signed.js';
import { mapOf } from './security-object.js';

/** JSON values; bytes are base64url. */
export interface MdocCells {
  /** IssuerAuth. */
  readonly issued: string;
  /** Name space and IssuerSignedItemBytes of each element, in the order of the presentation. */
  readonly claims: readonly (readonly [nameSpace: string, item: string])[];
  /** DeviceSigned. */
  readonly proof: string;
}

/** The elements in the cell of claims. Throws a fault, also where they are beyond the bounds of a presentation. */
export function readClaims(cell: MdocCells['claims'] | undefined): readonly MdocElement[] {
  need(Array.isArray(cell) && cell.length <= PRESENTATION_CLAIMS_MAX, 'The claims are not a list of elements.');
  let characters = 0;
  return (cell as readonly unknown[]).map((entry) => {
    const [nameSpace, item] = Array.isArray(entry) && entry.length === 2 ? (entry as readonly unknown[]) : [];
    need(typeof nameSpace === 'string' && typeof item === 'string', 'A claim is not a name space and an element.');
    characters += nameSpace.length + item.length;
    need(characters <= PRESENTATION_RAW_MAX, `The claims have over ${PRESENTATION_RAW_MAX} characters.`);
    return elementOf(nameSpace, bytesOf(item));
  });
}

/** The bytes of a cell, or of an element in one. Throws a fault. */
export function bytesOf(cell: unknown): Uint8Array {
  const bytes = typeof cell === 'string' && cell.length <= PRESENTATION_RAW_MAX ? fromBase64Url(cell) : undefined;
  need(bytes !== undefined, 'A part is absent, or is not base64url in its one spelling.');
  return bytes;
}

const VERSION = '1.0';
/** Status of a response without errors (ISO 18013-5, table 8). */
const OK = 0;

/**
 * The cells of a response of one document. Throws a fault on another, and on one with errors or members beside it.
 * Cells are deterministic: they differ where something that is signed does. Libraries of wallets write lengths in more
 * bytes than they need, so the response is taken so; cells have the one form.
 */
export function mdocCells(response: Uint8Array): MdocCells {
  const value = readWrapping(response, 'The response');
  const shape = { version: 'text', documents: 'list', status: 'count' } as const;
  const { version, documents, status } = membersOf(value, 'The response', { shape });
  need(version === VERSION && status === OK, `The response is not one of version ${VERSION} and status ${OK}.`);
  const [document] = documents;
  need(document !== undefined && documents.length === 1, `The response has ${documents.length} documents, not one.`);
  const parts = { docType: 'text', issuerSigned: 'map', deviceSigned: 'map' } as const;
  const { docType, issuerSigned, deviceSigned } = membersOf(document, 'The document', { shape: parts });
  const { issuerAuth, elements } = issuerSignedOf(issuerSigned);
  const isOfObject = issuerAuthOf(issuerAuth).object.docType === docType;
  need(isOfObject, 'The document states another type than its issuer signed.');
  const proof = plainDeviceSigned(deviceSigned);
  deviceSignedOf(proof);
  return cellsOf({ issuerAuth, elements }, proof);
}

/** The cells of these elements of a credential, with the holder's half. */
export function cellsOf({ issuerAuth, elements }: HeldMdoc, deviceSigned: Uint8Array): MdocCells {
  return {
    issued: toBase64Url(issuerAuth),
    claims: elements.map(({ element, bytes }) => [element.nameSpace, toBase64Url(bytes)] as const),
    proof: toBase64Url(deviceSigned),
  };
}

/** The response with these cells. Throws a fault where one has not its form. */
export function mdocResponse({ issued, claims, proof }: MdocCells): Uint8Array {
  const issuerAuth = bytesOf(issued);
  const { docType } = issuerAuthOf(issuerAuth).object;
  const elements = readClaims(claims).map((element, i) => ({ element, bytes: bytesOf(claims[i]?.[1]) }));
  deviceSignedOf(bytesOf(proof));
  const issuerSigned = issuerSignedMap({ issuerAuth, elements });
  const document = mapOf({ docType, issuerSigned, deviceSigned: new WrittenItem(bytesOf(proof)) });
  return writeCbor(mapOf({ version: VERSION, documents: [document], status: OK }));
}
