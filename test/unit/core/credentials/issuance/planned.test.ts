// Copies that are planned before their holder is there, sealed by their root, and found again by their link.
import { generateKeyPairSync, sign } from 'node:crypto';
import { expect } from 'chai';
import { fromBase64Url, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { mdocLeaf, sdJwtLeaf } from '../../../../../core/credentials/issuance/leaf.js';
import {
  type LinkedCopy,
  linkedMdoc,
  linkedSdJwt,
  linkProblem,
} from '../../../../../core/credentials/issuance/link.js';
import {
  draftPlanned,
  issuanceRoot,
  leafOf,
  linkOf,
  type PlannedCopy,
  planCopy,
} from '../../../../../core/credentials/issuance/planned.js';
import type { IssuedFormat } from '../../../../../core/credentials/issuing/formats.js';
import { heldMdocOf, issuerAuthOf } from '../../../../../core/credentials/mdoc/issuer-signed.js';
import { joinSdJwt, splitSdJwt } from '../../../../../core/credentials/sd-jwt/compact.js';
import { claimsOf, readIssued } from '../../../../../core/credentials/sd-jwt/credential.js';
import { p256Jwk, p256OfJwk } from '../../../../../core/crypto/keys/jwk.js';

const TX = 'did:quorate:register:6f9619ff-8b86-4d01-b42d-00cf4fc964ff/tx/abcd';
const UNTIL = Date.parse('2030-03-17T17:46:40.000Z');

/** Bytes that follow from their place, so that a test says the same twice. */
function counting(): (length: number) => Uint8Array {
  let next = 0;
  return (length) => Uint8Array.from({ length }, () => (next = (next + 7) % 251));
}

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const holder = p256Jwk(p256OfJwk(publicKey.export({ format: 'jwk' })) as Uint8Array);
const signature = (bytes: Uint8Array): Uint8Array =>
  sign('sha256', bytes, { key: privateKey, dsaEncoding: 'ieee-p1363' });

const CLAIMS: Readonly<Record<IssuedFormat, JsonObject>> = {
  'dc+sd-jwt': { number: 'L-1', holder: { name: 'A', born: '2000-01-01' }, open: 1 },
  mso_mdoc: { 'org.example.1': { number: 'L-1', valid: '2027-01-01' }, 'org.example.2': { open: 1 } },
};

function planned(format: IssuedFormat, count: number, more: JsonObject = {}): readonly PlannedCopy[] {
  const random = counting();
  return Array.from({ length: count }, () =>
    planCopy(format, {
      credentialType: 'urn:x',
      claims: { ...CLAIMS[format], ...more },
      disclosable: format === 'mso_mdoc' ? [] : [['number'], ['holder', 'born'], ['holder']],
      validUntilMs: UNTIL,
      random,
    }),
  );
}

function issued(copies: readonly PlannedCopy[], index: number, tx = TX): string {
  const { toSign, finish } = draftPlanned(copies[index] as PlannedCopy, {
    link: linkOf(copies, index, tx),
    issuer: { chain: [Uint8Array.of(1)], notBeforeMs: 0 },
    issuerUrl: 'https://node.example/credentials/office',
    holder,
    status: { uri: 'https://node.example/lists/1', index: 4711 },
    issuedAtMs: Date.parse('2026-11-29T10:20:30.000Z'),
  });
  return finish(signature(toSign));
}

function linked(format: IssuedFormat, text: string): LinkedCopy | undefined {
  if (format === 'dc+sd-jwt') return linkedSdJwt(splitSdJwt(text));
  const held = heldMdocOf(fromBase64Url(text) as Uint8Array);
  return linkedMdoc(
    issuerAuthOf(held.issuerAuth),
    held.elements.map(({ element }) => element),
  );
}

const sealed = (copies: readonly PlannedCopy[]) => ({ tx: TX, root: issuanceRoot(copies), copies: copies.length });

describe('core/credentials/issuance', () => {
  it('has the leaf of the worked example', () => {
    const digests = ['a0', 'b0'].map((text) => Buffer.from(sha256(utf8(text))).toString('base64url'));
    const clear = {
      exp: 1900000000,
      vct: 'urn:x',
      iss: 'https://x',
      iat: 1,
      cnf: {},
      status: {},
      _sd: [],
      _sd_alg: 'x',
    };
    const leaf = 'e40b2cd6a0b3a0aaa09dbce2d1ce1b52df099b32e174318939ef361f79cab241';
    expect(toHex(sdJwtLeaf(clear, digests))).to.equal(leaf);
    expect(toHex(sdJwtLeaf(clear, digests.toReversed()))).to.equal(leaf);
    for (const other of [{ exp: 1900000001 }, { vct: 'urn:y' }, { nbf: 1 }])
      expect(toHex(sdJwtLeaf({ ...clear, ...other }, digests))).to.not.equal(leaf);
    expect(toHex(sdJwtLeaf(clear, digests.slice(1)))).to.not.equal(leaf);
  });

  it('has leaves of mdoc over type, end and digests', () => {
    const digest = (byte: number) => new Uint8Array(32).fill(byte);
    const object = { docType: 'x', validUntilMs: UNTIL, digests: new Map([['n', new Map([[0, digest(1)]])]]) };
    const leaves = [
      object,
      { ...object, docType: 'y' },
      { ...object, validUntilMs: UNTIL + 1000 },
      { ...object, digests: new Map([['m', new Map([[0, digest(1)]])]]) },
      { ...object, digests: new Map([['n', new Map([[1, digest(1)]])]]) },
      { ...object, digests: new Map([['n', new Map([[0, digest(2)]])]]) },
    ].map((one) => toHex(mdocLeaf(one)));
    expect(new Set(leaves).size).to.equal(leaves.length);
  });

  for (const format of ['dc+sd-jwt', 'mso_mdoc'] as const)
    describe(format, () => {
      it('finds each copy in the tree by the link that it shows', () => {
        for (const count of [1, 3, 16]) {
          const copies = JSON.parse(JSON.stringify(planned(format, count))) as readonly PlannedCopy[];
          expect(new Set(copies.map((copy) => toHex(leafOf(copy)))).size).to.equal(count);
          for (const index of copies.keys()) {
            const copy = linked(format, issued(copies, index));
            expect(copy?.link).to.include({ tx: TX, i: index });
            expect(linkProblem(copy as LinkedCopy, sealed(copies))).to.equal(undefined);
          }
        }
      });

      it('refuses a copy of another transaction, root, place or number of copies', () => {
        const copies = planned(format, 3);
        const copy = linked(format, issued(copies, 1)) as LinkedCopy;
        const of = sealed(copies);
        expect(linkProblem(copy, { ...of, tx: `${TX}0` })).to.contain('another transaction');
        expect(linkProblem(copy, { ...of, root: '00'.repeat(32) })).to.contain('sealed root');
        expect(linkProblem(copy, { ...of, copies: 1 })).to.contain('sealed root');
        expect(linkProblem({ ...copy, link: { ...copy.link, i: 0 } }, of)).to.contain('sealed root');
        expect(linkProblem({ ...copy, leaf: new Uint8Array(32) }, of)).to.contain('sealed root');
        const [first = ''] = copy.link.path;
        const bent = {
          ...copy.link,
          path: [first.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A')), ...copy.link.path.slice(1)],
        };
        expect(linkProblem({ ...copy, link: bent }, of)).to.contain('sealed root');
      });

      it('refuses a copy whose claims are others than were sealed', () => {
        const more: JsonObject = format === 'mso_mdoc' ? { 'org.example.2': { open: 2 } } : { open: 2 };
        const lie = linked(format, issued(planned(format, 2, more), 1)) as LinkedCopy;
        expect(linkProblem(lie, sealed(planned(format, 2)))).to.contain('sealed root');
      });

      it('takes no claim in the place of the link', () => {
        const own: JsonObject = format === 'mso_mdoc' ? { 'org.quorate.1': { ledger: 1 } } : { quorate_ledger: 1 };
        expect(faultOr(() => planned(format, 1, own))).to.be.instanceOf(FormatFault);
      });
    });

  it('is not linked while its holder keeps the link', () => {
    const { issued: jws, disclosures } = splitSdJwt(issued(planned('dc+sd-jwt', 2), 0));
    expect(linked('dc+sd-jwt', joinSdJwt({ issued: jws, disclosures: disclosures.slice(0, -1) }))).to.equal(undefined);
    expect(Object.keys(claimsOf({ issued: jws, disclosures }))).to.include.members(['number', 'holder', 'open']);
  });

  it('says nothing in the clear of the link, and all that a verifier needs beside it', () => {
    const { payload } = readIssued(splitSdJwt(issued(planned('dc+sd-jwt', 2), 0)).issued);
    expect(Object.keys(payload).sort()).to.deep.equal(
      ['_sd', '_sd_alg', 'cnf', 'exp', 'iat', 'iss', 'open', 'status', 'vct'].sort(),
    );
    expect(payload).to.include({
      vct: 'urn:x',
      exp: UNTIL / 1000,
      open: 1,
      iss: 'https://node.example/credentials/office',
    });
  });

  it('has an end for an mdoc, and none for an SD-JWT that states none', () => {
    const content = { credentialType: 'urn:x', disclosable: [], random: counting() };
    const endless = planCopy('dc+sd-jwt', { ...content, claims: { a: 1 } });
    expect('payload' in endless && endless.payload).to.deep.equal({ a: 1, vct: 'urn:x' });
    expect(linkProblem(linked('dc+sd-jwt', issued([endless], 0)) as LinkedCopy, sealed([endless]))).to.equal(undefined);
    expect(faultOr(() => planCopy('mso_mdoc', { ...content, claims: CLAIMS.mso_mdoc }))).to.be.instanceOf(FormatFault);
  });
});
