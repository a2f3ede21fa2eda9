// The judge of a presentation: a good one of each format, and each lie by its ground. Which rules the formats have is
// tested beside them; here stands what a request, a policy and a status list add.
import { expect } from 'chai';
import { toBase64Url } from '../../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../../core/base/hash.js';
import type { Json } from '../../../../../core/base/json.js';
import type { JudgedBy } from '../../../../../core/credentials/presenting/formats.js';
import {
  judgePresentation,
  type PresentationVerdict,
  type WithoutStatus,
} from '../../../../../core/credentials/presenting/judge.js';
import { readDcql } from '../../../../../core/credentials/query/dcql.js';
import type { TrustList, TrustView } from '../../../../../core/trust/policy.js';
import type { TrustPolicy } from '../../../../../core/trust/policy-form.js';
import { readAnchor } from '../../../../../core/trust/x509/certificate.js';
import { good } from '../../../../support/base/good.js';
import {
  CHAIN,
  DOC_TYPE,
  FOREIGN_CHAIN,
  licence,
  listTokens,
  OFFICE,
  OFFICE_HOST,
  permit,
  ROOT_DER,
  SPACE,
  STATE,
  STRANGER,
  showLicence,
  showPermit,
  VCT,
} from '../../../../support/credentials/office.js';

const AT = Date.parse('2026-11-29T12:00:00Z');
const ANCHOR = good(readAnchor(ROOT_DER));
const list: TrustList = {
  ...{ id: 'eu', sequence: 3 },
  hasAnchor: (hash) => hash === ANCHOR.hash,
  hasKey: (issuer, hash) => issuer === 'https://keys.example' && hash === sha256Hex(OFFICE.spki),
};
const view: TrustView = {
  ...{ tenantList: undefined, lists: (id: string) => (id === 'eu' ? [list] : []), isStrict: false },
  ...{ issuerOf: () => undefined, isDistrusted: () => false },
};
const policy = (more: object = {}): TrustPolicy => ({
  sources: [{ kind: 'x509-lotl', confersAssurance: 'Substantial', trustListId: 'eu', ...more }],
  ...{ combinator: 'anyOf', minAssuranceLevel: 'Low', isStrict: false },
});
const BY: JudgedBy = {
  ...{ clientId: 'x509_san_dns:shop.example', nonce: 'n-1', responseUri: 'https://shop.example/post' },
  ...{ transactionData: [], policy: policy(), atMs: AT },
  known: { view, anchors: [ANCHOR], keyOf: () => undefined },
};
const queryOf = (json: { readonly [member: string]: Json }) =>
  readDcql({ credentials: [{ id: 'q', ...json }] }).credentials[0]!;
const SD_JWT = { format: 'dc+sd-jwt', meta: { vct_values: [VCT] } };
const MDOC = { format: 'mso_mdoc', meta: { doctype_value: DOC_TYPE } };
const NAMES = { claims: [{ path: ['name'] }, { path: ['address', 'locality'] }] };
const PATHS = [['name'], ['address', 'locality']];

const shownPermit = (issuing: object = {}, showing: object = {}) =>
  showPermit(permit({ atMs: AT, ...issuing }), { ...BY, audience: BY.clientId, atMs: AT, paths: PATHS, ...showing });
const shownLicence = (issuing: object = {}, showing: object = {}) =>
  showLicence(licence({ atMs: AT, ...issuing }), { ...BY, names: ['name'], ...showing });

function whole(given: PresentationVerdict | WithoutStatus): PresentationVerdict {
  if ('place' in given) throw new Error('a status is asked for');
  return given;
}
function open(given: PresentationVerdict | WithoutStatus): WithoutStatus {
  if (!('place' in given)) throw new Error(JSON.stringify(given));
  return given;
}
const judge = (
  text: string,
  json: { readonly [member: string]: Json } = { ...SD_JWT, ...NAMES },
  by: Partial<JudgedBy> = {},
) => judgePresentation(queryOf(json), text, { ...BY, ...by });
/** A hundred kilobytes of one list, which ten claims ask for. */
const WIDE = shownPermit({ claims: { classes: Array(20_000).fill(2) } }, { paths: [['classes']] });
const WIDE_QUERY = {
  ...SD_JWT,
  claims: Array.from({ length: 10 }, (_, i) => ({ id: `c${i}`, path: ['classes', null], values: [2] })),
};
const codes = (verdict: PresentationVerdict) => verdict.errors.map(({ code }) => code);

describe('core/credentials/presenting/judge', () => {
  it('accepts an SD-JWT VC, and tells what was asked for and by whom it is trusted', () => {
    const verdict = whole(judge(shownPermit({}, { paths: [...PATHS, ['number']] })));
    expect(verdict).to.deep.equal({
      ...{ isValid: true, verifiedClaims: { name: 'Ada', '["address","locality"]': 'Bonn' }, errors: [] },
      ...{ holderKeyVerified: true, x5cChainValid: true, statusCheckResult: 'NotListed', issuer: OFFICE_HOST },
      trustEvidence: [
        { kind: 'x509-lotl', level: 'Substantial', trustListId: 'eu#3', isStale: false, anchor: ANCHOR.hash },
      ],
    });
  });

  it('accepts an mdoc, in the clear and encrypted to a key', () => {
    const asked = { ...MDOC, claims: [{ path: [SPACE, 'name'] }] };
    const verdict = whole(judge(shownLicence(), asked));
    expect([verdict.isValid, verdict.verifiedClaims]).to.deep.equal([true, { [`["${SPACE}","name"]`]: 'Ada' }]);
    const encryptionKey = new Uint8Array(32).fill(7);
    expect(whole(judge(shownLicence({}, { encryptionKey }), asked, { encryptionKey })).isValid).to.equal(true);
    expect(codes(whole(judge(shownLicence({}, { encryptionKey }), asked))), 'in the clear').to.deep.equal(['binding']);
  });

  const LIES: readonly (readonly [lie: string, code: string, given: PresentationVerdict | WithoutStatus])[] = [
    ['no SD-JWT', 'form', judge('nothing')],
    ['no base64url', 'form', judge('a+b', MDOC)],
    ['a chain below a stranger', 'issuer', judge(shownPermit({ chain: FOREIGN_CHAIN }))],
    ['an mdoc below a stranger', 'issuer', judge(shownLicence({ chain: FOREIGN_CHAIN }), MDOC)],
    ['no chain, and an unknown issuer', 'issuer', judge(shownPermit({ chain: [] }))],
    [
      'an issuer that is not allowed',
      'issuer',
      judge(shownPermit(), SD_JWT, { policy: policy({ allowedIssuers: ['b'] }) }),
    ],
    ['another signer', 'signature', judge(shownPermit({ signer: STRANGER }))],
    ['another type', 'type', judge(shownPermit({ claims: { vct: 'urn:office:other:1' } }))],
    ['another doctype', 'type', judge(shownLicence(), { ...MDOC, meta: { doctype_value: 'org.office.other' } })],
    ['an expired one', 'validity', judge(shownPermit({ claims: { exp: AT / 1000 } }))],
    ['another nonce', 'binding', judge(shownPermit({}, { nonce: 'n-2' }))],
    ['another audience', 'binding', judge(shownPermit({}, { audience: 'x509_san_dns:else.example' }))],
    ['another holder', 'binding', judge(shownPermit({}, { holder: STRANGER }))],
    ['an old proof', 'binding', judge(shownPermit({}, { atMs: AT - 301_000 }))],
    ['an mdoc for another address', 'binding', judge(shownLicence({}, { responseUri: 'https://else.example' }), MDOC)],
    ['a claim that takes too many steps', 'claims', judge(WIDE, WIDE_QUERY)],
    [
      'claim sets that take too many steps',
      'claims',
      judge(WIDE, { ...WIDE_QUERY, claim_sets: [WIDE_QUERY.claims.map(({ id }) => id)] }),
    ],
    ['no proof', 'form/proof', judge(shownPermit().replace(/[^~]*$/, ''))],
    ['transaction data that is not signed', 'binding', judge(shownPermit(), SD_JWT, { transactionData: ['e30'] })],
    ['a claim that is not shown', 'claims/number', judge(shownPermit(), { ...SD_JWT, claims: [{ path: ['number'] }] })],
    [
      'another value',
      'claims/name',
      judge(shownPermit(), { ...SD_JWT, claims: [{ path: ['name'], values: ['Bob'] }] }),
    ],
    [
      'an authority that was not asked for',
      'issuer',
      judge(shownPermit(), {
        ...SD_JWT,
        trusted_authorities: [{ type: 'aki', values: [toBase64Url(STRANGER.keyId)] }],
      }),
    ],
    ['a status of another kind', 'status', judge(shownPermit({ claims: { status: { other: 1 } } }))],
  ];
  for (const [lie, code, given] of LIES)
    it(`refuses ${lie}: ${code}`, () => {
      const verdict = whole(given);
      expect([verdict.isValid, codes(verdict), verdict.verifiedClaims]).to.deep.equal([false, [code], {}]);
      expect(verdict.holderKeyVerified).to.equal(false);
    });

  it('says of a chain whether its path held, and of a stranger why it is none', () => {
    expect(whole(judge(shownPermit({ chain: FOREIGN_CHAIN }))).x5cChainValid).to.equal(false);
    const without = whole(judge(shownPermit({ chain: [] })));
    expect(without).to.not.have.property('x5cChainValid');
    expect(without.errors[0]?.message).to.contain('no key that is known here');
  });

  it('takes a key without a chain where a list has it under the name of its issuer', () => {
    const keyOf = () => ({ issuer: 'https://keys.example', spki: OFFICE.spki });
    const verdict = whole(judge(shownPermit({ chain: [] }), SD_JWT, { known: { ...BY.known, keyOf } }));
    expect([verdict.isValid, verdict.issuer]).to.deep.equal([true, 'https://keys.example']);
  });

  it('takes one below an authority that was asked for', () => {
    const trusted_authorities = [{ type: 'aki', values: ['AAAA', toBase64Url(STATE.keyId)] }];
    expect(whole(judge(shownPermit(), { ...SD_JWT, trusted_authorities })).isValid).to.equal(true);
  });

  it('asks no proof where none was asked for, and judges one that is there', () => {
    const asked = { ...SD_JWT, require_cryptographic_holder_binding: false };
    const bare = whole(judge(shownPermit().replace(/[^~]*$/, ''), asked));
    expect([bare.isValid, bare.holderKeyVerified]).to.deep.equal([true, false]);
    expect(codes(whole(judge(shownPermit({}, { nonce: 'n-2' }), asked)))).to.deep.equal(['binding']);
  });

  it('takes the first set of claims that is whole, and tells those alone', () => {
    const claims = [
      { id: 'a', path: ['number'] },
      { id: 'b', path: ['name'], values: ['Ada'] },
      { id: 'c', path: ['classes', null] },
    ];
    const sets = (...claim_sets: readonly (readonly string[])[]) => ({ ...SD_JWT, claims, claim_sets });
    const shown = shownPermit({}, { paths: [['name'], ['classes']] });
    expect(whole(judge(shown, sets(['a'], ['b', 'c'], ['b']))).verifiedClaims).to.deep.equal({
      ...{ name: 'Ada', '["classes",null]': ['B', 'C'] },
    });
    expect(codes(whole(judge(shown, sets(['a'], ['a', 'b']))))).to.deep.equal(['claims/number']);
    const elements = [
      { id: 'a', path: [SPACE, 'number'] },
      { id: 'b', path: [SPACE, 'name'] },
    ];
    const verdict = whole(judge(shownLicence(), { ...MDOC, claims: elements, claim_sets: [['a'], ['b']] }));
    expect(verdict.verifiedClaims).to.deep.equal({ [`["${SPACE}","name"]`]: 'Ada' });
  });

  it('asks for the status of a good credential alone, and fails without it', () => {
    expect(codes(whole(judge(shownPermit({ place: 5, chain: FOREIGN_CHAIN })))), 'a stranger').to.deep.equal([
      'issuer',
    ]);
    const pending = open(judge(shownPermit({ place: 5 })));
    expect([pending.format, pending.place.index]).to.deep.equal(['dc+sd-jwt', 5]);
    const none = pending.judge(undefined, AT);
    expect([none.isValid, codes(none), none.statusCheckResult]).to.deep.equal([false, ['status'], 'Unavailable']);
    const valid = pending.judge(listTokens({ atMs: AT, statuses: [[6, 1]] }).jwt, AT);
    expect([valid.isValid, valid.statusCheckResult]).to.deep.equal([true, 'Valid']);
    const revoked = pending.judge(listTokens({ atMs: AT, statuses: [[5, 1]] }).jwt, AT);
    expect([revoked.isValid, codes(revoked), revoked.statusCheckResult]).to.deep.equal([false, ['status'], 'NotValid']);
    expect(revoked.issuer, 'whose it is').to.equal(OFFICE_HOST);
    const inflated = () => ({ bits: 2, bytes: new Uint8Array(256) }) as const;
    expect(pending.judge(listTokens({ atMs: AT, statuses: [[5, 1]] }).jwt, AT, inflated).isValid).to.equal(true);
  });

  it('takes a list under the anchor of the credential alone, whoever signs it there', () => {
    const allowed = { policy: policy({ allowedIssuers: [OFFICE_HOST] }) };
    const pending = open(judge(shownPermit({ place: 5 }), SD_JWT, allowed));
    expect(pending.judge(listTokens({ atMs: AT, chain: CHAIN }).jwt, AT).isValid).to.equal(true);
    expect(codes(pending.judge(listTokens({ atMs: AT, chain: FOREIGN_CHAIN }).jwt, AT))).to.deep.equal(['status']);
    expect(codes(pending.judge(listTokens({ atMs: AT, uri: 'https://else.example' }).jwt, AT))).to.deep.equal([
      'status',
    ]);
  });

  it('takes a list of an mdoc as a CWT', () => {
    const pending = open(judge(shownLicence({ place: 5 }), MDOC));
    const token = (statuses: readonly (readonly [number, number])[]) =>
      toBase64Url(listTokens({ atMs: AT, statuses }).cwt);
    expect(pending.judge(token([]), AT).isValid).to.equal(true);
    expect(codes(pending.judge(token([[5, 2]]), AT))).to.deep.equal(['status']);
  });
});
