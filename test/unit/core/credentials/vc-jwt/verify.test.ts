// The judge of W3C credentials in JWT: what is good stands, and each lie is refused on its ground.
import { expect } from 'chai';
import { FormatFault, faultOr } from '../../../../../core/credentials/fault.js';
import { type Ground, PresentationRefusal } from '../../../../../core/credentials/refusal.js';
import type { PresentationQuestion } from '../../../../../core/credentials/sd-jwt/presentation.js';
import { readVc, vcHolderKey, vcIssuer, vcTypes } from '../../../../../core/credentials/vc-jwt/credential.js';
import { draftVp, vcCells } from '../../../../../core/credentials/vc-jwt/presentation.js';
import { judgeVcGround, verifyVc } from '../../../../../core/credentials/vc-jwt/verify.js';
import { p256Jwk } from '../../../../../core/crypto/keys/jwk.js';
import {
  ASKED,
  AUDIENCE,
  DEGREE,
  degree,
  didOf,
  type Issuing,
  NONCE,
  OTHER,
  type Showing,
  shownDegree,
} from '../../../../support/credentials/degree.js';
import { AT_MS, HOLDER, ISSUER, LIST, PLACE, signedBy, statusToken } from '../../../../support/credentials/shown.js';

interface Row {
  readonly issuing?: Issuing;
  readonly showing?: Showing;
  readonly asked?: Partial<PresentationQuestion>;
  readonly status?: string;
}

const STATUS = { status: { status_list: { idx: PLACE, uri: LIST } } };
const list = (more: object = {}) => statusToken({ key: ISSUER, ...more });
const atSeconds = AT_MS / 1000;
const { binding: _, ...UNBOUND } = ASKED;

function verdictOf({ issuing, showing, asked = {}, status }: Row) {
  const cells = vcCells(shownDegree(degree(issuing), showing));
  return verifyVc({ ...cells, ...(status !== undefined && { status }) }, { ...ASKED, ...asked });
}
function codeOf(read: () => unknown): string | undefined {
  const verdict = faultOr(read);
  if (verdict instanceof FormatFault) return 'unread';
  return verdict instanceof PresentationRefusal ? verdict.code : undefined;
}

/** Its signer stands under the name of the issuer, whose anchor is its name. */
const findIssuer: PresentationQuestion['findIssuer'] = () => ({ publicKey: ISSUER.publicKey, anchor: 'name' });

const GOOD: readonly (readonly [what: string, row: Row])[] = [
  ['the example of the text', {}],
  ['its other type', { asked: { types: ['ExamplePersonCredential'] } }],
  ['an issuer with more about it', { issuing: { change: { issuer: { id: DEGREE.issuer, name: 'University' } } } }],
  [
    'one subject in a list',
    { issuing: { change: { credentialSubject: [DEGREE.credentialSubject] } }, asked: { claims: [] } },
  ],
  ['a kid without its DID', { issuing: { header: { kid: '#0' } } }],
  ['iss in header and payload', { issuing: { header: { iss: DEGREE.issuer }, change: { iss: DEGREE.issuer } } }],
  ['no cty', { issuing: { header: { cty: undefined } } }],
  ['its last moment', { issuing: { change: { validUntil: new Date(AT_MS).toISOString() } } }],
  ['times with another zone', { issuing: { change: { validFrom: '2026-01-01T00:00:00.5+02:00' } } }],
  ['a proof with its time', { showing: { change: { iat: atSeconds - 60 } } }],
  ['an audience in a list', { showing: { change: { aud: [AUDIENCE] } } }],
  ['a list that says valid', { issuing: { change: STATUS }, status: list(), asked: { findIssuer } }],
  ['no token where that is taken', { issuing: { change: STATUS }, asked: { status: 'open' } }],
  [
    'a status that is not read, where none is needed',
    { issuing: { change: { credentialStatus: {} } }, asked: { status: 'open' } },
  ],
  [
    'a key in cnf',
    {
      issuing: {
        change: { cnf: { jwk: p256Jwk(HOLDER.publicKey) }, credentialSubject: { id: 'urn:x', degree: { name: 'x' } } },
      },
    },
  ],
  [
    'a key id in cnf',
    { issuing: { change: { cnf: { kid: `${didOf(HOLDER)}#0` }, credentialSubject: { degree: { name: 'x' } } } } },
  ],
];

const LIES: readonly (readonly [ground: string, lie: string, row: Row])[] = [
  ['form/issued', 'another typ', { issuing: { header: { typ: 'JWT' } } }],
  ['form/issued', 'another cty', { issuing: { header: { cty: 'vp' } } }],
  [
    'form/issued',
    'an older context first',
    { issuing: { change: { '@context': ['https://www.w3.org/2018/credentials/v1'] } } },
  ],
  ['form/issued', 'no context', { issuing: { change: { '@context': undefined } } }],
  ['form/issued', 'no base type', { issuing: { change: { type: ['ExampleDegreeCredential'] } } }],
  ['form/issued', 'a credential of the data model 1.1 within', { issuing: { change: { vc: {} } } }],
  ['form/issued', 'a presentation of the data model 1.1 within', { issuing: { change: { vp: {} } } }],
  ['form/issued', 'no subject', { issuing: { change: { credentialSubject: [] } } }],
  ['form/issued', 'a subject that is a text', { issuing: { change: { credentialSubject: 'did:a' } } }],
  ['form/issued', 'no issuer', { issuing: { change: { issuer: {} } } }],
  ['form/issued', 'an iss that is another one', { issuing: { change: { iss: 'did:web:a.example' } } }],
  ['form/issued', 'an iss in the header that is another one', { issuing: { header: { iss: 'did:web:a.example' } } }],
  ['form/issued', 'a key of another DID', { issuing: { header: { kid: `${didOf(OTHER)}#0` } } }],
  ['form/issued', 'a key in the header', { issuing: { header: { jwk: p256Jwk(ISSUER.publicKey) } } }],
  ['issuer', 'an issuer that is not trusted', { issuing: { change: { issuer: didOf(OTHER) }, header: { kid: '#0' } } }],
  ['signature', 'another signer', { issuing: { key: OTHER } }],
  ['signature', 'no algorithm', { issuing: { header: { alg: 'none' } } }],
  ['type', 'another type', { asked: { types: ['ExampleAlumniCredential'] } }],
  ['type', 'the type of all', { asked: { types: ['VerifiableCredential'] } }],
  ['validity', 'a later begin', { issuing: { change: { validFrom: new Date(AT_MS + 1).toISOString() } } }],
  ['validity', 'an end that has passed', { issuing: { change: { validUntil: new Date(AT_MS - 1).toISOString() } } }],
  ['validity', 'a time without its zone', { issuing: { change: { validUntil: '2036-01-01T00:00:00' } } }],
  ['validity', 'a day that is none', { issuing: { change: { validUntil: '2036-13-01T00:00:00Z' } } }],
  ['validity', 'a number as a time', { issuing: { change: { validUntil: 2_100_000_000 } } }],
  ['validity', 'an exp that has passed', { issuing: { change: { exp: atSeconds } } }],
  ['validity', 'a later nbf', { issuing: { change: { nbf: atSeconds + 1 } } }],
  [
    'status',
    'a status that is not read',
    { issuing: { change: { credentialStatus: { type: 'BitstringStatusListEntry' } } } },
  ],
  ['status', 'no token of its list', { issuing: { change: STATUS } }],
  [
    'status',
    'a token that says revoked',
    { issuing: { change: STATUS }, status: list({ statuses: [[PLACE, 1]] }), asked: { findIssuer } },
  ],
  ['form/status', 'a token of another form', { issuing: { change: STATUS }, status: 'a.b.c' }],
  ['claims/degree', 'a claim that is not there', { issuing: { change: { credentialSubject: { id: didOf(HOLDER) } } } }],
  ['claims/degree', 'another value', { asked: { claims: [{ ...ASKED.claims[0]!, values: ['Master'] }] } }],
  ['unread', 'two credentials', { showing: { change: { verifiableCredential: [{}, {}] } } }],
  ['unread', 'no envelope', { showing: { envelope: { type: 'VerifiableCredential' } } }],
  ['unread', 'an envelope of another format', { showing: { envelope: { id: 'data:application/vc+sd-jwt,a' } } }],
  ['unread', 'a presentation of no base type', { showing: { change: { type: 'Other' } } }],
  ['unread', 'a presentation with another cty', { showing: { header: { cty: 'vc' } } }],
  ['binding', 'another signer of the presentation', { showing: { key: OTHER } }],
  ['binding', 'another nonce', { showing: { change: { nonce: 'other' } } }],
  ['binding', 'another audience', { showing: { change: { aud: 'x509_san_dns:else.example' } } }],
  ['binding', 'two audiences', { showing: { change: { aud: [AUDIENCE, 'x509_san_dns:else.example'] } } }],
  ['binding', 'an old proof', { showing: { change: { iat: atSeconds - 301 } } }],
  ['binding', 'a proof of later', { showing: { change: { iat: atSeconds + 61 } } }],
  ['binding', 'a proof that has expired', { showing: { change: { exp: atSeconds } } }],
  ['binding', 'a credential of nobody', { issuing: { change: { credentialSubject: { degree: { name: 'x' } } } } }],
  [
    'binding',
    'a credential of two',
    { asked: { claims: [] }, issuing: { change: { credentialSubject: [DEGREE.credentialSubject, { id: 'urn:b' }] } } },
  ],
];

describe('W3C credentials in JWT: the judge', () => {
  for (const [what, row] of GOOD) it(`takes ${what}`, () => expect(codeOf(() => verdictOf(row))).to.equal(undefined));

  for (const [code, lie, row] of LIES)
    it(`refuses ${lie}: ${code}`, () => {
      expect(codeOf(() => verdictOf(row))).to.equal(code);
      const ground = code.split('/')[0] as Ground;
      if (ground === 'form' || code === 'unread') return;
      const cells = vcCells(shownDegree(degree(row.issuing), row.showing));
      const some = { ...cells, ...(row.status !== undefined && { status: row.status }) };
      expect(codeOf(() => judgeVcGround(ground, some, { ...ASKED, ...row.asked }))).to.equal(code);
    });

  it('takes a credential by itself where no proof is asked, and no proof that was not', () => {
    const bare = vcCells(degree());
    expect(codeOf(() => verifyVc(bare, UNBOUND))).to.equal(undefined);
    expect(
      codeOf(() => verifyVc(bare, ASKED)),
      'a proof is asked',
    ).to.equal('form/proof');
    expect(
      codeOf(() => verifyVc(vcCells(shownDegree(degree())), UNBOUND)),
      'none is asked',
    ).to.equal('form/proof');
    const swapped = { issued: degree({ change: { id: 'urn:other' } }), proof: shownDegree(degree()) };
    expect(
      codeOf(() => verifyVc(swapped, ASKED)),
      'of another credential',
    ).to.equal('form/proof');
    expect(
      codeOf(() => verifyVc({ ...bare, claims: [] }, UNBOUND)),
      'disclosures',
    ).to.equal('form/claims');
  });

  it('takes what a wallet of this node makes', () => {
    const credential = degree();
    const content = { nonce: NONCE, audience: AUDIENCE, issuedAtSeconds: atSeconds };
    const shown = signedBy(HOLDER, draftVp(credential, content));
    expect(codeOf(() => verifyVc(vcCells(shown), ASKED))).to.equal(undefined);
    expect(faultOr(() => draftVp('a.b.c', content))).to.be.instanceOf(FormatFault);
  });

  it('tells issuer, types and holder of a credential', () => {
    const read = readVc(degree());
    expect(vcIssuer(read)).to.deep.equal({ chain: [], issuer: DEGREE.issuer, keyId: `${DEGREE.issuer}#0` });
    expect(vcTypes(read)).to.deep.equal(['ExampleDegreeCredential', 'ExamplePersonCredential']);
    expect(vcHolderKey(read)).to.deep.equal(HOLDER.publicKey);
  });

  it('takes no text with one other character', () => {
    const text = shownDegree(degree());
    for (let at = 0; at < text.length; at += 37) {
      const other = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
      const isTaken = codeOf(() => verifyVc(vcCells(other), ASKED)) === undefined;
      expect(isTaken, `at ${at}`).to.equal(false);
    }
  });
});
