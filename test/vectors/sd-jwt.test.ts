// Examples of RFC 9901 and of SD-JWT VC: signatures, disclosures and proofs of others, read by our code.
import { expect } from 'chai';
import { faultOr } from '../../core/credentials/fault.js';
import { isSignedBy, readJws } from '../../core/credentials/jose/jws.js';
import { splitSdJwt } from '../../core/credentials/sd-jwt/compact.js';
import { readDisclosure } from '../../core/credentials/sd-jwt/disclosure.js';
import { holderKeyOf, needProof, PROOF_TYPE } from '../../core/credentials/sd-jwt/key-binding.js';
import { unfold } from '../../core/credentials/sd-jwt/unfold.js';
import { p256OfJwk } from '../../core/crypto/keys/jwk.js';
import { vectorLines } from './lines.js';

interface Vector {
  readonly name: string;
  readonly text: string;
  readonly claims: unknown;
}

const VECTORS = vectorLines<Vector>('sd-jwt/presentations.jsonl');
const TYPES = ['example+sd-jwt', 'dc+sd-jwt', 'vc+sd-jwt'];
const ISSUER = p256OfJwk({
  kty: 'EC',
  crv: 'P-256',
  x: 'b28d4MwZMjw8-00CG4xfnn9SLMVMM19SlqZpVb_uNtQ',
  y: 'Xv5zWwuoaTgdS6hV43yI6gBwTnjukmFQQnJ_kCxzqk8',
}) as Uint8Array;
const NONCE = '1234567890';
const AUDIENCES = ['https://verifier.example.org', 'https://example.com/verifier'];

/** Those of test cases have no `typ`, or another one. */
function typesOf(issued: string): readonly string[] {
  const header = JSON.parse(Buffer.from(issued.split('.')[0] ?? '', 'base64url').toString()) as { typ?: string };
  return header.typ === undefined ? TYPES : [...TYPES, header.typ];
}

describe('vectors: SD-JWT', () => {
  it('are 34 presentations, eight of them with a proof', () => {
    expect(VECTORS).to.have.lengthOf(34);
    expect(VECTORS.filter(({ text }) => !text.endsWith('~'))).to.have.lengthOf(8);
  });

  for (const { name, text, claims } of VECTORS)
    it(`${name} shows its claims`, () => {
      const sdJwt = splitSdJwt(text);
      const issued = readJws(sdJwt.issued, typesOf(sdJwt.issued));
      expect(isSignedBy(issued, ISSUER)).to.equal(true);
      expect(unfold(issued.payload, sdJwt.disclosures.map(readDisclosure)).claims).to.deep.equal(claims);
      if (sdJwt.proof === undefined) return;
      const proof = readJws(sdJwt.proof, [PROOF_TYPE]);
      expect(holderKeyOf(issued)).to.have.lengthOf(65);
      const asked = {
        nonce: NONCE,
        audiences: AUDIENCES,
        proofMaxAgeMs: 1000,
        atMs: (proof.payload.iat as number) * 1000,
      };
      expect(faultOr(() => needProof(proof, { issued, sdJwt }, asked))).to.equal(undefined);
    });
});
