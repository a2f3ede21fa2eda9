// The mobile security object (ISO 18013-5 section 9.1.2.4): the part of a credential that its issuer signs. It has the
// digests of the elements, the key of the holder, the dates, and where the status is; closed, as all structures here.
import { dateTime, membersOf, valueAs } from '../cbor/members.js';
import { readCbor } from '../cbor/read.js';
import type { CborMap, CborValue } from '../cbor/value.js';
import { writeCbor } from '../cbor/write.js';
import { need } from '../fault.js';
import type { StatusPlace } from '../status/token.js';
import { deviceKeyMap, deviceKeyOf } from './device-key.js';

const VERSION = '1.0';
const DIGESTS = 'SHA-256';

export interface SecurityObject {
  readonly docType: string;
  /** SHA-256 of the elements, by name space and digest id. */
  readonly digests: ReadonlyMap<string, ReadonlyMap<number, Uint8Array>>;
  /** Uncompressed point of P-256. */
  readonly deviceKey: Uint8Array;
  /** The holder may add these under its own signature: whole name spaces, and elements by name space. */
  readonly authorised: {
    readonly nameSpaces: ReadonlySet<string>;
    readonly elements: ReadonlyMap<string, ReadonlySet<string>>;
  };
  readonly signedMs: number;
  readonly validFromMs: number;
  readonly validUntilMs: number;
  readonly status?: StatusPlace;
}

const SHAPE = {
  version: 'text',
  digestAlgorithm: 'text',
  docType: 'text',
  valueDigests: 'map',
  deviceKeyInfo: 'map',
  validityInfo: 'map',
  status: 'map?',
} as const;

/** The security object in the bytes of its item. Throws a fault. */
export function securityObjectOf(bytes: Uint8Array): SecurityObject {
  const object = membersOf(readCbor(bytes, 'The security object'), 'The security object', { shape: SHAPE });
  need(object.version === VERSION, `The security object is not of version ${VERSION}.`);
  need(object.digestAlgorithm === DIGESTS, `The security object has digests other than ${DIGESTS}.`);
  return {
    docType: object.docType,
    digests: digestsOf(object.valueDigests),
    ...deviceKeyInfoOf(object.deviceKeyInfo),
    ...datesOf(object.validityInfo),
    ...(object.status && { status: statusOf(object.status) }),
  };
}

function digestsOf(map: CborMap): SecurityObject['digests'] {
  return membersByName(map, 'The digests', (ids) => {
    const digests = new Map<number, Uint8Array>();
    for (const [id, digest] of valueAs(ids, 'map', 'The digests of a name space')) {
      const bytes = valueAs(digest, 'bytes', 'A digest');
      need(bytes.length === 32, 'A digest has not 32 bytes.');
      digests.set(valueAs(id, 'count', 'A digest id'), bytes);
    }
    return digests;
  });
}

function deviceKeyInfoOf(map: CborMap): Pick<SecurityObject, 'deviceKey' | 'authorised'> {
  const shape = { deviceKey: 'map', keyAuthorizations: 'map?', keyInfo: 'map?' } as const;
  const { deviceKey, keyAuthorizations = new Map() } = membersOf(map, 'The device key info', { shape });
  const inner = { nameSpaces: 'list?', dataElements: 'map?' } as const;
  const { nameSpaces = [], dataElements = new Map() } = membersOf(keyAuthorizations, 'What the key may add', {
    shape: inner,
  });
  const elements = (list: CborValue) => textsOf(valueAs(list, 'list', 'The elements that the key may add'));
  return {
    deviceKey: deviceKeyOf(deviceKey),
    authorised: {
      nameSpaces: textsOf(nameSpaces),
      elements: membersByName(dataElements, 'The elements that the key may add', elements),
    },
  };
}

function datesOf(map: CborMap): Pick<SecurityObject, 'signedMs' | 'validFromMs' | 'validUntilMs'> {
  const shape = { signed: 'time', validFrom: 'time', validUntil: 'time', expectedUpdate: 'time?' } as const;
  const { signed, validFrom, validUntil } = membersOf(map, 'The validity info', { shape });
  return { signedMs: signed, validFromMs: validFrom, validUntilMs: validUntil };
}

/** A list of statuses is the one mechanism that is read: another one is refused, since its word would not be heard. */
function statusOf(map: CborMap): StatusPlace {
  const { status_list } = membersOf(map, 'The status', { shape: { status_list: 'map' } });
  const { idx, uri } = membersOf(status_list, 'The place in the status list', { shape: { idx: 'count', uri: 'text' } });
  return { uri, index: idx };
}

/** A map whose keys are names, each value as `read` gives it. */
export function membersByName<T>(map: CborMap, what: string, read: (value: CborValue) => T): ReadonlyMap<string, T> {
  return new Map([...map].map(([name, value]) => [valueAs(name, 'text', `A name of ${what}`), read(value)]));
}

function textsOf(list: readonly CborValue[]): ReadonlySet<string> {
  return new Set(list.map((text) => valueAs(text, 'text', 'A name that the key may add')));
}

/** The bytes of the item, as the issuer signs them. A key that may add elements of its own is not made. */
export function securityObjectBytes(object: Omit<SecurityObject, 'authorised'>): Uint8Array {
  const { docType, digests, deviceKey, signedMs, validFromMs, validUntilMs, status } = object;
  const dates = { signed: dateTime(signedMs), validFrom: dateTime(validFromMs), validUntil: dateTime(validUntilMs) };
  return writeCbor(
    mapOf({
      ...{ version: VERSION, digestAlgorithm: DIGESTS, docType, valueDigests: digests },
      deviceKeyInfo: mapOf({ deviceKey: deviceKeyMap(deviceKey) }),
      validityInfo: mapOf(dates),
      ...(status && { status: mapOf({ status_list: mapOf({ idx: status.index, uri: status.uri }) }) }),
    }),
  );
}

export function mapOf(members: Readonly<Record<string, CborValue>>): CborMap {
  return new Map(Object.entries(members));
}
