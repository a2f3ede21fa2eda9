// The bench of credentials: issue, show, verify and list, on one core and in this process. Each figure is also a ratio
// to the signatures or verifications of P-256 that the platform makes in the same run. Drafts are signed by the
// platform; a wallet of this program signs slower, as its own row says (core/crypto/signing/nist-p256.ts).
import {
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomInt,
  sign as signNatively,
  verify as verifyNatively,
} from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { assert } from '../../core/base/assert.js';
import { utf8 } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Draft } from '../../core/credentials/draft.js';
import { PresentationRefusal } from '../../core/credentials/refusal.js';
import { blind } from '../../core/credentials/sd-jwt/blind.js';
import type { SdJwt } from '../../core/credentials/sd-jwt/compact.js';
import { draftIssued, selectClaims } from '../../core/credentials/sd-jwt/credential.js';
import { draftPresentation } from '../../core/credentials/sd-jwt/key-binding.js';
import type { PresentationQuestion } from '../../core/credentials/sd-jwt/presentation.js';
import { saltsOf } from '../../core/credentials/sd-jwt/salts.js';
import { verifyPresentation } from '../../core/credentials/sd-jwt/verify.js';
import { type StatusList, statusListOf } from '../../core/credentials/status/bits.js';
import { draftStatusJwt } from '../../core/credentials/status/jwt.js';
import { p256Jwk, p256OfJwk } from '../../core/crypto/keys/jwk.js';
import { generate } from '../../core/crypto/signing/algorithms.js';
import { signEs256 } from '../../core/crypto/signing/nist-p256.js';
import { type BenchOperation, type BenchSigner, mdocOperations } from './credentials-mdoc.js';

export interface CredentialRow {
  readonly operation: string;
  readonly perSecond: number;
  readonly micros: number;
  /** How many the platform signs or verifies by P-256 in the processor time of one over it. */
  readonly ratio: number;
  readonly to: 'sign' | 'verify';
}

const WINDOWS = 20;
/** r ‖ s, as JOSE has it. */
const DSA_ENCODING = 'ieee-p1363';
const NAMES = ['given', 'family', 'born', 'place', 'street', 'town', 'postcode', 'country', 'number', 'class'];
const DECOYS = 2;
const TYPE = 'urn:example:licence:1';
const LIST = 'https://issuer.example/lists/1';
const PLACE = 7;
const ISSUER = { chain: [], keyId: 'issuer' };
const NONCE = 'WXZxr768rz9c7Dj6Z4ThbBOV46KXIAebZW7NE5nEH6E';
const AUDIENCE = 'x509_san_dns:verifier.example';
/** Of a list as this program makes them, and of the longest of the field, of which every twentieth is not valid. */
const ENTRIES = 131_072;
const ENTRIES_LONG = 2 ** 20;

/** A row for each operation. `seconds` is about the time of each. */
export function benchCredentials(seconds: number, progress: (sentence: string) => void): readonly CredentialRow[] {
  const [issuer, holder, wallet] = [keyPair(), keyPair(), generate('NISTP256', randomBytes(32))];
  const atSeconds = Math.floor(Date.now() / 1000);
  const credential = issue(issuer, holder, atSeconds);
  const chosen = selectClaims(credential, [['number'], ['class']]);
  const { issued: text, disclosures: claims, proof = '' } = show(holder, chosen, atSeconds);
  const message = utf8(text);
  const [list, longList] = [listOf(ENTRIES), listOf(ENTRIES_LONG)];
  const status = signList(issuer, list, atSeconds);
  const question = questionOf(issuer, atSeconds);
  const { binding: _, ...unbound } = question;
  const operations: readonly BenchOperation[] = [
    ['issue, 10 disclosures', 'sign', () => issue(issuer, holder, atSeconds)],
    [
      'show, 2 of 10 disclosures',
      'sign',
      () => show(holder, selectClaims(credential, [['number'], ['class']]), atSeconds),
    ],
    [
      'verify, 10 disclosures',
      'verify',
      () => needGood({ issued: text, claims: credential.disclosures }, { ...unbound, status: 'open' }),
    ],
    [
      'verify with key binding',
      'verify',
      () => needGood({ issued: text, claims, proof }, { ...question, status: 'open' }),
    ],
    ['gate, with its status list', 'verify', () => needGood({ issued: text, claims, proof, status }, question)],
    ['sign by a wallet', 'sign', () => signEs256(wallet, message)],
    ['sign a list of 2^17', 'sign', () => signList(issuer, list, atSeconds)],
    ['sign a list of 2^20', 'sign', () => signList(issuer, longList, atSeconds)],
    ...mdocOperations(signerOf(issuer), signerOf(holder), list),
  ];
  const floor = floorOf();
  return operations.map(([operation, to, run]) => {
    progress(`Measuring: ${operation}.`);
    const { micros, ratio } = measure(run, floor[to], seconds);
    return { operation, perSecond: Math.round(1e6 / micros), micros: Math.round(micros), ratio, to };
  });
}

/** A signature, and a verification, by P-256 of the platform. */
function floorOf(): Readonly<Record<CredentialRow['to'], () => unknown>> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const own = { key: privateKey, dsaEncoding: DSA_ENCODING } as const;
  const other = { key: publicKey, dsaEncoding: DSA_ENCODING } as const;
  const message = randomBytes(512);
  const signature = signNatively('sha256', message, own);
  return {
    sign: () => signNatively('sha256', message, own),
    verify: () => verifyNatively('sha256', message, other, signature),
  };
}

/**
 * Processor time, best of the windows: what the clock of the wall says is that of everything on the machine. The floor
 * is measured by turns with it, since others share its caches for a while.
 */
function measure(run: () => unknown, floor: () => unknown, seconds: number) {
  const windowMs = (seconds * 1000) / (2 * WINDOWS);
  let [least, micros] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let window = 0; window < WINDOWS; window++) {
    least = Math.min(least, microsOf(floor, windowMs));
    micros = Math.min(micros, microsOf(run, windowMs));
  }
  return { micros, ratio: least / micros };
}

/** Microseconds of processor time of one, in a window of time. Memory that is collected beside it counts. */
function microsOf(run: () => unknown, windowMs: number): number {
  const started = performance.now();
  const before = process.cpuUsage();
  let count = 0;
  do run();
  while (++count < 2 ** 20 && performance.now() - started < windowMs);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: Uint8Array;
}

function keyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const point = p256OfJwk(publicKey.export({ format: 'jwk' }));
  assert(point, 'the platform makes keys of P-256');
  return { privateKey, publicKey: point };
}

function signerOf(pair: KeyPair): BenchSigner {
  return { publicKey: pair.publicKey, sign: (draft) => signDraft(pair, draft) };
}

function signDraft<T>({ privateKey: key }: KeyPair, { toSign, finish }: Draft<T>): T {
  return finish(signNatively('sha256', toSign, { key, dsaEncoding: DSA_ENCODING }));
}

function issue(issuer: KeyPair, holder: KeyPair, atSeconds: number): SdJwt {
  const claims: JsonObject = {
    ...{ vct: TYPE, iat: atSeconds, exp: atSeconds + 86_400, cnf: { jwk: p256Jwk(holder.publicKey) } },
    ...{ status: { status_list: { idx: PLACE, uri: LIST } } },
    ...Object.fromEntries(NAMES.map((name) => [name, `value of ${name}`])),
  };
  const salt = saltsOf(randomBytes, NAMES.length + DECOYS);
  const blinded = blind(claims, { disclosable: NAMES.map((name) => [name]), decoys: DECOYS, salt });
  return signDraft(issuer, draftIssued({ ...blinded, issuer: ISSUER }));
}

function show(holder: KeyPair, chosen: SdJwt, atSeconds: number): SdJwt {
  return signDraft(holder, draftPresentation(chosen, { nonce: NONCE, audience: AUDIENCE, issuedAtSeconds: atSeconds }));
}

function listOf(entries: number): StatusList {
  const revoked = Array.from({ length: entries / 20 }, () => [randomInt(PLACE + 1, entries), 1] as const);
  return statusListOf(2, entries, revoked);
}

function signList(issuer: KeyPair, list: StatusList, atSeconds: number): string {
  const content = {
    uri: LIST,
    list,
    issuedAtSeconds: atSeconds,
    expiresAtSeconds: atSeconds + 43_200,
    ttlSeconds: 300,
  };
  return signDraft(
    issuer,
    draftStatusJwt({ ...content, issuer: ISSUER }, (bytes) => deflateSync(bytes, { level: 6 })),
  );
}

function questionOf(issuer: KeyPair, atSeconds: number): PresentationQuestion {
  return {
    ...{ atMs: atSeconds * 1000, types: [TYPE], status: 'closed' },
    claims: [{ name: 'number', path: ['number'] }],
    findIssuer: () => ({ publicKey: issuer.publicKey, anchor: 'bench' }),
    binding: { nonce: NONCE, audiences: [AUDIENCE], proofMaxAgeMs: 900_000 },
  };
}

function needGood(...asked: Parameters<typeof verifyPresentation>): void {
  const verdict = verifyPresentation(...asked);
  assert(!(verdict instanceof PresentationRefusal), 'the bench shows good credentials');
}
