// Parts of a presentation that were made otherwise: by the office or the holder with its own key, or by others.
import { toBase64Url } from '../../../../../core/base/bytes.js';
import { readCbor } from '../../../../../core/credentials/cbor/read.js';
import {
  type CborKey,
  type CborMap,
  type CborValue,
  type TaggedItem,
  WrittenItem,
} from '../../../../../core/credentials/cbor/value.js';
import { encodedItem, writeCbor } from '../../../../../core/credentials/cbor/write.js';
import { draftSign1 } from '../../../../../core/credentials/cose/sign1.js';
import type { MdocCells } from '../../../../../core/credentials/mdoc/cells.js';
import { transcriptOf } from '../../../../../core/credentials/mdoc/device-signed.js';
import {
  ASKED,
  bytesOf,
  CONTENT,
  HOLDER,
  licence,
  OFFICE,
  presented,
  signedBy,
} from '../../../../support/credentials/licence.js';

export const GOOD = presented(licence());

export const mapOf = (members: Readonly<Record<string, CborValue>>): CborMap => new Map(Object.entries(members));
/** A map of keys and values in turn. */
export function pairs(...all: readonly CborValue[]): CborMap {
  const map = new Map<CborKey, CborValue>();
  for (let i = 0; i < all.length; i += 2) map.set(all[i] as CborKey, all[i + 1] as CborValue);
  return map;
}

/** The member of a map, changed. */
export const inside = (map: CborMap, name: string, change: (member: CborMap) => CborMap): CborMap =>
  new Map([...map, [name, change(map.get(name) as CborMap)]]);
export const adding = (members: Readonly<Record<string, CborValue>>) => (map: CborMap) =>
  new Map([...map, ...Object.entries(members)]);

export const element = (members: Readonly<Record<string, CborValue>>): string => {
  const item = { digestID: 9, random: new Uint8Array(16), elementIdentifier: 'number', elementValue: 1, ...members };
  return toBase64Url(writeCbor(encodedItem(writeCbor(mapOf(item)))));
};

/** The item of a cell, changed and written again. */
export const rewritten = <T extends CborValue>(cell: string, change: (value: T) => CborValue): string =>
  toBase64Url(writeCbor(change(readCbor(bytesOf(cell)) as T)));

interface Issuing {
  readonly object?: (object: CborMap) => CborMap;
  readonly header?: CborMap;
  readonly unprotected?: CborMap;
}

/** The good presentation under another security object, which the office signed, or with other headers. */
export function issued({ object = (map) => map, header, unprotected }: Issuing): MdocCells {
  const [first, second, payload] = readCbor(bytesOf(GOOD.issued)) as [Uint8Array, CborMap, Uint8Array];
  const inner = readCbor((readCbor(payload) as TaggedItem).value as Uint8Array) as CborMap;
  const draft = draftSign1({ payload: writeCbor(encodedItem(writeCbor(object(inner)))) });
  const [, , signed, signature] = signedBy(OFFICE, draft) as readonly [unknown, unknown, Uint8Array, Uint8Array];
  const parts = [header === undefined ? first : writeCbor(header), unprotected ?? second, signed, signature];
  return { ...GOOD, issued: toBase64Url(writeCbor(parts)) };
}

/** The holder's half with elements of its own, under a key that may add what is authorised. */
export function addedBy(nameSpaces: CborMap, authorised?: CborMap): MdocCells {
  const added = encodedItem(writeCbor(nameSpaces));
  const authentication = ['DeviceAuthentication', new WrittenItem(transcriptOf(ASKED)), CONTENT.docType, added];
  const draft = draftSign1({ payload: writeCbor(encodedItem(writeCbor(authentication))), isDetached: true });
  const deviceAuth = mapOf({ deviceSignature: signedBy(HOLDER, draft) });
  const proof = toBase64Url(writeCbor(mapOf({ nameSpaces: added, deviceAuth })));
  if (authorised === undefined) return { ...GOOD, proof };
  const mayAdd = adding({ keyAuthorizations: authorised });
  return { ...issued({ object: (object) => inside(object, 'deviceKeyInfo', mayAdd) }), proof };
}
