// The examples of the reference, executed: each one stands in a whole definition at the place that it explains. The
// check of authors and the rule of registers take that definition, or refuse what the reference says may not be
// published.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { checkBlueprint, checkExecution } from '../../../../../core/design/check/check.js';
import { type Explained, explainedMembers } from '../../../../../core/design/reference/reference.js';
import { asks, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice } from '../../../../support/register/ledger.js';

type Members = Readonly<Record<string, Json>>;

const text = { type: 'string' };
const integer = { type: 'integer' };
const THEN = 'then';
const ROLES = [
  ...['applicant', 'planner', 'importer', 'issuing', 'exporter', 'bank', 'chair', 'engineer', 'treasurer'],
  ...['teamLead', 'approver', 'registrar'],
].map((id): JsonObject => ({ id }));
const PARTICIPANTS: readonly JsonObject[] = [...ROLES, { id: 'arbiter', walletAddress: alice.address }];

/** Thirteen actions in a row, the members that examples name among what they state. */
const STATED: Readonly<Record<number, JsonObject>> = {
  1: asks({ storeys: integer, creditAmount: integer, site: { type: 'object', properties: { name: text } } }),
  2: asks({ expiry: { type: 'string', format: 'date' }, price: integer, quantity: integer, permitNumber: text }),
  3: asks({ way: { type: 'string', enum: ['road'] } }),
  5: asks({ creditAmount: integer }),
  8: asks({ decision: text }),
};
const ALL = { '*': ['*'] };
const ROW: readonly JsonObject[] = Array.from({ length: 13 }, (_, i): JsonObject => {
  const id = i + 1;
  const sender = id === 3 ? 'engineer' : id === 1 ? 'applicant' : 'planner';
  const told = shows(
    Object.fromEntries(
      ['importer', 'bank', 'planner', 'applicant'].filter((one) => one !== sender).map((one) => [one, ALL['*']]),
    ),
  );
  return {
    id,
    sender,
    ...(id === 1 && { isStartingAction: true }),
    ...STATED[id],
    ...told,
    ...to(...(id < 13 ? [id + 1] : [])),
  };
});

function definitionWith(
  more: Members = {},
  actions: readonly JsonObject[] = ROW,
  participants = PARTICIPANTS,
): JsonObject {
  const named = { title: 'Construction permit', description: 'From application to permit.' };
  return {
    language: 2,
    ...named,
    participants,
    actions,
    calendars: { town: { weekend: [6, 7], holidays: [] } },
    ...more,
  } as JsonObject;
}

/** The row with members of one action changed. */
const withAction = (id: number, more: Members): JsonObject =>
  definitionWith(
    {},
    ROW.map((one) => (one.id === id ? ({ ...one, ...more } as JsonObject) : one)),
  );
const withRole = (id: string, more: Members): JsonObject =>
  definitionWith(
    {},
    ROW,
    PARTICIPANTS.map((one) => (one.id === id ? ({ ...one, ...more } as JsonObject) : one)),
  );

/** Two branches of the first action, which meet again in the fourth. */
const joined = (more: Members): JsonObject =>
  definitionWith({}, [
    { id: 1, sender: 'applicant', isStartingAction: true, ...asks({ a: text }), ...to(2, 3) },
    { id: 2, sender: 'planner', ...asks({ b: text }), ...to(4) },
    { id: 3, sender: 'planner', ...asks({ c: text }), ...to(4) },
    { id: 4, sender: 'applicant', ...asks({ d: text }), ...more } as JsonObject,
  ]);

const APPROVAL = {
  ...{ of: [{ role: 'chair', weight: 2 }, { role: 'engineer' }, { role: 'treasurer' }], need: 3 },
  ...{ yes: 'granted', no: 'refused' },
};
const voted = (more: Members): JsonObject =>
  withAction(4, {
    ...{ sender: 'chair', approval: { ...APPROVAL, ...more }, dataSchemas: [] },
    routes: [
      { id: 'granted', nextActionIds: [5] },
      { id: 'refused', nextActionIds: [] },
    ],
  });

const timed = (more: Members): JsonObject => withAction(8, { timers: [{ id: 'late', ...more }] as unknown as Json });
const sealed = (from: Members): JsonObject =>
  withAction(4, { disclosures: [{ participantAddress: 'importer', dataPointers: ['/*'], from }] as unknown as Json });
const leads = { [THEN]: { nextActionIds: [9] } };
const issuance = (more: Members): JsonObject =>
  withAction(2, {
    credentialIssuanceConfig: {
      ...{ credentialType: 'Permit', recipientParticipantId: 'applicant' },
      claimMappings: [{ claimName: 'number', sourceField: '/permitNumber' }],
      ...more,
    },
  });
/** An action behind the one that issues. */
const revoking = (credentialStatus: Json): JsonObject => {
  const { actions, ...rest } = issuance({});
  const changed = (actions as readonly JsonObject[]).map((one) => (one.id === 8 ? { ...one, credentialStatus } : one));
  return { ...rest, actions: changed };
};
const consent = { need: 2, of: ['importer', 'issuing', 'exporter'] };
const reading = { by: ['importer'], within: 'P2D', otherwise: 'redo' };
const otherwise = { id: 'other', nextActionIds: [3], isDefault: true };

const LONE: JsonObject = { id: 1, sender: 'applicant', isStartingAction: true };
const LOW = { ...integer, minimum: 5, 'x-error': { minimum: 'fee.low' } };
const HIGH = { id: 'high', nextActionIds: [2], condition: { '>': [{ var: 'storeys' }, 5] } };

/** Two actions, the first with the older form of a route. */
const older = (more: Members): readonly JsonObject[] => [
  { id: 1, sender: 'applicant', isStartingAction: true, ...asks({ a: text }), ...more } as JsonObject,
  { id: 2, sender: 'planner', ...asks({ b: text }) },
];

/** A definition with the value in its place, by the path of the group, or of the member where that needs company. */
const LICENCE = {
  type: 'EngineerLicence',
  trustPolicy: { sources: [{ kind: 'register' }] },
  readers: ['importer'],
};

const PLACES: Readonly<Record<string, (name: string, value: Json) => JsonObject>> = {
  '*': (name, value) => definitionWith({ [name]: value }),
  'participants.*': (name, value) => withRole('applicant', { [name]: value }),
  'participants.id': (_, id) => withRole('planner', { id }),
  'participants.disclose': (_, disclose) => withRole('applicant', { candidates: ['clerk-1'], disclose }),
  'actions.*': (name, value) => withAction(4, { [name]: value }),
  'actions.id': (_, id) => withAction(1, { id }),
  'actions.isStartingAction': (_, isStartingAction) => withAction(1, { isStartingAction }),
  'actions.dataSchemas': (_, dataSchemas) =>
    definitionWith({}, [{ id: 1, sender: 'applicant', isStartingAction: true, dataSchemas } as JsonObject]),
  'actions.calculations': (_, calculations) => withAction(2, { calculations }),
  'actions.disclosures': (_, disclosures) => withAction(1, { disclosures }),
  'actions.disclosures.from.*': (name, value) => sealed({ [name]: value }),
  'actions.routes': (_, routes) => withAction(1, { routes }),
  'actions.requiredPriorActions': (_, requiredPriorActions) => joined({ requiredPriorActions }),
  'actions.joins': (_, joins) => joined({ joins }),
  'actions.timers': (_, timers) => withAction(8, { timers }),
  'actions.approval': (_, approval) => voted(approval as Members),
  'actions.notSameOrganisation': (_, notSameOrganisation) => withAction(4, { notSameAs: [3], notSameOrganisation }),
  'actions.confirm': (_, confirm) => withAction(2, { confirm }),
  'actions.checkedBy': (_, checkedBy) => withAction(2, { checkedBy }),
  'actions.credentialIssuanceConfig': (_, value) => issuance(value as Members),
  'actions.condition': (_, condition) => definitionWith({}, older({ condition, target: 'planner' })),
  'actions.target': (_, target) => definitionWith({}, older({ condition: true, target })),
  'actions.routes.*': (name, value) => withAction(1, { routes: [{ id: 'on', nextActionIds: [2], [name]: value }] }),
  'actions.routes.nextActionIds': (_, nextActionIds) => {
    const { actions } = joined({ requiredPriorActions: [2, 3] });
    const [first, ...others] = actions as unknown as readonly JsonObject[];
    return definitionWith({}, [{ ...first, routes: [{ id: 'r', nextActionIds }] }, ...others]);
  },
  'actions.routes.condition': (_, condition) =>
    withAction(1, {
      routes: [
        { id: 'high', nextActionIds: [2], condition },
        { ...otherwise, nextActionIds: [2] },
      ],
    }),
  'actions.routes.isDefault': (_, isDefault) =>
    withAction(1, { routes: [HIGH, { id: 'other', nextActionIds: [2], isDefault }] }),
  'actions.routes.end': (_, end) => withAction(1, { routes: [{ ...HIGH, end }] }),
  'actions.rejectionConfig.*': (name, value) =>
    withAction(4, { rejectionConfig: { targetActionId: 1, [name]: value } }),
  'actions.joins.fork': (_, fork) => joined({ joins: { fork } }),
  'actions.joins.need': (_, need) => joined({ joins: { fork: 1, need } }),
  'disputes.*': (name, value) => definitionWith({ disputes: { [name]: value } }),
  'cancellation.*': (name, value) => definitionWith({ cancellation: { [name]: value } }),
  'cancellation.consent.*': (name, value) =>
    definitionWith({ cancellation: { consent: { ...consent, [name]: value } } }),
  'overrides.*': (name, value) =>
    definitionWith({ overrides: [{ code: 'BP_DEADLOCK', reason: 'The survey always comes.', [name]: value }] }),
  'actions.confirm.by': (_, by) => withAction(2, { confirm: { ...reading, by } }),
  'actions.confirm.within': (_, within) => withAction(2, { confirm: { ...reading, within } }),
  'actions.confirm.otherwise': (_, value) => withAction(2, { confirm: { ...reading, otherwise: value } }),
  'actions.timers.id': (_, id) => timed({ id, after: 'P1D', ...leads }),
  'actions.timers.at': (_, at) => timed({ at, ...leads }),
  'actions.timers.plus': (_, plus) => timed({ at: { var: 'act.2.expiry' }, plus, ...leads }),
  'actions.timers.calendar': (_, calendar) => timed({ after: '10 workdays', calendar, ...leads }),
  'actions.timers.zone': (_, zone) => timed({ after: 'P1M', zone, ...leads }),
  'actions.timers.from': (_, from) => timed({ after: 'P1M', from, ...leads }),
  'actions.timers.after': (_, after) => timed({ after, ...leads }),
  'actions.timers.data': (_, data) => timed({ after: 'P1D', ...leads, data }),
  'actions.timers.every': (_, every) => timed({ after: 'P1D', remind: ['approver'], every, times: 5 }),
  'actions.timers.times': (_, times) => timed({ after: 'P1D', remind: ['approver'], every: 'P1D', times }),
  'actions.timers.*': (name, value) => timed({ after: 'P1D', [name]: value }),
  'actions.timers.at.var': (_, name) => timed({ at: { var: name }, ...leads }),
  'actions.timers.then.nextActionIds': (_, nextActionIds) => timed({ after: 'P1D', [THEN]: { nextActionIds } }),
  'actions.approval.*': (name, value) => voted({ [name]: value }),
  'actions.approval.of': (_, of) => voted({ of, need: 1 }),
  'actions.approval.of.role': (_, role) => voted({ of: [{ role }, { role: 'engineer' }], need: 2 }),
  'actions.approval.of.weightOf': (_, weightOf) => voted({ of: [{ role: 'chair', weightOf }, { role: 'engineer' }] }),
  'actions.approval.of.weightOf.var': (_, name) =>
    voted({ of: [{ role: 'chair', weightOf: { var: name } }, { role: 'engineer' }] }),
  'actions.approval.of.weight': (_, weight) => voted({ of: [{ role: 'chair', weight }, { role: 'engineer' }] }),
  participants: (_, participants) => definitionWith({}, [LONE], participants as unknown as readonly JsonObject[]),
  actions: (_, actions) => definitionWith({}, actions as unknown as readonly JsonObject[]),
  texts: (_, texts) => {
    const properties = { price: integer, way: { type: 'string', enum: ['road'] }, fee: LOW };
    return { ...withAction(3, asks(properties) as Members), texts } as JsonObject;
  },
  'actions.disclosures.*': (name, value) =>
    withAction(1, { disclosures: [{ participantAddress: 'importer', dataPointers: ['/storeys'], [name]: value }] }),
  'actions.participants.*': (name, value) => withAction(4, { participants: [{ principal: 'planner', [name]: value }] }),
  'actions.credentialRequirements.*': (name, value) =>
    withAction(4, { credentialRequirements: [{ ...LICENCE, [name]: value }] }),
  'actions.credentialRequirements.requiredClaims.*': (name, value) =>
    withAction(4, {
      credentialRequirements: [{ ...LICENCE, requiredClaims: [{ claimName: 'valid', [name]: value }] }],
    }),
  'actions.credentialRequirements.uses.*': (name, value) =>
    withAction(4, {
      credentialRequirements: [{ ...LICENCE, uses: { max: 2, per: 'instance', [name]: value } }],
    }),
  'actions.credentialStatus': (_, value) => revoking(value),
  'actions.credentialStatus.*': (name, value) => revoking([{ of: 2, to: 'revoked', [name]: value }]),
  'actions.credentialIssuanceConfig.*': (name, value) => issuance({ [name]: value }),
  'actions.credentialIssuanceConfig.attestation.*': (name, value) => issuance({ attestation: { [name]: value } }),
  'actions.credentialIssuanceConfig.claims.*': (name, value) =>
    issuance({ claims: [{ path: 'number', [name]: value }] }),
  'actions.credentialIssuanceConfig.claimMappings.*': (name, value) =>
    issuance({ claimMappings: [{ claimName: 'number', sourceField: '/permitNumber', [name]: value }] }),
};

function placed({ path, example }: Explained): JsonObject {
  const tokens = path.split('.');
  const name = tokens.at(-1) as string;
  const place = PLACES[path] ?? PLACES[[...tokens.slice(0, -1), '*'].join('.')];
  expect(place, `a place for ${path}`).to.not.equal(undefined);
  return (place as NonNullable<typeof place>)(name, example);
}

/** Members that may not be published where they say something: `false` says nothing. */
const isRefused = ({ unread, example }: Explained): boolean => unread === 'refused' && example !== false;

describe('the examples of the reference', () => {
  for (const member of explainedMembers())
    it(`has one of ${member.path} that ${isRefused(member) ? 'is refused' : 'registers take'}`, () => {
      const definition = placed(member);
      const errors = checkBlueprint(definition).filter(({ severity }) => severity === 'error');
      const issues = checkExecution(definition);
      if (isRefused(member)) {
        expect(errors.map(({ code }) => code)).to.deep.equal(['BP_MEMBER_UNREAD']);
        return;
      }
      expect(errors.map(({ code, location, message }) => `${code} ${location}: ${message}`)).to.deep.equal([]);
      expect(issues).to.deep.equal([]);
    });

  it('asks the same definition without the example, so that it is the example that is taken', () => {
    const errors = (definition: JsonObject) =>
      checkBlueprint(definition).filter(({ severity }) => severity === 'error');
    expect(errors(definitionWith())).to.deep.equal([]);
    expect(errors(withAction(8, { timers: [{ id: 'late', after: 'never' }] as unknown as Json }))).to.not.deep.equal(
      [],
    );
  });
});
