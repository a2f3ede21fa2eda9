// A whole DeviceResponse: to the cells of a gate and back, its closed form, and the transcript of the standard.
import { expect } from 'chai';
import { fromBase64Url, fromHex, toBase64Url, toHex } from '../../../../../core/base/bytes.js';
import { readCbor } from '../../../../../core/credentials/cbor/read.js';
import { type CborMap, type CborValue, TaggedItem, WrittenItem } from '../../../../../core/credentials/cbor/value.js';
import { writeCbor } from '../../../../../core/credentials/cbor/write.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { mdocCells, mdocResponse } from '../../../../../core/credentials/mdoc/cells.js';
import { transcriptOf } from '../../../../../core/credentials/mdoc/device-signed.js';
import { elementJson } from '../../../../../core/credentials/mdoc/element-json.js';
import { verifyMdoc } from '../../../../../core/credentials/mdoc/verify.js';
import { p256OfJwk, p256Thumbprint } from '../../../../../core/crypto/keys/jwk.js';
import { licence, presented, QUESTION } from '../../../../support/credentials/licence.js';
import { inside, pairs } from './forged.js';

const CELLS = presented(licence());
const RESPONSE = mdocResponse(CELLS);
const refusal = (response: Uint8Array): unknown => {
  const cells = faultOr(() => mdocCells(response));
  return cells instanceof FormatFault ? cells.message : cells;
};

/** The response with its map, its document or a part of that written anew. */
function changed(part: 'response' | 'document' | 'issuerSigned', change: (map: CborMap) => CborMap): Uint8Array {
  const response = readCbor(RESPONSE) as CborMap;
  const [document] = response.get('documents') as readonly [CborMap];
  const issuerSigned = document.get('issuerSigned') as CborMap;
  const inner = part === 'issuerSigned' ? new Map([...document, ['issuerSigned', change(issuerSigned)]]) : document;
  const whole = new Map([...response, ['documents', [part === 'document' ? change(inner) : inner]]]);
  return writeCbor(part === 'response' ? change(whole as CborMap) : (whole as CborMap));
}
const adding = (name: string, value: CborValue) => (map: CborMap) => new Map([...map, [name, value]]);
const without = (name: string) => (map: CborMap) => new Map([...map].filter(([key]) => key !== name));

/** The response of a wallet and an issuer that name their keys beside the signatures. */
function withKeyIds(keyId: CborValue): Uint8Array {
  const named = ([first, second, ...rest]: CborValue[]) => [
    first!,
    new Map([...(second as CborMap), [4, keyId]]),
    ...rest,
  ];
  return changed('document', (document) => {
    const issuerSigned = inside(document.get('issuerSigned') as CborMap, 'issuerAuth', named as never);
    const deviceSigned = inside(document.get('deviceSigned') as CborMap, 'deviceAuth', (auth) =>
      inside(auth, 'deviceSignature', named as never),
    );
    return new Map([...document, ['issuerSigned', issuerSigned], ['deviceSigned', deviceSigned]]);
  });
}

/** Each length in two bytes, as some libraries write it. */
function longer(value: CborValue): Uint8Array {
  const head = (first: number, length: number) => Buffer.of(first, length >> 8, length & 255);
  if (value instanceof TaggedItem) return Buffer.concat([Buffer.of(0xd8, value.tag), longer(value.value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(0x59, value.length), value]);
  if (typeof value === 'string') return Buffer.concat([head(0x79, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map)
    return Buffer.concat([head(0xb9, value.size), ...[...(value as CborMap)].flat().map(longer)]);
  if (Array.isArray(value))
    return Buffer.concat([head(0x99, value.length), ...(value as readonly CborValue[]).map(longer)]);
  return writeCbor(value);
}

const CLOSED: readonly (readonly [what: string, response: Uint8Array, says: string])[] = [
  ['another version', changed('response', adding('version', '1.1')), 'not one of version 1.0'],
  ['another status', changed('response', adding('status', 10)), 'status 0'],
  ['errors beside its document', changed('response', adding('documentErrors', [])), 'a member beside'],
  ['no document', changed('response', adding('documents', [])), '0 documents, not one'],
  [
    'two documents',
    changed('response', (map) => adding('documents', [...(map.get('documents') as CborMap[]), 1])(map)),
    '2 documents',
  ],
  ['no member documents', changed('response', without('documents')), 'has no documents'],
  ['errors in its document', changed('document', adding('errors', new Map())), 'a member beside'],
  [
    'another type than was signed',
    changed('document', adding('docType', 'org.example.licence.2')),
    'another type than',
  ],
  ['no half of the holder', changed('document', without('deviceSigned')), 'has no deviceSigned'],
  [
    'a misspelt member',
    changed('issuerSigned', (map) => without('nameSpaces')(adding('namespaces', map.get('nameSpaces')!)(map))),
    'a member beside',
  ],
  ['an empty name space', changed('issuerSigned', adding('nameSpaces', new Map([['a', []]]))), 'has no element'],
  [
    'an element without its tag',
    changed('issuerSigned', adding('nameSpaces', new Map([['a', [new Uint8Array()]]]))),
    'An element is not of its form',
  ],
  ['bytes behind it', Buffer.concat([RESPONSE, Buffer.of(0)]), 'stands behind the item'],
  ['the holder half of something else', changed('document', adding('deviceSigned', new Map())), 'has no nameSpaces'],
];

describe('a response of an mdoc', () => {
  it('becomes cells, and these the same response', () => {
    expect(mdocCells(RESPONSE)).to.deep.equal(CELLS);
    expect(verifyMdoc(mdocCells(RESPONSE), QUESTION)).to.have.property('claims');
  });

  it('may show nothing but its type', () => {
    const bare = { ...CELLS, claims: [] };
    expect(mdocCells(mdocResponse(bare))).to.deep.equal(bare);
    expect(verifyMdoc(bare, { ...QUESTION, claims: [] }))
      .to.have.property('claims')
      .that.deep.equals(new Map());
  });

  it('gives the same cells where a writer has keys in another order, or wallet and issuer name their keys', () => {
    const parts = [...(readCbor(RESPONSE) as CborMap)].reverse().flat();
    expect(mdocCells(Buffer.concat([Buffer.of(0xa3), ...parts.map(writeCbor)]))).to.deep.equal(CELLS);
    expect(mdocCells(withKeyIds(new Uint8Array(4)))).to.deep.equal(CELLS);
    expect(mdocCells(withKeyIds('key-1'))).to.deep.equal(CELLS);
  });

  it('gives the same cells where lengths have more bytes than they need, but for what is signed', () => {
    const response = readCbor(RESPONSE) as CborMap;
    expect(mdocCells(longer(response))).to.deep.equal(CELLS);
    const item = (map: CborMap) => [new TaggedItem(24, longer(map))];
    const strange = changed('issuerSigned', adding('nameSpaces', new Map([['a', item(new Map([['digestID', 0]]))]])));
    expect(refusal(strange)).to.match(/^An element .*shortest form/);
    const endless = Buffer.concat([Buffer.of(0xbf), RESPONSE.subarray(1), Buffer.of(0xff)]);
    expect(refusal(endless)).to.include('has no definite length');
  });

  it('names keys beside its signatures alone', () => {
    const strange = changed(
      'document',
      adding('deviceSigned', pairs('nameSpaces', 0, 'deviceAuth', pairs('deviceMac', []))),
    );
    expect(refusal(strange)).to.include('has no deviceSignature');
    expect(refusal(changed('issuerSigned', adding('issuerAuth', [1, 2])))).to.include('is not a COSE_Sign1');
  });

  for (const [what, response, says] of CLOSED)
    it(`is refused with ${what}`, () => expect(refusal(response)).to.include(says));

  it('is not made of cells that have not their form', () => {
    for (const change of [{ issued: '' }, { proof: CELLS.issued }, { claims: [['a', CELLS.proof]] as const }])
      expect(() => mdocResponse({ ...CELLS, ...change }), JSON.stringify(change)).to.throw(FormatFault);
  });

  it('has the transcript of OpenID4VP 1.0, appendix B.2.6.1', () => {
    const [x, y] = ['DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0', 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc'];
    const thumbprint = fromBase64Url(p256Thumbprint(p256OfJwk({ kty: 'EC', crv: 'P-256', x, y })!))!;
    expect(toHex(thumbprint)).to.equal('4283ec927ae0f208daaa2d026a814f2b22dca52cf85ffa8f3f8626c6bd669047');
    const transcript = transcriptOf({
      clientId: 'x509_san_dns:example.com',
      nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
      encryptionKey: thumbprint,
      responseUri: 'https://example.com/response',
    });
    const handover =
      '82714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac';
    expect(toHex(transcript)).to.equal(`83f6f6${handover}`);
  });

  it('shows values as JSON: dates as texts, bytes as base64url, long integers as digits', () => {
    const value = readCbor(
      fromHex('8801f5f66161420102d903ec6a323033302d30312d3031' + '1bffffffffffffffff' + 'a2016161616200'),
    );
    expect(elementJson(value)).to.deep.equal([
      1,
      true,
      null,
      'a',
      'AQI',
      '2030-01-01',
      '18446744073709551615',
      { 1: 'a', b: 0 },
    ]);
    expect(elementJson(new WrittenItem(fromBase64Url('AQI')!))).to.equal('AQI');
    expect(toBase64Url(fromHex('0102'))).to.equal('AQI');
  });
});
