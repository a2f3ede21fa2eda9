// Findings about credentials that an action issues: each form that no issuer could use, and what a designer should
// know of.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../../core/base/json.js';
import { checkBlueprint, checkExecution } from '../../../../../../core/design/check/check.js';

const at = '/actions/0/credentialIssuanceConfig';
const CONFIG: JsonObject = {
  ...{ credentialType: 'Permit', recipientParticipantId: 'buyer' },
  claimMappings: [{ claimName: 'number', sourceField: '/number' }],
};
const [text, object]: readonly JsonObject[] = [
  { type: 'string' },
  { type: 'object', properties: { a: { type: 'string' } } },
];

function blueprintWith(credentialIssuanceConfig: Json, more: JsonObject = {}, next: JsonObject = {}): Json {
  return {
    ...{
      language: 2,
      id: 'orders',
      title: 'Orders',
      description: 'Somebody orders.',
      cancellation: { by: ['opener'] },
    },
    participants: [
      { id: 'buyer', name: 'Buyer', walletAddress: null },
      { id: 'seller', name: 'Seller', walletAddress: 'qr1seller' },
    ],
    actions: [
      {
        ...{ id: 0, title: 'Order', sender: 'buyer', isStartingAction: true },
        routes: [{ id: 'o', nextActionIds: [1] }],
        dataSchemas: [{ type: 'object', properties: { number: text, of: object }, required: ['number', 'of'] }],
        disclosures: [{ participantAddress: 'seller', dataPointers: ['/number', '/of/a'] }],
        ...(credentialIssuanceConfig !== null && { credentialIssuanceConfig }),
        ...more,
      },
      { id: 1, title: 'Sell', sender: 'seller', routes: [], ...next },
    ],
  } as Json;
}

const shown = (blueprint: Json) =>
  checkBlueprint(blueprint).map(
    ({ severity, code, location }) => `${severity === 'error' ? 'E' : 'W'} ${code} ${location}`,
  );
const found = (...configs: readonly JsonObject[]) =>
  shown(blueprintWith(configs.map((one) => ({ ...CONFIG, ...one }))));
const mapped = (...names: readonly string[]) => names.map((claimName) => ({ claimName, sourceField: '/number' }));

describe('core/design/check/people/check-issuance', () => {
  const ALL: JsonObject = {
    ...{ id: 'permit', expiryDuration: 'P365D', disclosable: ['number'], usagePolicy: 'Reusable', maxPresentations: 3 },
    ...{ displayConfig: {}, format: 'sd-jwt-vc', trustAnchor: 'register', revokedBy: ['seller'], copies: 16 },
    ...{ holder: 'record', txCode: 'inbox', attestation: { required: true, trustListId: 'eu' } },
    claims: [{ path: 'number', always: true, display: [{ name: 'Number', locale: 'en' }] }],
  };

  it('takes every member of the language, one config or a list of them', () => {
    expect(found(ALL, {}, { id: 'c0' })).to.deep.equal([]);
    expect(shown(blueprintWith({ ...CONFIG, ...ALL }))).to.deep.equal([]);
    expect(found(Object.fromEntries(Object.keys(ALL).map((name) => [name, null])))).to.deep.equal([]);
    expect(checkExecution(blueprintWith([{ ...CONFIG, ...ALL }]))).to.deep.equal([]);
  });

  const BAD: readonly (readonly [string, readonly JsonObject[], string])[] = [
    ['a name in capitals', [{ id: 'Permit' }], `E BP_ISSUANCE ${at}/0/id`],
    ['a name twice', [{ id: 'a' }, { id: 'a' }], `E BP_ID_DUPLICATE ${at}/1/id`],
    ['the name of another place', [{}, { id: 'c0' }], `E BP_ID_DUPLICATE ${at}/1/id`],
    ['a role that is not there', [{ revokedBy: ['seller', 'nobody'] }], `E BP_ISSUANCE ${at}/0/revokedBy/1`],
    [
      'copies of a credential that is used once',
      [{ copies: 2, usagePolicy: 'SingleUse' }],
      `E BP_ISSUANCE ${at}/0/copies`,
    ],
    ['too many copies', [{ copies: 17 }], `E BP_FORM ${at}/0/copies`],
    ['an unknown way of a code', [{ txCode: 'post' }], `E BP_FORM ${at}/0/txCode`],
  ];
  for (const [what, configs, finding] of BAD)
    it(`refuses ${what}, as the ledger does`, () => {
      expect(found(...configs)).to.deep.equal([finding]);
      const ledger = checkExecution(blueprintWith(configs.map((one) => ({ ...CONFIG, ...one }))));
      expect(ledger.map(({ path }) => path)).to.include(finding.split(' ')[2]);
    });

  const UNWISE: readonly (readonly [string, JsonObject, readonly string[]])[] = [
    ['a type with a blank', { credentialType: 'a permit' }, [`E BP_ISSUANCE_TYPE_FORM ${at}/0/credentialType`]],
    [
      'a docType without a domain',
      { credentialType: 'permit', format: 'mso_mdoc', claimMappings: mapped('["n","a"]') },
      [`E BP_ISSUANCE_TYPE_FORM ${at}/0/credentialType`],
    ],
    [
      'a claim of an mdoc without a name space',
      { credentialType: 'org.x', format: 'mso_mdoc' },
      [`E BP_ISSUANCE ${at}/0/claimMappings/0/claimName`],
    ],
    ['a claim twice', { claimMappings: mapped('a', 'a') }, [`E BP_ISSUANCE ${at}/0/claimMappings/1/claimName`]],
    [
      'a claim of the issuer',
      { claimMappings: mapped('a', 'exp') },
      [`E BP_ISSUANCE ${at}/0/claimMappings/1/claimName`],
    ],
    [
      'the link as a claim',
      { claimMappings: mapped('quorate_ledger') },
      [`E BP_ISSUANCE ${at}/0/claimMappings/0/claimName`],
    ],
    ['a path with a place', { claimMappings: mapped('["a",0]') }, [`E BP_ISSUANCE ${at}/0/claimMappings/0/claimName`]],
    ['a remark about no claim', { claims: [{ path: 'other' }] }, [`E BP_ISSUANCE ${at}/0/claims/0/path`]],
    ['a disclosable claim that is not mapped', { disclosable: ['other'] }, [`E BP_ISSUANCE ${at}/0/disclosable/0`]],
    ['another register', { registerId: 'town' }, [`W BP_MEMBER_UNREAD ${at}/0/registerId`]],
  ];
  for (const [what, config, findings] of UNWISE)
    it(`tells of ${what}, which the ledger does not ask`, () => {
      expect(found(config)).to.deep.equal(findings);
      expect(checkExecution(blueprintWith([{ ...CONFIG, ...config }]))).to.deep.equal([]);
    });

  it('warns of a claim that nobody but the sender could compare', () => {
    const source = (sourceField: string) => found({ claimMappings: [{ claimName: 'a', sourceField }] });
    const warning = [`W BP_ISSUANCE_UNREAD ${at}/0/claimMappings/0/sourceField`];
    expect(source('/of/a')).to.deep.equal([]);
    // A part of it is read.
    expect(source('/of')).to.deep.equal([]);
    const hidden = (pointers: readonly string[], field: string) =>
      shown(
        blueprintWith([{ ...CONFIG, claimMappings: [{ claimName: 'a', sourceField: field }] }], {
          disclosures: [{ participantAddress: 'seller', dataPointers: pointers }],
        }),
      );
    expect(hidden(['/of'], '/number').filter((one) => one.includes('ISSUANCE'))).to.deep.equal(warning);
    expect(hidden(['/*'], '/number')).to.deep.equal([]);
    expect(hidden(['/number', '/of/*'], '/of/a')).to.deep.equal([]);
  });

  it('changes the status of credentials of an action that issues some', () => {
    const rule = (of: number, to = 'revoked') => ({ credentialStatus: [{ of, to }] });
    expect(shown(blueprintWith(CONFIG, {}, rule(0)))).to.deep.equal([]);
    expect(shown(blueprintWith(CONFIG, {}, rule(1)))).to.deep.equal(['E BP_ISSUANCE /actions/1/credentialStatus/0/of']);
    const both = {
      credentialStatus: [
        { of: 0, to: 'suspended' },
        { of: 0, to: 'revoked' },
      ],
    };
    expect(shown(blueprintWith(CONFIG, {}, both))).to.deep.equal(['E BP_ISSUANCE /actions/1/credentialStatus/1/of']);
    expect(shown(blueprintWith(CONFIG, {}, rule(7)))).to.deep.equal(['E BP_ISSUANCE /actions/1/credentialStatus/0/of']);
    expect(shown(blueprintWith(null, {}, rule(0)))).to.deep.equal(['E BP_ISSUANCE /actions/1/credentialStatus/0/of']);
    expect(shown(blueprintWith(CONFIG, {}, rule(0, 'gone')))).to.deep.equal([
      'E BP_FORM /actions/1/credentialStatus/0/to',
    ]);
  });
});
