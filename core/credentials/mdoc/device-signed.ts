// The half of a document that its holder signed (ISO 18013-5 section 9.1.3) over the session transcript of OpenID4VP
// 1.0, appendix B.2.6.1: so it answers one request, with one nonce, of one verifier. Signatures alone: a MAC would
// prove nothing to anybody but who asked.
import { sha256 } from '../../base/hash.js';
import { membersOf, valueAs } from '../cbor/members.js';
import { readCbor } from '../cbor/read.js';
import { type CborMap, type CborValue, WrittenItem } from '../cbor/value.js';
import { encodedItem, writeCbor } from '../cbor/write.js';
import { draftSign1, type HeaderRules, isSignedBy, type Sign1, sign1Of, withoutKeyId } from '../cose/sign1.js';
import type { Draft } from '../draft.js';
import { mapOf, membersByName, type SecurityObject } from './security-object.js';

const HEADERS: HeaderRules = { protected: ['alg'], unprotected: [] };

/** The request that a presentation answers, by the members of the authorization request. */
export interface AskedBy {
  /** With its prefix, such as `x509_san_dns:`. */
  readonly clientId: string;
  readonly nonce: string;
  readonly responseUri: string;
  /**
   * SHA-256 thumbprint (RFC 7638) of the key that the response is encrypted to, 32 bytes; absent where it is in the
   * clear.
   */
  readonly encryptionKey?: Uint8Array;
}

export interface DeviceSigned {
  /** With their tag: bytes that were signed as they are. */
  readonly nameSpaces: CborValue;
  /** Names of what the holder added, by name space. */
  readonly added: ReadonlyMap<string, readonly string[]>;
  readonly signature: Sign1;
}

/** The holder's half in its bytes. Throws a fault. Its signature is not judged. */
export function deviceSignedOf(bytes: Uint8Array): DeviceSigned {
  const value = readCbor(bytes, 'The holder-signed part');
  const shape = { nameSpaces: 'any', deviceAuth: 'map' } as const;
  const { nameSpaces, deviceAuth } = membersOf(value, 'The holder-signed part', { shape });
  const { deviceSignature } = membersOf(deviceAuth, 'The holder authentication', { shape: { deviceSignature: 'any' } });
  const inner = readCbor(valueAs(nameSpaces, 'item', 'The name spaces of the holder'), 'The name spaces of the holder');
  const map = valueAs(inner, 'map', 'The name spaces of the holder');
  return {
    nameSpaces,
    added: membersByName(map, 'The name spaces of the holder', (elements) => [
      ...membersByName(
        valueAs(elements, 'map', 'A name space of the holder'),
        'A name space of the holder',
        () => 0,
      ).keys(),
    ]),
    signature: sign1Of(deviceSignature, 'The holder signature', HEADERS),
  };
}

/** The holder's half as it came in a response, without a key id of its wallet. */
export function plainDeviceSigned(value: CborMap): Uint8Array {
  return writeCbor(
    withMember(value, 'deviceAuth', (auth) =>
      auth instanceof Map ? withMember(auth as CborMap, 'deviceSignature', withoutKeyId) : auth,
    ),
  );
}

function withMember(map: CborMap, name: string, change: (member: CborValue) => CborValue): CborMap {
  const member = map.get(name);
  return member === undefined ? map : new Map([...map, [name, change(member)] as const]);
}

/** Whether the issuer let the key sign each element that the holder added. */
export function isAuthorised({ added }: DeviceSigned, { authorised }: SecurityObject): boolean {
  return [...added].every(
    ([nameSpace, names]) =>
      authorised.nameSpaces.has(nameSpace) ||
      (names.length > 0 && names.every((name) => authorised.elements.get(nameSpace)?.has(name) === true)),
  );
}

/** Whether the key of the credential signed this answer to the request. */
export function isHolderSigned(device: DeviceSigned, object: SecurityObject, asked: AskedBy): boolean {
  const payload = deviceAuthentication(asked, object.docType, device.nameSpaces);
  return isSignedBy(device.signature, object.deviceKey, payload);
}

/**
 * The holder's half of an answer to the request, with no elements of its own, to be signed by the key of the
 * credential.
 */
export function draftDeviceSigned(docType: string, asked: AskedBy): Draft<Uint8Array> {
  const nameSpaces = encodedItem(writeCbor(new Map()));
  const payload = deviceAuthentication(asked, docType, nameSpaces);
  const { toSign, finish } = draftSign1({ payload, isDetached: true });
  return {
    toSign,
    finish: (signature) => writeCbor(mapOf({ nameSpaces, deviceAuth: mapOf({ deviceSignature: finish(signature) }) })),
  };
}

/** DeviceAuthenticationBytes (ISO 18013-5 section 9.1.3.4). */
function deviceAuthentication(asked: AskedBy, docType: string, nameSpaces: CborValue): Uint8Array {
  return writeCbor(
    encodedItem(writeCbor(['DeviceAuthentication', new WrittenItem(transcriptOf(asked)), docType, nameSpaces])),
  );
}

/** The bytes of the SessionTranscript (OpenID4VP 1.0 appendix B.2.6.1). */
export function transcriptOf({ clientId, nonce, encryptionKey, responseUri }: AskedBy): Uint8Array {
  const info = writeCbor([clientId, nonce, encryptionKey ?? null, responseUri]);
  return writeCbor([null, null, ['OpenID4VPHandover', sha256(info)]]);
}
