// A credential of a wallet in either format: what it says, and why it is refused. A presentation that is drafted of it
// stands before the judge of a verifier, with the claims of the paths and no others.
import { expect } from 'chai';
import fc from 'fast-check';
import { fromBase64Url, toBase64Url } from '../../../../../core/base/bytes.js';
import { FormatFault } from '../../../../../core/credentials/fault.js';
import type { HeldAsked, HeldContent } from '../../../../../core/credentials/holding/format-row.js';
import { heldRefusal, readHeld } from '../../../../../core/credentials/holding/formats.js';
import { copyInTurn, draftHeldPresentation, shownClaims } from '../../../../../core/credentials/holding/presenting.js';
import { mdocCells } from '../../../../../core/credentials/mdoc/cells.js';
import { type PresentedMdoc, verifyMdoc } from '../../../../../core/credentials/mdoc/verify.js';
import type { DcqlPath } from '../../../../../core/credentials/query/dcql.js';
import { PresentationRefusal } from '../../../../../core/credentials/refusal.js';
import { joinSdJwt, splitSdJwt } from '../../../../../core/credentials/sd-jwt/compact.js';
import { verifyPresentation } from '../../../../../core/credentials/sd-jwt/verify.js';
import { degree } from '../../../../support/credentials/degree.js';
import {
  CHAIN,
  DOC_TYPE,
  HOLDER,
  licence,
  listTokens,
  OFFICE,
  permit,
  pointOf,
  SPACE,
  STRANGER,
  signedBy,
  VCT,
} from '../../../../support/credentials/office.js';

const AT = Date.parse('2026-11-29T12:00:00Z');
const HOUR = 3_600_000;
const PERMIT = joinSdJwt(permit({ atMs: AT, place: 7 }));
const LICENCE = toBase64Url(licence({ atMs: AT, place: 7 }));
const leaf = { publicKey: pointOf(OFFICE), anchor: 'state', notBeforeMs: AT - 2 * HOUR, notAfterMs: AT + 2 * HOUR };
const findIssuer = () => leaf;
const asked: HeldAsked = {
  ...{ clientId: 'x509_san_dns:shop.example', nonce: 'n-1', responseUri: 'https://shop.example/answers/1' },
  atSeconds: AT / 1000,
};

function content(text: string): HeldContent {
  const read = readHeld(text);
  if (read instanceof FormatFault) throw read;
  return read;
}

function shown(text: string, paths: readonly DcqlPath[], by: HeldAsked = asked): string {
  const draft = draftHeldPresentation(text, paths, by);
  if (draft instanceof FormatFault) throw draft;
  return signedBy(HOLDER, draft);
}

function claimsBefore(text: string, by: HeldAsked = asked) {
  const { issued, disclosures, proof = '' } = splitSdJwt(text);
  const { nonce, clientId, transactionData = [] } = by;
  const binding = { nonce, audiences: [clientId], proofMaxAgeMs: 60_000, transactionData };
  const question = { atMs: AT, types: [VCT], claims: [], findIssuer, status: 'open' as const, binding };
  const verdict = verifyPresentation({ issued, claims: disclosures, proof }, question);
  return verdict instanceof PresentationRefusal ? verdict.code : verdict.claims;
}

function elementsBefore(text: string, by: Omit<HeldAsked, 'atSeconds'> = asked): PresentedMdoc | string {
  const { clientId, nonce, responseUri, encryptionKey } = by;
  const binding = { clientId, nonce, responseUri, ...(encryptionKey && { encryptionKey }) };
  const cells = mdocCells(fromBase64Url(text) as Uint8Array);
  const question = { atMs: AT, docTypes: [DOC_TYPE], claims: [], findIssuer, status: 'open' as const, binding };
  const verdict = verifyMdoc(cells, question);
  return verdict instanceof PresentationRefusal ? verdict.code : verdict;
}

describe('a credential that a wallet holds', () => {
  it('says its type, its claims, its key, its dates and its place, in either format', () => {
    const [sdJwt, mdoc] = [content(PERMIT), content(LICENCE)];
    expect([sdJwt.format, sdJwt.credentialType, mdoc.format, mdoc.credentialType]).to.deep.equal([
      ...['dc+sd-jwt', VCT, 'mso_mdoc', DOC_TYPE],
    ]);
    expect(sdJwt.claims).to.deep.include({ name: 'Ada', address: { locality: 'Bonn', country: 'DE' } });
    expect(mdoc.claims).to.deep.equal({ [SPACE]: { number: 4711, name: 'Ada', classes: ['B', 'C'] } });
    for (const { holderKey, status, validUntilMs, stated } of [sdJwt, mdoc]) {
      expect(holderKey).to.deep.equal(pointOf(HOLDER));
      expect(status?.index).to.equal(7);
      expect(validUntilMs).to.equal(AT + HOUR);
      expect(stated.chain).to.deep.equal(CHAIN);
    }
  });

  it('is refused by its ground: another issuer, another key, its end, its status', () => {
    const tokens = listTokens({ atMs: AT, statuses: [[7, 1]] });
    const valid = listTokens({ atMs: AT });
    for (const [text, revoked, good] of [
      [PERMIT, tokens.jwt, valid.jwt],
      [LICENCE, toBase64Url(tokens.cwt), toBase64Url(valid.cwt)],
    ] as const) {
      const refusal = (change: object) => heldRefusal(text, { atMs: AT, findIssuer, ...change })?.code;
      expect(refusal({})).to.equal(undefined);
      expect(refusal({ statusToken: good })).to.equal(undefined);
      expect(refusal({ findIssuer: () => undefined })).to.equal('issuer');
      expect(refusal({ findIssuer: () => ({ ...leaf, publicKey: pointOf(STRANGER) }) })).to.equal('signature');
      expect(refusal({ atMs: AT + HOUR })).to.equal('validity');
      expect(refusal({ statusToken: revoked })).to.equal('status');
    }
  });

  it('is no text of another form, and none with the proof of a holder', () => {
    for (const text of ['', 'a b', 'eyJ', `${PERMIT}a.b.c`, `${PERMIT.slice(0, -1)}~~`, LICENCE.slice(0, -2)])
      expect(readHeld(text), text.slice(0, 20)).to.be.instanceOf(FormatFault);
  });
});

describe('presenting a credential of a wallet', () => {
  it('shows the claims at the paths and no others, for this request alone', () => {
    const text = shown(PERMIT, [['address', 'locality']]);
    expect(claimsBefore(text)).to.have.deep.property('address', { locality: 'Bonn' });
    expect(claimsBefore(text)).not.to.have.any.keys('name', 'number', 'classes');
    expect(claimsBefore(text, { ...asked, nonce: 'n-2' })).to.equal('binding');
    expect(claimsBefore(text, { ...asked, clientId: 'x509_san_dns:other.example' })).to.equal('binding');
    expect(claimsBefore(text, { ...asked, transactionData: ['e30'] })).to.equal('binding');
  });

  it('says before what a verifier reads: no more and no less than it then does', () => {
    for (const paths of [[], [['address', 'locality']], [['name'], ['address']], [['classes', null]], [['nothing']]]) {
      const before = claimsBefore(shown(PERMIT, paths));
      expect(shownClaims(PERMIT, paths), JSON.stringify(paths)).to.deep.equal(before);
    }
    expect(shownClaims(LICENCE, [[SPACE, 'name']])).to.deep.equal({ [SPACE]: { name: 'Ada' } });
    expect(shownClaims(LICENCE, [['other', 'name']])).to.deep.equal({});
    expect(shownClaims('a b', [])).to.be.instanceOf(FormatFault);
  });

  it('names all claims that leave: of a W3C credential more than were asked for', () => {
    const leaving = (text: string, paths: readonly DcqlPath[]) => {
      const draft = draftHeldPresentation(text, paths, asked);
      return draft instanceof FormatFault ? draft : draft.leaving;
    };
    expect(leaving(PERMIT, [['address', 'locality']])).to.deep.equal(['address.locality']);
    expect(leaving(PERMIT, [['name'], ['address']])).to.have.members(['name', 'address.locality', 'address.country']);
    expect(leaving(LICENCE, [[SPACE, 'name']])).to.deep.equal([`${SPACE}.name`]);
    expect(leaving(degree(), [['credentialSubject', 'degree', 'name']])).to.include.members([
      ...['credentialSubject.degree.name', 'credentialSubject.alumniOf.name', 'credentialSubject.id'],
    ]);
  });

  it('signs the transaction data of the request', () => {
    const by = { ...asked, transactionData: ['eyJ0eXBlIjoidCJ9'] };
    const text = shown(PERMIT, [['name']], by);
    expect(claimsBefore(text, by)).to.have.property('name', 'Ada');
    expect(claimsBefore(text)).to.equal('binding');
    expect(draftHeldPresentation(LICENCE, [], by)).to.be.instanceOf(FormatFault);
  });

  it('answers for an mdoc with the elements, over the whole request', () => {
    const by = { ...asked, encryptionKey: new Uint8Array(32).fill(1) };
    const text = shown(LICENCE, [[SPACE, 'name']], by);
    const verdict = elementsBefore(text, by);
    expect(typeof verdict === 'string' ? verdict : [...(verdict.claims.get(SPACE) ?? [])]).to.deep.equal([
      ['name', 'Ada'],
    ]);
    for (const change of [
      { nonce: 'n-2' },
      { clientId: 'x509_san_dns:other.example' },
      { responseUri: 'https://shop.example/answers/2' },
      { encryptionKey: new Uint8Array(32).fill(2) },
    ])
      expect(elementsBefore(text, { ...by, ...change }), JSON.stringify(change)).to.equal('binding');
    expect(elementsBefore(text), 'not encrypted').to.equal('binding');
  });

  it('shows of any paths what leads to claims of the paths', () => {
    const all: readonly DcqlPath[] = [
      ['number'],
      ['name'],
      ['classes'],
      ['address', 'locality'],
      ['address', 'country'],
    ];
    fc.assert(
      fc.property(fc.subarray([...all]), (paths) => {
        const claims = claimsBefore(shown(PERMIT, paths)) as Record<string, unknown>;
        for (const name of ['number', 'name', 'classes'])
          expect(Object.hasOwn(claims, name)).to.equal(paths.some(([first]) => first === name));
        const address = paths.filter(([first]) => first === 'address').map(([, second]) => second);
        expect(Object.keys((claims.address ?? {}) as object).sort()).to.deep.equal([...address].sort());
      }),
      { numRuns: 12 },
    );
  });

  it('takes no copy twice before all were shown once', () => {
    const turns = [0, 1, 2, 3, 4, 5].map((uses) => copyInTurn(['a', 'b', 'c'], uses));
    expect(turns).to.deep.equal(['a', 'b', 'c', 'a', 'b', 'c']);
    expect(copyInTurn([], 0)).to.equal(undefined);
  });
});
