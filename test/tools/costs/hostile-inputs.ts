// The worst that a stranger can send to each part that reads credentials, one row each: it is made before anything is
// measured, and what comes of it is told in a few words.
import { generateKeyPairSync, sign } from 'node:crypto';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { concat, toBase64Url, utf8 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import {
  CBOR_BYTES_MAX,
  PRESENTATION_RAW_MAX,
  STATUS_LIST_BYTES_MAX,
  STATUS_LIST_SECTIONS_MAX,
} from '../../../core/base/limits/ledger/credentials.js';
import { readCbor } from '../../../core/credentials/cbor/read.js';
import { FormatFault, faultOr } from '../../../core/credentials/fault.js';
import { readDcql } from '../../../core/credentials/query/dcql.js';
import { matchDcql } from '../../../core/credentials/query/match.js';
import { PresentationRefusal } from '../../../core/credentials/refusal.js';
import { splitSdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { readDisclosure } from '../../../core/credentials/sd-jwt/disclosure.js';
import { verifyPresentation } from '../../../core/credentials/sd-jwt/verify.js';
import { inflate } from '../../../core/credentials/status/inflate.js';
import { p256OfJwk } from '../../../core/crypto/keys/jwk.js';
import { pemParts } from '../../../core/crypto/keys/pem.js';

export interface HostileInput {
  readonly name: string;
  /** Makes it; what is given is measured. */
  readonly make: () => () => string;
}

const said = (read: () => unknown): string => {
  const value = faultOr(read);
  return value instanceof FormatFault ? value.message : 'read';
};
const inflated = (data: Uint8Array) => () =>
  `${inflate(data, STATUS_LIST_BYTES_MAX)?.length.toLocaleString('en') ?? 'no'} bytes`;
const cbor = (bytes: Uint8Array) => () => said(() => readCbor(bytes));
const encoded = (value: Json): string => toBase64Url(utf8(JSON.stringify(value)));

/** As many blocks as are read, each with codes of its own; without a checksum, which is the last that is asked. */
function shortBlocks(): Uint8Array {
  const blocks = Array.from({ length: STATUS_LIST_SECTIONS_MAX - 1 }, (_, block) => {
    const bytes = Uint8Array.from({ length: 40 }, (__, i) => (block * 7 + i * 31) & 255);
    return deflateRawSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH });
  });
  return concat(Uint8Array.of(0x78, 0x9c), ...blocks);
}

/** Disclosures of which each has the digest of the next one. */
function nestedDisclosures(count: number): () => string {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = p256OfJwk(publicKey.export({ format: 'jwk' })) as Uint8Array;
  const claims: string[] = [];
  let value: Json = 'end';
  for (let i = 0; i < count; i++) {
    const disclosure = encoded([`salt ${i}`, 'n', value]);
    claims.unshift(disclosure);
    value = { _sd: [toBase64Url(sha256(utf8(disclosure)))] };
  }
  const payload = { vct: 'urn:x:1', iss: 'https://issuer.example', _sd_alg: 'sha-256', ...(value as JsonObject) };
  const text = `${encoded({ alg: 'ES256', typ: 'dc+sd-jwt', kid: 'k' })}.${encoded(payload)}`;
  const signature = sign('sha256', utf8(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return () => {
    const verdict = verifyPresentation(
      { issued: `${text}.${toBase64Url(signature)}`, claims },
      {
        ...{ atMs: Date.now(), types: ['urn:x:1'], status: 'open', claims: [{ name: 'n', path: ['n'] }] },
        findIssuer: () => ({ publicKey: key, anchor: 'a' }),
      },
    );
    return verdict instanceof PresentationRefusal ? verdict.code : 'good';
  };
}

/** Sixteen queries of the longest paths, in eight sets of claims each, over a full wallet that has all but the last. */
function largestQuery(): () => string {
  const [names, above] = [Array.from({ length: 20 }, (_, i) => `c${i}`), Array<string>(7).fill('a')];
  const credentials = Array.from({ length: 16 }, (_, i) => ({
    ...{ id: `q${i}`, format: 'dc+sd-jwt', meta: { vct_values: ['urn:x:1'] } },
    claims: names.map((id) => ({ id, path: [...above, id] })),
    claim_sets: Array.from({ length: 8 }, () => names),
  }));
  const inner: JsonObject = Object.fromEntries(names.slice(1).map((name) => [name, 'v']));
  const claims = above.reduce<JsonObject>((value) => ({ a: value }), inner);
  const held = { format: 'dc+sd-jwt', types: ['urn:x:1'], claims, authorityKeys: [], hasHolderKey: true } as const;
  const wallet = Array.from({ length: 1000 }, (_, i) => ({ id: String(i), ...held }));
  return () => said(() => matchDcql(readDcql({ credentials } as unknown as Json), wallet));
}

export const HOSTILE_INPUTS: readonly HostileInput[] = [
  { name: 'status list of 64 MiB in 64 KiB', make: () => inflated(deflateSync(new Uint8Array(2 ** 26))) },
  { name: 'status list of the longest', make: () => inflated(deflateSync(new Uint8Array(STATUS_LIST_BYTES_MAX))) },
  { name: 'status list of as many blocks as are read', make: () => inflated(shortBlocks()) },
  { name: 'CBOR with 2^63 items stated', make: () => cbor(Uint8Array.from([0x9b, 0x7f, ...Array(7).fill(255), 0])) },
  { name: 'CBOR that nests', make: () => cbor(new Uint8Array(CBOR_BYTES_MAX).fill(0x81)) },
  {
    name: 'CBOR of as many items as bytes',
    make: () => cbor(concat(Uint8Array.of(0x99, 0xff, 0xff), new Uint8Array(65_535))),
  },
  {
    name: 'SD-JWT of tildes alone',
    make: () => {
      const text = `a.b.c${'~'.repeat(PRESENTATION_RAW_MAX - 5)}`;
      return () => said(() => splitSdJwt(text));
    },
  },
  { name: 'SD-JWT of 255 disclosures inside each other', make: () => nestedDisclosures(255) },
  {
    name: 'disclosure that nests',
    make: () => {
      const text = toBase64Url(utf8(`["s","n",${'['.repeat(45_000)}${']'.repeat(45_000)}]`));
      return () => said(() => readDisclosure(text));
    },
  },
  { name: 'query of the largest size over 1,000 credentials', make: largestQuery },
  {
    name: 'PEM of 1 MiB of beginnings',
    make: () => {
      const text = '-----BEGIN CERTIFICATE-----\n'.repeat(37_000);
      return () => `${pemParts(text, 'CERTIFICATE').length} parts`;
    },
  },
];
