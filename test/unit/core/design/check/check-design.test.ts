// Definitions that the ledger takes and no designer should publish: members that nothing enforces, and values outside
// of closed lists, each at its place.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { checkBlueprint, checkExecution } from '../../../../../core/design/check/check.js';

const GOOD = {
  language: 2,
  id: 'loan',
  title: 'Loan',
  description: 'Somebody asks, somebody decides.',
  cancellation: { by: ['opener'] },
  participants: [
    { id: 'asker', name: 'Asker', walletAddress: null },
    { id: 'bank', name: 'Bank', walletAddress: 'qr1bank' },
  ],
  actions: [
    { id: 0, title: 'Ask', sender: 'asker', isStartingAction: true, routes: [{ id: 'ask', nextActionIds: [1] }] },
    { id: 1, title: 'Decide', sender: 'bank', routes: [] },
  ],
};

type Mutable = { [key: string]: Mutable } & unknown;

/** Findings of the good blueprint with members replaced by path, as `severity code location`. */
function found(changes: Readonly<Record<string, Json>>): string[] {
  const copy = structuredClone(GOOD) as unknown as Mutable;
  for (const [path, value] of Object.entries(changes)) {
    const tokens = path.split('/').slice(1);
    let node = copy;
    for (const token of tokens.slice(0, -1)) node = node[token] as Mutable;
    node[tokens.at(-1) as string] = value as Mutable;
  }
  return checkBlueprint(copy as unknown as Json).map(
    (f) => `${f.severity === 'error' ? 'E' : 'W'} ${f.code} ${f.location}`,
  );
}

/** Without the warnings of people/check-gates.ts. */
const first = (member: string, value: Json): string[] =>
  found({ [`/actions/0/${member}`]: value }).filter((one) => !/ BP_GATE_(UNREAD|TRUST) /.test(one));

describe('the design of a blueprint', () => {
  it('refuses what nothing enforces, and says what to do instead', () => {
    expect(first('participants', [{ principal: 'bank', criteria: [false] }])).to.deep.equal([
      'E BP_MEMBER_UNREAD /actions/0/participants',
    ]);
    expect(first('requiredActionData', ['/n'])).to.deep.equal(['E BP_MEMBER_UNREAD /actions/0/requiredActionData']);
    expect(found({ '/participants/0/useStealthAddress': true })).to.deep.equal([
      'E BP_MEMBER_UNREAD /participants/0/useStealthAddress',
    ]);
    const rejecting = (targetParticipantId: string) =>
      found({ '/actions/1/rejectionConfig': { targetActionId: 0, targetParticipantId } });
    expect(rejecting('asker')).to.deep.equal([]);
    expect(rejecting('bank')).to.deep.equal(['E BP_MEMBER_UNREAD /actions/1/rejectionConfig/targetParticipantId']);
    const idle = { '/actions/0/participants': [], '/actions/0/requiredActionData': [] };
    expect(found({ ...idle, '/participants/0/useStealthAddress': false })).to.deep.equal([]);
    // The ledger asks none of it.
    const sealed = { ...GOOD, actions: [{ ...GOOD.actions[0], requiredActionData: ['/n'] }, GOOD.actions[1]] };
    expect(checkExecution(sealed as Json)).to.deep.equal([]);
  });

  it('refuses disclosures of fields that the action has not, and warns of controls', () => {
    const dataSchemas = [{ type: 'object', properties: { price: { type: 'number' } }, required: ['price'] }];
    const calculations = { fee: { '*': [{ var: 'price' }, 0.1] } };
    const told = (pointers: readonly string[], more: Record<string, Json> = {}) =>
      found({
        '/actions/0/dataSchemas': dataSchemas,
        '/actions/0/calculations': calculations,
        '/actions/0/disclosures': [{ participantAddress: 'bank', dataPointers: [...pointers] }],
        ...more,
      });
    expect(told(['/price', '/fee', '/*', ''])).to.deep.equal([]);
    expect(told(['/price', '/fee', '/pirce'])).to.deep.equal([
      'E BP_POINTER_UNKNOWN /actions/0/disclosures/0/dataPointers/2',
    ]);
    const control = (scope: string) => ({ type: 'Numeric', scope });
    const form = { type: 'Layout', elements: [control('/price'), { type: 'Layout', elements: [control('#/pirce')] }] };
    expect(told(['/price', '/fee'], { '/actions/0/form': form })).to.deep.equal([
      'W BP_POINTER_UNKNOWN /actions/0/form/elements/1/elements/0/scope',
    ]);
  });

  it('refuses routes of which none may be taken', () => {
    const dataSchemas = [{ type: 'object', properties: { price: { type: 'integer' } }, required: ['price'] }];
    const routed = (...routes: readonly Json[]) =>
      found({ '/actions/0/dataSchemas': dataSchemas, '/actions/0/routes': [...routes] }).filter((one) =>
        one.includes('BP_ROUTE_NO_DEFAULT'),
      );
    const [large, small] = [
      { id: 'large', nextActionIds: [1], condition: { '>': [{ var: 'price' }, 10] } },
      { id: 'small', nextActionIds: [], isDefault: true },
    ];
    expect(routed(large, small)).to.deep.equal([]);
    expect(routed({ ...large, condition: null })).to.deep.equal([]);
    expect(routed(large)).to.deep.equal(['E BP_ROUTE_NO_DEFAULT /actions/0/routes']);
  });

  it('takes the values of credential members from closed lists', () => {
    const at = '/actions/0/credentialRequirements/0';
    const required = (more: Json) => first('credentialRequirements', [{ type: 'C', ...(more as JsonObject) }]);
    const trusting = (more: Json) =>
      required({ trustPolicy: { sources: [{ kind: 'register' }], ...(more as JsonObject) } });
    const good = { kind: 'x509-lotl', confersAssurance: 'High', allowedIssuers: ['did:a'], trustListId: 'eu' };
    for (const format of ['sd-jwt-vc', 'mso_mdoc', null]) expect(required({ format })).to.deep.equal([]);
    expect(trusting({ sources: [good], combinator: 'allOf', minAssuranceLevel: 'Substantial' })).to.deep.equal([]);
    expect(required({ format: 'no-such-format' })).to.deep.equal([`E BP_VALUE_UNKNOWN ${at}/format`]);
    expect(trusting({ combinator: 'never', minAssuranceLevel: 'Galactic', levle: 1 })).to.deep.equal([
      `E BP_MEMBER_UNREAD ${at}/trustPolicy/levle`,
      `E BP_VALUE_UNKNOWN ${at}/trustPolicy/combinator`,
      `E BP_VALUE_UNKNOWN ${at}/trustPolicy/minAssuranceLevel`,
    ]);
    for (const sources of [undefined, [], 'register'])
      expect(required({ trustPolicy: { ...(sources !== undefined && { sources }) } })).to.deep.equal([
        `E BP_TRUST ${at}/trustPolicy/sources`,
      ]);
    const source = `${at}/trustPolicy/sources/0`;
    expect(
      trusting({ sources: [{ kind: 'nonsense', confersAssurance: 1, allowedIssuers: 'x', trustListId: 2 }] }),
    ).to.deep.equal([
      `E BP_VALUE_UNKNOWN ${source}/kind`,
      `E BP_VALUE_UNKNOWN ${source}/confersAssurance`,
      `E BP_TRUST ${source}/allowedIssuers`,
      `E BP_TRUST ${source}/trustListId`,
    ]);
    expect(trusting({ sources: ['register'] })).to.deep.equal([`E BP_TRUST ${source}`]);
    const issued = (more: JsonObject) =>
      found({
        '/actions/0/dataSchemas': [{ properties: { a: { type: 'string' } } }],
        '/actions/0/disclosures': [{ participantAddress: 'bank', dataPointers: ['/a'] }],
        '/actions/0/credentialIssuanceConfig': {
          credentialType: 'C',
          claimMappings: [{ claimName: 'a', sourceField: '/a' }],
          recipientParticipantId: 'bank',
          ...more,
        },
      });
    const config = '/actions/0/credentialIssuanceConfig';
    expect(issued({ format: 'sd-jwt-vc', trustAnchor: 'x509-tenant' })).to.deep.equal([]);
    expect(issued({ format: 'nope', trustAnchor: 'my-uncle' })).to.deep.equal([
      `E BP_VALUE_UNKNOWN ${config}/format`,
      `E BP_VALUE_UNKNOWN ${config}/trustAnchor`,
    ]);
  });
});
