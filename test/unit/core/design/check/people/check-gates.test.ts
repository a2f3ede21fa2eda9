// Findings about gates: each form that no judge could read, and what a designer should know of.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../../core/base/json.js';
import { checkBlueprint, checkExecution } from '../../../../../../core/design/check/check.js';

const at = '/actions/0/credentialRequirements';
const ORDERS = {
  ...{ language: 2, id: 'orders', title: 'Orders', description: 'Somebody orders.', cancellation: { by: ['opener'] } },
  participants: [
    { id: 'buyer', name: 'Buyer', walletAddress: null },
    { id: 'seller', name: 'Seller', walletAddress: 'qr1seller' },
  ],
  actions: [
    { id: 0, title: 'Order', sender: 'buyer', isStartingAction: true, routes: [{ id: 'o', nextActionIds: [1] }] },
    { id: 1, title: 'Sell', sender: 'seller', routes: [] },
  ],
};
const [action, ...others] = ORDERS.actions as unknown as readonly JsonObject[];

function blueprintWith(requirements: readonly JsonObject[], more: JsonObject = {}): Json {
  return { ...ORDERS, actions: [{ ...action, credentialRequirements: requirements, ...more }, ...others] } as Json;
}
const USUAL = { vct: 'urn:licence', acceptedIssuers: ['did:a'], readers: ['seller'] };
const found = (requirements: readonly JsonObject[], more: JsonObject = {}) =>
  checkBlueprint(blueprintWith(requirements, more)).map(
    ({ severity, code, location }) => `${severity === 'error' ? 'E' : 'W'} ${code} ${location}`,
  );
const errorsOf = (...requirements: readonly JsonObject[]) =>
  found(requirements.map((one) => ({ ...USUAL, ...one }))).filter((text) => text.startsWith('E'));
const warningsOf = (one: JsonObject, more: JsonObject = {}) =>
  found([{ ...USUAL, ...one }], more).filter((text) => !text.includes('BP_MEMBER_UNREAD'));

const KEPT = { evidence: 'kept' };

describe('core/design/check/people/check-gates', () => {
  it('takes every member of the language', () => {
    const all = {
      ...{ id: 'licence', evidence: 'public', readers: ['seller'], verifiedBy: 'seller', proofMaxAge: 'PT1H' },
      ...{ statusMaxAge: 'PT12H', holder: 'record', consent: 'transaction-data', uses: { max: 1, per: 'register' } },
      requiredClaims: [{ claimName: 'a' }, { claimName: '["b",0,null]' }],
      trustPolicy: { sources: [{ kind: 'x509-lotl', anchors: ['ab'.repeat(32)] }], strict: true },
    };
    expect(errorsOf(all, { id: 'g0', evidence: 'public' })).to.deep.equal([]);
    const nothing = Object.fromEntries(Object.keys(all).map((name) => [name, null]));
    expect(errorsOf({ ...nothing, evidence: 'public' })).to.deep.equal([]);
    expect(checkExecution(blueprintWith([{ ...USUAL, ...all }]))).to.deep.equal([]);
  });

  const bad: readonly (readonly [string, readonly JsonObject[], string])[] = [
    ['a name in capitals', [{ id: 'Licence' }], `E BP_GATE ${at}/0/id`],
    ['a name with a slash', [{ id: 'a/b' }], `E BP_GATE ${at}/0/id`],
    ['a name twice', [{ id: 'a' }, { id: 'a' }], `E BP_ID_DUPLICATE ${at}/1/id`],
    ['the name of another place', [{}, { id: 'g0' }], `E BP_ID_DUPLICATE ${at}/1/id`],
    ['a reader that is not there', [{ readers: ['seller', 'nobody'] }], `E BP_GATE ${at}/0/readers/1`],
    ['a verifier that is not there', [{ verifiedBy: 'nobody' }], `E BP_GATE ${at}/0/verifiedBy`],
    ['a proof of no duration', [{ proofMaxAge: 'soon' }], `E BP_DURATION ${at}/0/proofMaxAge`],
    ['a proof of less than a minute', [{ proofMaxAge: 'PT59S' }], `E BP_DURATION ${at}/0/proofMaxAge`],
    ['a proof of more than an hour', [{ proofMaxAge: 'PT61M' }], `E BP_DURATION ${at}/0/proofMaxAge`],
    ['evidence that is kept for less than a day', [{ ...KEPT, retention: 'PT23H' }], `E BP_DURATION ${at}/0/retention`],
    ['evidence that is kept for over ten years', [{ ...KEPT, retention: 'P3651D' }], `E BP_DURATION ${at}/0/retention`],
    ['a term of evidence of no duration', [{ ...KEPT, retention: 'long' }], `E BP_DURATION ${at}/0/retention`],
    ['a status of no duration', [{ statusMaxAge: 'old' }], `E BP_DURATION ${at}/0/statusMaxAge`],
    [
      'an element without a name space',
      [{ doctype: 'org.l', requiredClaims: [{ claimName: 'number' }] }],
      `E BP_GATE ${at}/0/requiredClaims/0/claimName`,
    ],
    [
      'an element of a place',
      [{ doctype: 'org.l', requiredClaims: [{ claimName: '["a",0]' }] }],
      `E BP_GATE ${at}/0/requiredClaims/0/claimName`,
    ],
    [
      'a path that is none',
      [{ requiredClaims: [{ claimName: '["a"' }] }],
      `E BP_GATE ${at}/0/requiredClaims/0/claimName`,
    ],
  ];
  for (const [what, requirements, finding] of bad)
    it(`refuses ${what}, and so does a ledger`, () => {
      expect(errorsOf(...requirements)).to.deep.equal([finding]);
      const whole = requirements.map((one) => ({ ...USUAL, ...one }));
      expect(checkExecution(blueprintWith(whole)).length).to.equal(1);
    });

  const FORMS: Readonly<Record<string, readonly Json[]>> = {
    evidence: ['stored', 1],
    holder: ['owner'],
    consent: ['none'],
    readers: [[], 'seller'],
    uses: [
      { max: 0, per: 'register' },
      { max: 1, per: 'day' },
      { max: 1 },
      { per: 'register' },
      { max: 1.5, per: 'register' },
    ],
  };
  for (const [name, values] of Object.entries(FORMS))
    it(`refuses ${name} of another form`, () => {
      for (const value of values)
        expect(errorsOf({ [name]: value }).join(), JSON.stringify(value)).to.match(/^E BP_FORM [^,]+$/);
    });

  it('refuses seventeen gates, and thirty-three claims of one', () => {
    expect(errorsOf(...new Array(17).fill({})).join()).to.contain('BP_FORM');
    expect(errorsOf(...new Array(16).fill({}))).to.deep.equal([]);
    const claims = (count: number) => ({ requiredClaims: new Array(count).fill({ claimName: 'a' }) });
    expect(errorsOf(claims(33)).join()).to.contain('BP_FORM');
    expect(errorsOf(claims(32))).to.deep.equal([]);
  });

  it('refuses gates in the clear beside encrypted ones, and more than four of them', () => {
    const open = (n: number) => Array.from({ length: n }, (_, i) => ({ id: `g${i}`, evidence: 'public' }));
    expect(errorsOf(...open(4))).to.deep.equal([]);
    expect(errorsOf(...open(1), { readers: ['seller'] })).to.deep.equal([`E BP_GATE ${at}`]);
    expect(errorsOf(...open(5))).to.deep.equal([`E BP_GATE ${at}`]);
  });

  it('refuses sources and policies of another form', () => {
    const trusting = (source: JsonObject, more: JsonObject = {}) =>
      errorsOf({ trustPolicy: { sources: [{ kind: 'x509-lotl', ...source }], ...more } });
    const policy = `${at}/0/trustPolicy`;
    expect(trusting({ anchors: ['AB'.repeat(32)] })).to.deep.equal([`E BP_TRUST ${policy}/sources/0/anchors`]);
    expect(trusting({}, { strict: 'yes' })).to.deep.equal([`E BP_TRUST ${policy}/strict`]);
  });

  it('refuses a disclosure of a part of the evidence', () => {
    const disclosing = (pointer: string) =>
      found([], { disclosures: [{ participantAddress: 'seller', dataPointers: [pointer] }] });
    for (const pointer of ['/@gate', '/@gate/licence/claims'])
      expect(disclosing(pointer)).to.include('E BP_GATE_PART /actions/0/disclosures/0/dataPointers/0');
    expect(disclosing('/@gates').join()).to.not.contain('BP_GATE_PART');
  });

  it('refuses evidence that nobody but the sender reads, and so does a ledger', () => {
    const sender = String(action?.sender);
    const unread = [`E BP_GATE_UNREAD ${at}/0`];
    expect(warningsOf({ readers: null })).to.deep.equal(unread);
    expect(warningsOf({ readers: [sender] })).to.deep.equal(unread);
    expect(warningsOf({ readers: null, evidence: 'public' })).to.deep.equal([]);
    expect(warningsOf({ readers: null, verifiedBy: 'seller' })).to.deep.equal([]);
    expect(warningsOf({ readers: null, verifiedBy: sender })).to.deep.equal(unread);
  });

  it('takes evidence that is kept, with a term or without', () => {
    for (const retention of [null, 'P1D', 'P3650D'])
      expect(errorsOf({ ...KEPT, retention }), String(retention)).to.deep.equal([]);
    expect(warningsOf({ ...KEPT, readers: null }), 'and somebody reads it').to.deep.equal([`E BP_GATE_UNREAD ${at}/0`]);
  });

  it('warns of a term for evidence on the ledger', () => {
    const unread = `W BP_MEMBER_UNREAD ${at}/0/retention`;
    expect(found([{ ...USUAL, retention: 'P1D' }])).to.include(unread);
    expect(found([{ ...USUAL, ...KEPT, retention: 'P1D' }])).to.not.include(unread);
  });

  it('warns of kept evidence that ends before its sender could be challenged, where somebody reads it', () => {
    const short = (one: JsonObject, disputes: JsonObject = {}) =>
      checkBlueprint({
        ...(blueprintWith([{ ...USUAL, ...KEPT, ...one }]) as JsonObject),
        ...{ disputes: { resolver: 'seller', ...disputes } },
      } as Json).flatMap(({ severity, code, location }) =>
        code === 'BP_GATE_UNCHALLENGED' ? [`${severity} ${location}`] : [],
      );
    const warned = [`warning ${at}/0/retention`];
    expect(short({ retention: 'P3D' }), 'three days unless stated').to.deep.equal(warned);
    expect(short({ retention: 'P4D' })).to.deep.equal([]);
    expect(short({ retention: 'P4D' }, { deliverWithin: 'P4D' })).to.deep.equal(warned);
    expect(short({ retention: 'P1D' }, { deliverWithin: 'PT23H' })).to.deep.equal([]);
    expect(short({}, { deliverWithin: 'P30D' }), 'thirty days unless stated').to.deep.equal([`warning ${at}/0`]);
    expect(short({})).to.deep.equal([]);
    expect(short({ retention: 'P1D', evidence: null })).to.deep.equal([]);
    expect(short({ retention: 'P1D', readers: [], verifiedBy: 'seller' })).to.deep.equal([]);
  });

  it('warns that a lie is found behind the seal, but where a reader confirms', () => {
    expect(warningsOf({})).to.deep.equal([`W BP_GATE_LATE ${at}/0`]);
    expect(warningsOf({ verifiedBy: String(action?.sender) })).to.deep.equal([`W BP_GATE_LATE ${at}/0`]);
    const confirm = { by: ['seller'], within: 'P2D', otherwise: 'redo' };
    expect(warningsOf({}, { confirm }).filter((text) => text.includes('GATE'))).to.deep.equal([]);
  });

  it('refuses a gate that says nothing of whom to trust, and so does a ledger', () => {
    const untold = `E BP_GATE_TRUST ${at}/0`;
    expect(warningsOf({ acceptedIssuers: null })).to.include(untold);
    expect(warningsOf({ acceptedIssuers: null, trustPolicy: { sources: [{ kind: 'register' }] } })).to.not.include(
      untold,
    );
    const tenant = { trustPolicy: { sources: [{ kind: 'x509-tenant' }] } };
    for (const one of [{}, { acceptedIssuers: ['a.example'] }, tenant])
      expect(warningsOf({ vct: null, doctype: 'org.l', acceptedIssuers: null, ...one })).to.include(untold);
    const pinned = { trustPolicy: { sources: [{ kind: 'x509-tenant', anchors: ['ab'.repeat(32)] }] } };
    expect(warningsOf({ vct: null, doctype: 'org.l', ...pinned })).to.not.include(untold);
  });
});
