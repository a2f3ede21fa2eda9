// The check of a blueprint: each rule once kept and once broken, at its place; errors told from warnings; any JSON
// value gets findings.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { FINDINGS_MAX } from '../../../../../core/base/limits/node/designs.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { execute } from '../../../../../core/blueprint/execution/execute.js';
import { unknownMembers } from '../../../../../core/design/check/blueprint-schema.js';
import { checkBlueprint, checkExecution, isPublishable } from '../../../../../core/design/check/check.js';

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

const first = (member: string, value: Json): string[] => found({ [`/actions/0/${member}`]: value });

describe('the check of a blueprint', () => {
  it('finds nothing in a good one, also with every optional member null', () => {
    expect(found({})).to.deep.equal([]);
    const nulls = ['routes', 'condition', 'target', 'calculations', 'disclosures', 'rejectionConfig', 'form', 'title'];
    expect(found(Object.fromEntries(nulls.map((name) => [`/actions/1/${name}`, null])))).to.deep.equal([]);
    expect(
      found({ '/x-hint': 1, '/actions/0/x-pages': [], '/@context': 'https://schema.org', '/version': 2 }),
    ).to.deep.equal([]);
  });

  it('says what has the wrong form, and nothing else then', () => {
    expect(checkBlueprint(5)).to.deep.equal([
      { severity: 'error', code: 'BP_FORM', message: 'The member must be object.', location: '' },
    ]);
    expect(found({ '/title': 'ab', '/participants': [], '/actions/0/sender': 'nobody' })).to.deep.equal([
      'E BP_FORM /title',
      'E BP_FORM /participants',
    ]);
    expect(found({ '/actions': [] })).to.deep.equal(['E BP_FORM /actions']);
    expect(found({ '/description': 'x'.repeat(2001) })).to.deep.equal(['E BP_FORM /description']);
    expect(found({ '/actions/0/id': -1, '/actions/1/routes': {} })).to.deep.equal([
      'E BP_FORM /actions/0/id',
      'E BP_FORM /actions/1/routes',
    ]);
    expect(checkBlueprint({ title: 'abc' }).map(({ location }) => location)).to.deep.equal([
      '/description',
      '/participants',
      '/actions',
    ]);
  });

  it('lists no more unknown members than anybody reads', () => {
    const strange = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`strange${i}`, 1]));
    expect(unknownMembers({ ...strange, actions: [strange] })).to.have.length(200);
  });

  it('refuses members that nothing reads, with the one that was meant', () => {
    expect(found({ '/actions/0/routes/0/conditon': false })).to.deep.equal([
      'E BP_MEMBER_UNKNOWN /actions/0/routes/0/conditon',
    ]);
    const [finding] = checkBlueprint({ ...GOOD, 'parti~cipant/s': 1 });
    expect(finding).to.deep.include({
      location: '/parti~0cipant~1s',
      message: 'Nothing reads this member; did you mean participants.',
    });
  });

  it('knows participants and actions by one id each', () => {
    expect(found({ '/participants/1/id': 'asker', '/actions/1/sender': 'asker' })).to.deep.equal([
      'E BP_ID_DUPLICATE /participants/1/id',
    ]);
    expect(found({ '/actions/1/id': 0 })).to.include('E BP_ID_DUPLICATE /actions/1/id');
    expect(first('sender', 'nobody')).to.deep.equal(['E BP_SENDER_UNKNOWN /actions/0/sender']);
    const said = (sender: string) => {
      const [one, ...others] = GOOD.actions;
      return checkBlueprint({ ...GOOD, actions: [{ ...one, sender }, ...others] } as unknown as Json)[0]?.message;
    };
    expect(said('bnak')).to.equal('The sender bnak is not a participant: did you mean bank.');
    expect(said('surveyor-general')).to.match(/surveyor-general is not a participant: expected one of .*bank/);
    expect(
      first('participants', [{ principal: 'nobody', criteria: [{ nope: 1 }] }, { principal: 'bank' }]),
    ).to.deep.equal([
      'E BP_PRINCIPAL_UNKNOWN /actions/0/participants/0/principal',
      'E BP_LOGIC /actions/0/participants/0/criteria/0/nope',
      'E BP_MEMBER_UNREAD /actions/0/participants',
    ]);
  });

  it('follows every route', () => {
    const routes = (...list: Json[]) => first('routes', list);
    const on = { id: 'on', nextActionIds: [1] };
    expect(routes(on, { nextActionIds: [7] })).to.deep.equal([
      'E BP_ROUTE_TARGET_UNKNOWN /actions/0/routes/1/nextActionIds/0',
      'W BP_ROUTE_NEVER_TAKEN /actions/0/routes/1',
    ]);
    expect(routes({ nextActionIds: [1, 1] })).to.deep.equal([
      'E BP_ROUTE_TARGET_DUPLICATE /actions/0/routes/0/nextActionIds/1',
    ]);
    expect(routes({ ...on, condition: { var: 'a' } }, { ...on, isDefault: true })).to.deep.equal([
      'E BP_ID_DUPLICATE /actions/0/routes/1/id',
    ]);
    expect(routes({ nextActionIds: [1], isDefault: true }, { nextActionIds: [], isDefault: true })).to.deep.equal([
      'E BP_ROUTE_DEFAULT_DUPLICATE /actions/0/routes/1/isDefault',
    ]);
    expect(routes({ nextActionIds: [1], condition: { and: [{ log: 1 }] } })).to.deep.equal([
      'E BP_LOGIC /actions/0/routes/0/condition/and/0/log',
    ]);
    expect(routes({ nextActionIds: [1], branchDeadline: 'P1Y' })).to.deep.equal([
      'E BP_DURATION /actions/0/routes/0/branchDeadline',
    ]);
    expect(routes({ nextActionIds: [1], branchDeadline: 'P14D' })).to.deep.equal([
      'W BP_DEADLINE_DEAD_END /actions/0/routes/0/branchDeadline',
    ]);
  });

  it('follows the older form, and warns where it does not count', () => {
    expect(found({ '/actions/0/routes': null, '/actions/0/target': 'bank' })).to.deep.equal([]);
    expect(found({ '/actions/0/routes': null, '/actions/0/target': 'nobody' })).to.include(
      'E BP_TARGET_UNKNOWN /actions/0/target',
    );
    expect(first('target', 'bank')).to.deep.equal(['W BP_TARGET_IGNORED /actions/0/target']);
    expect(first('condition', { nope: 1 })).to.deep.equal([
      'E BP_LOGIC /actions/0/condition/nope',
      'W BP_TARGET_IGNORED /actions/0/condition',
    ]);
  });

  it('follows rejections and joins', () => {
    expect(first('rejectionConfig', { targetActionId: 9, targetParticipantId: 'nobody' })).to.deep.equal([
      'E BP_REJECTION_TARGET_UNKNOWN /actions/0/rejectionConfig/targetActionId',
      'W BP_REJECTION_PARTICIPANT_UNKNOWN /actions/0/rejectionConfig/targetParticipantId',
    ]);
    expect(first('rejectionConfig', { targetActionId: 1, rejectionSchema: { $ref: '#' } })).to.deep.equal([
      'E BP_SCHEMA /actions/0/rejectionConfig/rejectionSchema',
    ]);
    expect(first('requiredPriorActions', [0])).to.deep.equal([
      'E BP_PRIOR_ACTION_UNKNOWN /actions/0/requiredPriorActions/0',
    ]);
    expect(first('requiredPriorActions', [9])).to.deep.equal([
      'E BP_PRIOR_ACTION_UNKNOWN /actions/0/requiredPriorActions/0',
    ]);
    expect(found({ '/actions/0/routes/0/nextActionIds': [], '/actions/0/requiredPriorActions': [1] })).to.deep.equal([
      'E BP_PRIOR_ACTION_UNREACHABLE /actions/0/requiredPriorActions/0',
      'W BP_ACTION_UNREACHABLE /actions/1',
      'W BP_START_WAITS /actions/0/requiredPriorActions',
    ]);
  });

  it('checks schemas one by one and together', () => {
    expect(first('dataSchemas', [true, { type: 'nothing' }])).to.deep.equal(['E BP_SCHEMA /actions/0/dataSchemas/1']);
    expect(found({ '/dataSchemas': [{ pattern: '(?=a)' }] })).to.deep.equal(['E BP_SCHEMA /dataSchemas/0']);
    const large = { enum: Array.from({ length: 6000 }, (_, i) => i) };
    expect(first('dataSchemas', [large])).to.deep.equal([]);
    expect(first('dataSchemas', [large, { ...large }])).to.deep.equal(['E BP_SCHEMA /actions']);
  });

  it('checks calculations and their order', () => {
    const ordered = first('calculations', { a: { var: 'b' }, b: { '+': [1, 1] } });
    expect(ordered.filter((one) => one.startsWith('E'))).to.deep.equal([]);
    expect(first('calculations', { a: { var: 'b' }, b: { var: 'a' } })).to.deep.equal([
      'E BP_CALCULATION_CYCLE /actions/0/calculations',
    ]);
    expect(first('calculations', { a: { nope: 1 }, 'a.b': 1 })).to.deep.equal([
      'E BP_LOGIC /actions/0/calculations/a/nope',
      'E BP_CALCULATION_NAME /actions/0/calculations/a.b',
    ]);
    for (const name of ['and', 'or']) {
      expect(first('calculations', { a: { [name]: [] } })).to.include(`E BP_TYPE /actions/0/calculations/a/${name}`);
      const [, second] = GOOD.actions;
      const sealed = {
        ...GOOD,
        actions: [{ ...GOOD.actions[0], calculations: { a: { [name]: [] } } }, second],
      } as Json;
      expect(checkExecution(sealed).map(({ path }) => path)).to.deep.equal([`/actions/0/calculations/a/${name}`]);
    }
  });

  it('checks disclosures, demands and issued credentials', () => {
    const to = (participantAddress: string, ...dataPointers: string[]) =>
      found({
        '/actions/0/dataSchemas': [{ properties: { a: { type: 'string' }, 'a~b': { type: 'string' } } }],
        '/actions/0/disclosures': [{ participantAddress, dataPointers }],
      });
    expect([to('bank', '/*', '/a~0b', ''), to('qr1bank', '/a', '/a~0b')]).to.deep.equal([[], []]);
    expect(to('nobody', 'a')).to.deep.equal([
      'E BP_POINTER /actions/0/disclosures/0/dataPointers/0',
      'W BP_DISCLOSURE_UNKNOWN /actions/0/disclosures/0/participantAddress',
    ]);
    const named = { '/actions/0/disclosures': [{ participantAddress: 'qr1bank', dataPointers: ['/*'] }] };
    expect(found({ ...named, '/actions/0/additionalRecipients': ['bank', 'qr1bank', 'auditor'] })).to.deep.equal([
      'W BP_RECIPIENT_NOT_TOLD /actions/0/additionalRecipients/2',
    ]);
    const at = '/actions/0/credentialRequirements/0';
    expect(first('credentialRequirements', [{ type: '', requiredClaims: [{ claimName: '' }] }])).to.deep.equal([
      `E BP_CREDENTIAL_TYPE ${at}/type`,
      `E BP_CLAIM_NAME ${at}/requiredClaims/0/claimName`,
      `E BP_GATE_UNREAD ${at}`,
      `E BP_GATE_TRUST ${at}`,
    ]);
    const trusted = { acceptedIssuers: ['did:a'], evidence: 'public' };
    const gated = { vct: 'urn:id', requiredClaims: [{ claimName: 'name' }], ...trusted };
    expect(first('credentialRequirements', [gated])).to.deep.equal([]);
    const config = '/actions/0/credentialIssuanceConfig';
    expect(
      first('credentialIssuanceConfig', {
        credentialType: '',
        claimMappings: [],
        recipientParticipantId: '',
        expiryDuration: 'P1Y',
      }),
    ).to.deep.equal([
      `E BP_ISSUANCE_TYPE ${config}/credentialType`,
      `E BP_ISSUANCE_MAPPING ${config}/claimMappings`,
      `E BP_ISSUANCE_RECIPIENT ${config}/recipientParticipantId`,
      `E BP_DURATION ${config}/expiryDuration`,
    ]);
    expect(
      first('credentialIssuanceConfig', {
        credentialType: 'C',
        claimMappings: [{ claimName: 'a', sourceField: 'a' }],
        recipientParticipantId: 'nobody',
      }),
    ).to.deep.equal([
      `E BP_POINTER ${config}/claimMappings/0/sourceField`,
      `W BP_ISSUANCE_RECIPIENT_UNKNOWN ${config}/recipientParticipantId`,
    ]);
  });

  it('checks forms', () => {
    const form = {
      type: 'Layout',
      layout: 'Group',
      elements: [
        { type: 'TextLine', scope: '#/name', rule: { effect: 'HIDE', condition: { scope: '/a', schema: {} } } },
      ],
    };
    const dataSchemas = [{ properties: { name: { type: 'string' }, a: { type: 'string' } } }];
    const disclosures = [{ participantAddress: 'bank', dataPointers: ['/*'] }];
    const members = { dataSchemas, disclosures, form };
    expect(
      found(Object.fromEntries(Object.entries(members).map(([name, value]) => [`/actions/0/${name}`, value as Json]))),
    ).to.deep.equal([]);
    const bad = {
      type: 'Button',
      layout: 'Grid',
      title: 5,
      scope: 'name',
      conditions: [{ nope: 1 }],
      rule: { effect: 'BLINK' },
      elements: [5, { elements: {} }],
    };
    expect(first('form', bad).map((text) => text.replace('E ', '').replace('/actions/0/form', ''))).to.deep.equal([
      'BP_FORM_CONTROL /type',
      'BP_FORM_CONTROL /title',
      'BP_FORM_CONTROL /layout',
      'BP_POINTER /scope',
      'BP_LOGIC /conditions/0/nope',
      'BP_FORM_CONTROL /rule/effect',
      'BP_FORM_CONTROL /rule/condition',
      'BP_FORM_CONTROL /elements/0',
      'BP_FORM_CONTROL /elements/1/elements',
    ]);
    let deep: JsonObject = {};
    for (let i = 0; i < 2000; i++) deep = { elements: [deep] };
    expect(first('form', deep)).to.have.length(1);
  });

  it('warns of circles, of a missing start and of what is never reached', () => {
    expect(found({ '/actions/1/routes': [{ nextActionIds: [0] }] })).to.deep.equal([
      'W BP_CYCLE /actions/0/routes',
      'W BP_NEVER_ENDS /actions/0',
      'W BP_LOOP_NO_EXIT /actions/0/routes',
    ]);
    expect(first('isStartingAction', false)).to.deep.equal(['W BP_START_MISSING /actions']);
    expect(first('routes', [])).to.deep.equal(['E BP_ACTION_DEAD /actions/1', 'W BP_ACTION_UNREACHABLE /actions/1']);
    const { cancellation: _, ...warned } = GOOD;
    expect(isPublishable(checkBlueprint(warned))).to.equal(true);
    expect(isPublishable(checkBlueprint({ ...GOOD, title: '' }))).to.equal(false);
  });

  it('names errors before warnings where there are too many', () => {
    const routes = Array.from({ length: 400 }, () => ({
      nextActionIds: [],
      isDefault: false,
      branchDeadline: 'never',
    }));
    const all = first('routes', routes);
    expect(all).to.have.length(FINDINGS_MAX);
    expect(new Set(all.map((text) => text.split(' ')[1]))).to.deep.equal(new Set(['BP_DURATION']));
  });

  it('of a definition leaves out what only people read, and keeps every error about execution', () => {
    const { description, ...bare } = GOOD;
    expect(checkExecution({ ...bare, title: 'x' })).to.deep.equal([]);
    const actions = [{ ...GOOD.actions[0], calculations: { a: { log: 1 } } }, GOOD.actions[1]];
    expect(checkExecution({ ...GOOD, actions } as Json).map(({ code, path }) => `${code} ${path}`)).to.deep.equal([
      'VAL_BP_010 /actions/0/calculations/a/log',
    ]);
    expect(checkExecution('text')).to.have.length(1);
  });

  it('lets nothing pass that the engine cannot execute', () => {
    const members = [
      'routes',
      'calculations',
      'disclosures',
      'dataSchemas',
      'target',
      'condition',
      'requiredPriorActions',
    ];
    const route = fc.record({ nextActionIds: fc.constant([1]), condition: fc.jsonValue({ maxDepth: 2 }) });
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.array(route, { maxLength: 3 }),
      fc.dictionary(fc.string(), fc.jsonValue()),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...members),
        value,
        fc.dictionary(fc.string(), fc.jsonValue()),
        (member, hostile, payload) => {
          const definition = { ...GOOD, actions: [{ ...GOOD.actions[0], [member]: hostile }, GOOD.actions[1]] } as Json;
          fc.pre(checkExecution(definition).length === 0);
          const result = execute({
            definition: definition as unknown as Definition,
            actionId: '0',
            payload: payload as Json,
            facts: { runs: [], time: {} },
          });
          expect(isFailure(result) || !isFailure(result)).to.equal(true);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes any JSON value, and any change of a blueprint', () => {
    const paths = [
      '/actions',
      '/actions/0',
      '/actions/0/routes',
      '/actions/0/routes/0',
      '/actions/0/routes/0/condition',
      '/participants/1',
      '/actions/0/dataSchemas',
      '/actions/0/calculations',
      '/actions/0/form',
      '/actions/0/disclosures',
      '/title',
    ];
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue({ maxDepth: 4 }), (path, value) => {
        for (const text of found({ [path]: value as Json })) expect(text).to.match(/^[EW] BP_[A-Z_]+ (\/|$)/);
        expect(checkBlueprint(value as Json)).to.be.an('array');
      }),
    );
  });
});
