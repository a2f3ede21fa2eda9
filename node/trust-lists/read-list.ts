// A trust list of ETSI TS 119 612 from its bytes: scanned, parsed, its signature verified, and only then read. It runs
// in a thread of its own (node/threads/trust-list-thread.ts), because a large list takes seconds; it fetches nothing.
import { DOMParser, onWarningStopParsing } from '@xmldom/xmldom';
import { fromBase64, toBase64 } from '../../core/base/bytes.js';
import { sha256Hex } from '../../core/base/hash.js';
import { TRUST_POINTERS_MAX, TRUST_ROOTS_MAX } from '../../core/base/limits/node/federation.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { scanXml } from '../../core/trust/lists/scan.js';
import { isListOfLists, vouches } from '../../core/trust/lists/services.js';
import type { ReadTrustList, TrustListPointer, TrustListTask } from '../../core/trust/lists/snapshot.js';
import { readAnchor, readCertificate } from '../../core/trust/x509/certificate.js';
import {
  childOf,
  childrenOf,
  type Document,
  demand,
  type Element,
  elementsAt,
  refusalsOf,
  textAt,
} from './elements.js';
import { signerOf } from './signature.js';

const TSL = 'http://uri.etsi.org/02231/v2#';
const ADDITIONAL = 'http://uri.etsi.org/02231/v2/additionaltypes#';
const TAG = 'http://uri.etsi.org/19612/TSLTag';
const VERSIONS = ['5', '6'];
const XML_LIST = 'application/vnd.etsi.tsl+xml';
/** Characters of a name that people read. */
const NAME_MAX = 200;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

/** TRUSTLIST_MALFORMED or TRUSTLIST_SIGNATURE_INVALID with a reason where the list is not taken. */
export async function readTrustList({ bytes, ...asked }: TrustListTask): Promise<Result<ReadTrustList>> {
  const text = scanXml(bytes);
  if (isFailure(text)) return text;
  return refusalsOf(async () => {
    const document = documentOf(text);
    const root = document.documentElement;
    const isList = root?.namespaceURI === TSL && root.localName === 'TrustServiceStatusList';
    demand(isList, 'The document is not a trust list of ETSI TS 119 612.');
    const signer = await signerOf(document, root, asked);
    return { ...listOf(root, asked.nowMs), signedBy: sha256Hex(signer.der) };
  });
}

function documentOf(text: string): Document {
  try {
    return new DOMParser({ onError: onWarningStopParsing, locator: false }).parseFromString(text, 'text/xml');
  } catch {
    demand(false, 'The list is not well-formed XML.');
  }
}

function listOf(root: Element, nowMs: number): Omit<ReadTrustList, 'signedBy'> {
  demand(root.getAttribute('TSLTag') === TAG, 'The list has not the tag of ETSI TS 119 612.');
  const scheme = childOf(root, TSL, 'SchemeInformation');
  demand(scheme !== undefined, 'The list has no information about its scheme.');
  const version = textOf(scheme, 'TSLVersionIdentifier');
  demand(VERSIONS.includes(version), `The list is of version ${version}; expected ${VERSIONS.join(' or ')}.`);
  const sequence = textOf(scheme, 'TSLSequenceNumber');
  demand(/^[1-9]\d{0,14}$/.test(sequence), 'The sequence number of the list is not a positive number.');
  const next = childOf(scheme, TSL, 'NextUpdate');
  const nextUpdate = next && textAt(next, TSL, 'dateTime');
  const type = textOf(scheme, 'TSLType');
  return {
    ...{ type, sequenceNumber: Number(sequence), territory: territoryOf(scheme, TSL), operator: operatorOf(scheme) },
    issuedAtMs: timeOf(textOf(scheme, 'ListIssueDateTime')),
    ...(nextUpdate !== undefined && { nextUpdateMs: timeOf(nextUpdate) }),
    ...rootsOf(root, nowMs),
    pointers: isListOfLists(type) ? pointersOf(scheme) : [],
  };
}

/** Certificates of services that vouch now, each once, and how many are not of a form that paths are judged by. */
function rootsOf(root: Element, nowMs: number): Pick<ReadTrustList, 'roots' | 'rootsLeftOut'> {
  const services = elementsAt(
    root,
    ...[TSL, 'TrustServiceProviderList', 'TrustServiceProvider', 'TSPServices', 'TSPService'],
    'ServiceInformation',
  );
  const listed = services.filter((service) => vouches(serviceOf(service), nowMs));
  const certificates = new Set(
    listed.flatMap((service) => certificatesOf(service, 'ServiceDigitalIdentity', 'DigitalId', 'X509Certificate')),
  );
  const roots = [...certificates].filter((der) => isReadable(der, readAnchor));
  demand(roots.length <= TRUST_ROOTS_MAX, `The list has over ${TRUST_ROOTS_MAX} roots.`);
  return { roots, rootsLeftOut: certificates.size - roots.length };
}

function serviceOf(service: Element) {
  return {
    type: textOf(service, 'ServiceTypeIdentifier'),
    status: textOf(service, 'ServiceStatus'),
    sinceMs: timeOf(textOf(service, 'StatusStartingTime')),
  };
}

function pointersOf(scheme: Element): readonly TrustListPointer[] {
  const pointers = elementsAt(scheme, TSL, 'PointersToOtherTSL', 'OtherTSLPointer').flatMap((pointer) => {
    const others = elementsAt(pointer, TSL, 'AdditionalInformation', 'OtherInformation');
    const isXml = others.some((other) => textAt(other, ADDITIONAL, 'MimeType') === XML_LIST);
    const types = others.flatMap((other) => textAt(other, TSL, 'TSLType') ?? []);
    if (!isXml || types.some(isListOfLists)) return [];
    const territories = others.filter((other) => childrenOf(other, TSL, 'SchemeTerritory').length > 0);
    demand(territories.length === 1, 'A pointer to a list names no territory, or several.');
    const operators = certificatesOf(
      ...([pointer, 'ServiceDigitalIdentities', 'ServiceDigitalIdentity', 'DigitalId'] as const),
      'X509Certificate',
    ).filter((der) => isReadable(der, readCertificate));
    const territory = territoryOf(territories[0] as Element, TSL);
    return [{ url: textOf(pointer, 'TSLLocation'), territory, operators }];
  });
  demand(pointers.length <= TRUST_POINTERS_MAX, `The list points to over ${TRUST_POINTERS_MAX} lists.`);
  return pointers;
}

/** Base64 of DER, without the spaces that a list may have within. */
function certificatesOf(parent: Element, ...way: readonly string[]): readonly string[] {
  return elementsAt(parent, TSL, ...way).map((element) => {
    const der = fromBase64((element.textContent ?? '').replaceAll(/\s/g, ''));
    demand(der !== undefined, 'A certificate of the list is not base64.');
    return toBase64(der);
  });
}

function isReadable(text: string, read: (der: Uint8Array) => unknown): boolean {
  return !isFailure(read(fromBase64(text) as Uint8Array));
}

/** Its English name, or the first one. */
function operatorOf(scheme: Element): string {
  const names = elementsAt(scheme, TSL, 'SchemeOperatorName', 'Name');
  const name = names.find((each) => each.getAttribute('xml:lang') === 'en') ?? names[0];
  demand(name !== undefined, 'The list names no operator.');
  return (name.textContent ?? '')
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX);
}

function territoryOf(element: Element, namespace: string): string {
  const territory = textAt(element, namespace, 'SchemeTerritory') ?? '';
  demand(/^[A-Z]{2}$/.test(territory), 'The territory of a list is not two letters.');
  return territory;
}

function textOf(element: Element, name: string): string {
  const text = textAt(element, TSL, name);
  demand(text !== undefined && text !== '', `The element ${element.localName} has no ${name}.`);
  return text;
}

function timeOf(text: string): number {
  const ms = TIME.test(text) ? Date.parse(text) : Number.NaN;
  demand(Number.isSafeInteger(ms), 'A time of the list is not one of UTC.');
  return ms;
}
