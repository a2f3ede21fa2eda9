// SD-JWT and status lists as two libraries of others make and read them: each reads ours, and we read theirs, for any
// claims of which any part is disclosable.
import { issueSDJWT, verifySDJWT } from '@meeco/sd-jwt';
import { SDJwtInstance } from '@sd-jwt/core';
import { StatusList } from '@sd-jwt/jwt-status-list';
import { expect } from 'chai';
import fc from 'fast-check';
import { fromBase64Url, toBase64Url, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isSignedBy, readJws } from '../../../../../core/credentials/jose/jws.js';
import { blind } from '../../../../../core/credentials/sd-jwt/blind.js';
import { joinSdJwt, splitSdJwt } from '../../../../../core/credentials/sd-jwt/compact.js';
import { claimsOf, draftIssued, readIssued, selectClaims } from '../../../../../core/credentials/sd-jwt/credential.js';
import { needProof, PROOF_TYPE } from '../../../../../core/credentials/sd-jwt/key-binding.js';
import type { AskedPath } from '../../../../../core/credentials/sd-jwt/paths.js';
import { readStatusList, statusAt, statusListOf } from '../../../../../core/credentials/status/bits.js';
import { p256Jwk } from '../../../../../core/crypto/keys/jwk.js';
import { type KeyPair, sign } from '../../../../../core/crypto/signing/algorithms.js';
import { verifyEs256 } from '../../../../../core/crypto/signing/nist-p256.js';
import {
  AT_MS,
  BINDING,
  CLAIMS,
  HOLDER,
  ISSUER,
  proven,
  SHOWN_PATHS,
  salts,
  shown,
  signedBy,
} from '../../../../support/credentials/shown.js';

const signer = (pair: KeyPair) => (data: string) => toBase64Url(sign('NISTP256', pair.privateKey, sha256(data)));
const verifier = (pair: KeyPair) => (data: string, signature: string) =>
  verifyEs256(pair.publicKey, utf8(data), fromBase64Url(signature) ?? new Uint8Array());
const whole = (pair: KeyPair) => async (jws: string) => {
  const [header, payload, signature = ''] = jws.split('.');
  return verifier(pair)(`${header}.${payload}`, signature);
};
const digestOf = (text: string) => toBase64Url(sha256(text));
const hasher = (data: string | ArrayBuffer) => sha256(data as string);

const theirs = () => {
  const salt = salts();
  return new SDJwtInstance<Record<string, unknown>>({
    ...{ hasher, hashAlg: 'sha-256', saltGenerator: salt, signAlg: 'ES256', kbSignAlg: 'ES256' },
    ...{ signer: signer(ISSUER), verifier: verifier(ISSUER), kbSigner: signer(HOLDER), kbVerifier: verifier(HOLDER) },
  });
};

/** The paths as both libraries want them: the disclosable members of each object and list. */
function frameOf(paths: readonly AskedPath[]): Record<string, unknown> {
  const frame: Record<string, unknown> = {};
  for (const path of paths) {
    let at = frame;
    for (const step of path.slice(0, -1)) {
      at[String(step)] ??= {};
      at = at[String(step)] as Record<string, unknown>;
    }
    at._sd = [...((at._sd as unknown[]) ?? []), path.at(-1)];
  }
  return frame;
}

/** Claims of few names, each of which may be disclosable. */
const claimsWithPaths = fc
  .dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.jsonValue({ maxDepth: 3 }), {
    minKeys: 1,
  })
  .map((claims) => simplified(claims as JsonObject) as JsonObject)
  .chain((claims) => fc.record({ claims: fc.constant(claims), paths: fc.subarray([...pathsIn(claims)]) }));

/** Names and numbers that every library has. */
function simplified(value: Json): Json {
  if (typeof value === 'number') return Number.isInteger(value) ? Math.abs(value) % 1000 : 0.5;
  if (typeof value === 'string') return value.isWellFormed() ? value : '?';
  if (Array.isArray(value)) return (value as readonly Json[]).map(simplified);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.values(value).map((member, i) => [`m${i}`, simplified(member as Json)]));
}

function pathsIn(value: Json): readonly AskedPath[] {
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return steps.flatMap((step) => [
    [step],
    ...pathsIn((value as Readonly<Record<string | number, Json>>)[step] as Json).map((path) => [step, ...path]),
  ]);
}

describe('SD-JWT: other implementations', () => {
  it('@sd-jwt/core and @meeco/sd-jwt read what we issue, whole and in part', async () => {
    await fc.assert(
      fc.asyncProperty(claimsWithPaths, fc.nat(), async ({ claims, paths }, pick) => {
        const blinded = blind(claims, { disclosable: paths, decoys: 1, salt: salts() });
        const credential = signedBy(ISSUER, draftIssued({ ...blinded, issuer: { chain: [], keyId: 'k' } }));
        const part = selectClaims(credential, paths.length === 0 ? [] : [paths[pick % paths.length] as AskedPath]);
        for (const sdJwt of [credential, part]) {
          const text = joinSdJwt(sdJwt);
          const expected = claimsOf(sdJwt);
          expect((await theirs().verify(text)).payload).to.deep.equal(expected);
          expect(await verifySDJWT(text, whole(ISSUER), async () => digestOf)).to.deep.equal(expected);
        }
        expect(claimsOf(credential)).to.deep.equal(claims);
      }),
    );
  });

  it('we read what @sd-jwt/core issues', async () => {
    await fc.assert(
      fc.asyncProperty(claimsWithPaths, async ({ claims, paths }) => {
        const text = await theirs().issue({ ...claims }, frameOf(paths) as never, { header: { typ: 'dc+sd-jwt' } });
        const sdJwt = splitSdJwt(text);
        expect(isSignedBy(readIssued(sdJwt.issued), ISSUER.publicKey)).to.equal(true);
        expect(sdJwt.disclosures).to.have.lengthOf(paths.length);
        expect(claimsOf(sdJwt)).to.deep.equal(claims);
        expect(claimsOf({ ...sdJwt, disclosures: [] })).to.deep.equal(await theirs().getClaims(`${sdJwt.issued}~`));
      }),
    );
  });

  it('we read what @meeco/sd-jwt issues', async () => {
    await fc.assert(
      fc.asyncProperty(claimsWithPaths, async ({ claims, paths }) => {
        const salt = salts();
        const text = await issueSDJWT({ alg: 'ES256', typ: 'dc+sd-jwt' }, { ...claims }, frameOf(paths) as never, {
          signer: async (header, payload) => {
            const input = [header, payload].map((part) => toBase64Url(utf8(JSON.stringify(part)))).join('.');
            return signer(ISSUER)(input);
          },
          hash: { alg: 'sha-256', callback: digestOf },
          generateSalt: salt,
        });
        const sdJwt = splitSdJwt(text);
        expect(isSignedBy(readIssued(sdJwt.issued), ISSUER.publicKey)).to.equal(true);
        expect(claimsOf(sdJwt)).to.deep.equal(claims);
      }),
    );
  });

  it('@sd-jwt/core takes our proof, and we take its', async () => {
    const ours = joinSdJwt(shown());
    const { kb } = await theirs().verify(ours, { keyBindingNonce: BINDING.nonce, currentDate: AT_MS / 1000 });
    expect(kb?.payload).to.include({ nonce: BINDING.nonce, aud: BINDING.audiences[1] });
    const credential = selectClaims(proven(shown()), SHOWN_PATHS);
    const payload = { nonce: BINDING.nonce, aud: BINDING.audiences[1] ?? '', iat: AT_MS / 1000 };
    const text = await theirs().present(joinSdJwt(credential), { number: true } as never, { kb: { payload } });
    const sdJwt = splitSdJwt(text);
    expect(claimsOf(sdJwt).number).to.equal(CLAIMS.number);
    const [issued, proof] = [readIssued(sdJwt.issued), readJws(sdJwt.proof ?? '', [PROOF_TYPE])];
    expect(() => needProof(proof, { issued, sdJwt }, { ...BINDING, atMs: AT_MS })).to.not.throw();
    expect(issued.payload.cnf).to.deep.equal({ jwk: p256Jwk(HOLDER.publicKey) });
  });

  it('@sd-jwt/jwt-status-list reads our lists, and we read its', () => {
    const lists = fc.constantFrom(1, 2, 4, 8).chain((bits) =>
      fc.record({
        bits: fc.constant(bits as 1 | 2 | 4 | 8),
        // Their lists end with a whole byte.
        statuses: fc.array(fc.array(fc.integer({ min: 0, max: 2 ** bits - 1 }), { minLength: 8, maxLength: 8 }), {
          minLength: 1,
          maxLength: 40,
        }),
      }),
    );
    fc.assert(
      fc.property(lists, ({ bits, statuses }) => {
        const all = statuses.flat();
        const made = new StatusList([...all], bits);
        const list = readStatusList(bits, fromBase64Url(made.compressStatusList()) ?? new Uint8Array());
        expect(list && all.map((_, place) => statusAt(list, place))).to.deep.equal(all);
        expect(made.encodeStatusList()).to.deep.equal(statusListOf(bits, all.length, all.entries()).bytes);
      }),
    );
  });
});
