// The members of a blueprint for people: what each of them is for, and an example. Their types and bounds are those of
// blueprint-schema.ts; the schema for editors, `blueprint explain` and docs/definition.md are made from both.
import type { Members } from './member-text.js';
import { APPROVAL, VOTER, WEIGHT_OF } from './members-approval.js';
import {
  ATTESTATION,
  CLAIM,
  ISSUANCE,
  ISSUED_CLAIM,
  MAPPING,
  REQUIREMENT,
  STATUS_RULE,
  USES,
} from './members-credentials.js';
import { DISCLOSURE, FROM } from './members-disclosure.js';
import { AT, CANCELLATION, CONFIRM, CONSENT, DISPUTES, OVERRIDE, THEN, TIMER } from './members-terms.js';

const BLUEPRINT: Members = {
  title: { says: 'The name of the workflow.', example: 'Construction permit' },
  description: { says: 'The purpose of the workflow, for people.', example: 'From application to permit.' },
  language: {
    says: 'The language of the definition. A text of language 1, which is meant where none is stated, is kept as it is and published in language 2 (docs/language.md).',
    example: 2,
  },
  participants: {
    says: 'The roles that act or read, two or more.',
    example: [{ id: 'applicant' }, { id: 'planner' }],
  },
  actions: {
    says: 'The steps of the workflow. At least one of them is a starting action.',
    example: [{ id: 1, sender: 'applicant', isStartingAction: true }],
  },
  dataSchemas: {
    says: 'JSON Schemas for people who design actions. Only the schemas of actions are enforced.',
    example: [{ type: 'object' }],
    unread: 'kept',
  },
  facts: {
    says: 'Members that several actions state, each with the ids of those actions. `fact.NAME` in a rule reads the latest run in force among them.',
    example: { creditAmount: [1, 5] },
  },
  disputes: {
    says: 'Terms of disputes. A party that sees that a run breaks its rules can object to it (quorate instance object): it is void then, and its action is done again, but where its route went back to an action that ran before: then it is void alone (BP_DISPUTE_BACK). Its schemas, calculations, routes and disclosures are its rules; a figure that a party doubts breaks none: let it `confirm` the run.',
    example: { window: 'P14D', redoWithin: 'P3D' },
  },
  cancellation: {
    says: 'The terms on which an instance is cancelled: who asks, until when, and who has to agree. Where nothing is stated (BP_CANCEL_DEFAULT): the participant that opened it, alone until another party has acted; after that all of them have to agree, whoever asks: the opener, and the holder of each role in which another party acted. A party whose false run an open dispute is about does not count.',
    example: { by: ['opener'], until: [13], consent: { need: 2, of: ['importer', 'issuing', 'exporter'] } },
  },
  overrides: {
    says: 'Findings of the check of the control flow that the definition is published with all the same. Every party can read them. Each code stands once.',
    example: [{ code: 'BP_DEADLOCK', reason: 'The survey always comes, by a contract on paper.' }],
  },
  texts: {
    says: 'Titles, labels, values and messages by language and key, chosen by Accept-Language; the strings of the blueprint are the fallback. They change no behaviour (see below).',
    example: {
      de: { '3.title': 'Prüfen', '3/price': 'Preis', '3/way=road': 'Straße', 'fee.low': 'Die Gebühr ist zu niedrig.' },
    },
  },
  currencies: {
    says: 'Places after the point by currency. Amounts of money of another currency are refused.',
    example: { EUR: 2, JPY: 0 },
  },
  calendars: {
    says: 'Calendars by name: `weekend` days, 1 for Monday, and `holidays`; both lists are stated, an empty one where there is none. Rules and timers count working days by them.',
    example: { town: { weekend: [6, 7], holidays: ['2026-12-25'] } },
  },
  tables: {
    says: 'Decision tables by name, which rules ask. They are checked for gaps and overlaps.',
    example: {
      duty: {
        inputs: [{ type: 'integer', minimum: 0, maximum: 10 }],
        hit: 'unique',
        // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
        rows: [{ when: [{ from: 0, to: 5 }], then: 'low' }],
        otherwise: 'high',
      },
    },
  },
  metadata: {
    says: 'Texts for programs around the ledger.',
    example: { department: 'housing' },
    unread: 'kept',
  },
  id: {
    says: 'The id of the draft or of the published blueprint. The node states it where it is absent.',
    example: 'construction-permit',
  },
  version: { says: 'Number of the stored draft. The node keeps it.', example: 3, unread: 'kept' },
  organizationId: {
    says: 'The organisation that the draft belongs to. The node keeps it.',
    example: 'org-1',
    unread: 'kept',
  },
  createdAt: { says: 'When the draft was made. The node keeps it.', example: '2026-01-05T09:00:00Z', unread: 'kept' },
  updatedAt: {
    says: 'When the draft was changed. The node keeps it.',
    example: '2026-01-06T09:00:00Z',
    unread: 'kept',
  },
  '@context': { says: 'Context of a JSON-LD document.', example: 'https://quorate.example/context/v1', unread: 'kept' },
  '@type': { says: 'Type in a JSON-LD document.', example: 'Blueprint', unread: 'kept' },
};

const PARTICIPANT: Members = {
  id: { says: 'The name of the role in this definition.', example: 'planner' },
  name: { says: 'The name of the role for people.', example: 'Planning office', unread: 'kept' },
  organisation: {
    says: 'The organisation that plays the role, for people.',
    example: 'Town of Riverside',
    unread: 'kept',
  },
  walletAddress: {
    says: 'The wallet that plays the role. Without it the role is open: the first wallet that acts in it holds it for the rest of the instance.',
    example: 'qr1q0000000000000000000000000000000000000000',
  },
  didUri: { says: 'A DID of the participant, for programs.', example: 'did:example:planner', unread: 'kept' },
  verifiableCredential: { says: 'A credential about the participant, for programs.', example: {}, unread: 'kept' },
  additionalProperties: {
    says: 'Members for programs around the ledger.',
    example: { region: 'north' },
    unread: 'kept',
  },
  useStealthAddress: { says: 'Addresses of one use for the role.', example: false, unread: 'refused' },
  replaceBy: {
    says: 'Roles whose holders give this one to another participant when its holder is gone; every other role unless stated.',
    example: ['registrar'],
  },
  candidates: {
    says: 'Ids of the participants of the register that may take this open role, or `{"organisation": "..."}` for those that governance vouches are of it. The first that acts holds it; a Claim reserves it before, from when an action of the role can be done.',
    example: ['clerk-1', 'clerk-2'],
  },
  claimFor: {
    says: 'For so long a role without a wallet is reserved by a Claim, from PT10M to P30D; P1D unless stated.',
    example: 'PT4H',
  },
  disclose: {
    says: 'The readers of what is disclosed to the role until a candidate holds it: all `candidates`, which is so unless stated, or the `holder`, for whom the newest Claim counts: it is taken from when the action can be done.',
    example: 'holder',
  },
  '@type': { says: 'Type in a JSON-LD document.', example: 'Organization', unread: 'kept' },
};

const ACTION: Members = {
  id: {
    says: 'The number of the action, unique in the definition. Transactions name it as decimal text.',
    example: 1,
  },
  title: { says: 'The name of the action for people.', example: 'Apply' },
  description: { says: 'The purpose of the action, for people.', example: 'The applicant states the project.' },
  sender: { says: 'The id of the role that does the action.', example: 'applicant' },
  isStartingAction: { says: 'True where an instance may begin with the action.', example: true },
  dataSchemas: {
    says: 'JSON Schemas (draft 2020-12) that the recorded data satisfies, all of them. Their members are what the action may be given.',
    example: [{ type: 'object', properties: { storeys: { type: 'integer' } }, required: ['storeys'] }],
  },
  calculations: {
    says: 'Rules by the member that each of them gives, in any order: they run in the order of their dependencies. They read of other runs what is sealed directly before the action, whoever acts at the same time (docs/language.md, What binds).',
    example: { total: { '*': [{ var: 'price' }, { var: 'quantity' }] } },
  },
  disclosures: {
    says: 'The readers of the data. The sender sees all of it, everybody else what is named here.',
    example: [{ participantAddress: 'planner', dataPointers: ['/storeys'] }],
  },
  routes: {
    says: 'Where the workflow goes on. The first route whose condition holds is taken; without routes the branch ends.',
    example: [{ id: 'on', nextActionIds: [2] }],
  },
  rejectionConfig: {
    says: 'Lets the sender of the action reject it instead, and says where that leads. Without it a rejection is refused. The reason is read by who does the target, and by who opened the instance.',
    example: { targetActionId: 1 },
  },
  requiredPriorActions: {
    says: 'Ids of the actions that are complete before this one is done: parallel branches join here. A timer of this action does not wait for them: where all have to be there, the next action has it.',
    example: [2, 3],
  },
  joins: {
    says: 'Waits for all branches that the latest run of an action opened, or for some of them. Other branches of it end then. A branch that ended, by a timer or because nothing follows, is not waited for: what it states may be absent. The data of a branch that cannot end is surely there.',
    example: { fork: 1, need: 2 },
  },
  timers: {
    says: 'Timers that run while the action waits. By `then` the workflow goes on by itself, and no wallet signs that; by `also` others may do the action too; by `remind` users are told; by `notBefore` it is not done earlier. In an action with `joins` a timer runs from the first branch that comes there, and the branches that have not come end with `then`; `notBefore` counts from the last one.',
    // biome-ignore lint/suspicious/noThenProperty: a member of the language, which nothing awaits.
    example: [{ id: 'silence', after: 'P3M', then: { nextActionIds: [9] }, data: { decision: 'deemed' } }],
  },
  approval: {
    says: 'Several roles decide the action by their votes, each by a transaction with the data of the action. `sender` names one of them and means nothing more. The action has two routes, without conditions.',
    example: {
      of: [{ role: 'chair', weight: 2 }, { role: 'engineer' }, { role: 'treasurer' }],
      need: 3,
      veto: ['treasurer'],
      yes: 'granted',
      no: 'refused',
    },
  },
  notSameAs: {
    says: 'Actions that another party does: who did one of them, or holds its role, does not do this one, nor the other way round.',
    example: [3],
  },
  notSameOrganisation: {
    says: 'That party is of another organisation. Both need a participant record then, and the word of an Owner or Admin for its organisation.',
    example: true,
  },
  confirm: {
    says: 'Others agree to a run before it counts: until all have, nothing follows it and no rule reads it. A role that does not agree has the action done again, without a fault.',
    example: { by: ['importer'], within: 'P2D', otherwise: 'redo' },
  },
  checkedBy: {
    says: 'Roles that see enough to compute every rule of the action again. It may not be published where one of them does not.',
    example: ['importer'],
  },
  publicRoute: {
    says: 'States that everybody may learn from the next action how its conditions came out.',
    example: true,
  },
  credentialRequirements: {
    says: 'Credentials that the sender presents before the action is accepted, all of them; of one `anyOfGroup` any. Validators judge what the action states of them, and its readers what was shown.',
    example: [{ type: 'EngineerLicence', acceptedIssuers: ['did:web:office.example'], readers: ['importer'] }],
  },
  credentialIssuanceConfig: {
    says: 'A credential that the sender issues once the action is sealed and counts, or a list of up to eight.',
    example: {
      credentialType: 'Permit',
      claimMappings: [{ claimName: 'number', sourceField: '/permitNumber' }],
      recipientParticipantId: 'applicant',
    },
  },
  credentialStatus: {
    says: 'Credentials whose status changes when this action counts: those of the runs in force of another action. Revoked is the end, and nothing takes that back.',
    example: [{ of: 2, to: 'revoked' }],
  },
  form: {
    says: 'A tree of controls for people who fill the action in.',
    example: { type: 'Layout', elements: [] },
    unread: 'kept',
  },
  condition: {
    says: 'Older form of one route, read where there are no routes: the rule under which the workflow goes on to `target`.',
    example: true,
  },
  target: { says: 'Older form of one route: the participant whose action follows.', example: 'planner' },
  participants: {
    says: 'Participants that take part where all of their criteria hold.',
    example: [{ principal: 'planner', criteria: [true] }],
    unread: 'refused',
  },
  additionalRecipients: {
    says: 'More recipients. `disclosures` alone say which roles read the data.',
    example: ['auditor'],
    unread: 'kept',
  },
  requiredActionData: {
    says: 'Members that are required. Name them under `required` in a data schema instead.',
    example: ['/storeys'],
    unread: 'refused',
  },
  previousTxId: { says: 'From an older form of the document.', example: '', unread: 'kept' },
  blueprint: { says: 'From an older form of the document.', example: '', unread: 'kept' },
  previousData: { says: 'From an older form of the document.', example: {}, unread: 'kept' },
  published: { says: 'From an older form of the document.', example: '', unread: 'kept' },
};

const ROUTE: Members = {
  id: { says: 'The name of the route. A decision names it.', example: 'approved' },
  nextActionIds: {
    says: 'The actions that follow: several start parallel branches, none ends the branch.',
    example: [2, 3],
  },
  condition: {
    says: 'The rule that has to hold. A route without one is always taken, unless it is the default.',
    example: { '>': [{ var: 'storeys' }, 5] },
  },
  isDefault: { says: 'True for the route that is taken where no other one is.', example: true },
  description: { says: 'When the route is taken, for people.', example: 'High buildings are reviewed twice.' },
  branchDeadline: {
    says: 'ISO 8601 duration since the docket that seals the action: later, actions of the branch are refused.',
    example: 'P30D',
  },
  end: {
    says: 'On a conditional route: the branch is meant to end where no route of the action is taken.',
    example: true,
  },
};

const REJECTION: Members = {
  targetActionId: { says: 'The action to which a rejection goes back.', example: 1 },
  isTerminal: { says: 'True where a rejection ends the instance.', example: false },
  requireReason: { says: 'False where a rejection needs no reason.', example: true },
  rejectionSchema: {
    says: 'A JSON Schema for the payload of the rejection.',
    example: { type: 'object', required: ['reason'] },
  },
  targetParticipantId: { says: 'The role that the rejection goes back to, for people.', example: 'applicant' },
};

const CONDITIONAL: Members = {
  principal: { says: 'The id of the participant.', example: 'planner' },
  criteria: { says: 'Rules that all have to hold.', example: [true] },
};

const JOINS: Members = {
  fork: { says: 'The action that opens the branches.', example: 1 },
  need: { says: 'How many of them have to come. All unless stated.', example: 2 },
};

/** By the way to their object in the document: its members, in the order of the reference. */
export const MEMBERS: Readonly<Record<string, Members>> = {
  '': BLUEPRINT,
  participants: PARTICIPANT,
  actions: ACTION,
  'actions.routes': ROUTE,
  'actions.rejectionConfig': REJECTION,
  'actions.joins': JOINS,
  disputes: DISPUTES,
  cancellation: CANCELLATION,
  'cancellation.consent': CONSENT,
  overrides: OVERRIDE,
  'actions.confirm': CONFIRM,
  'actions.timers': TIMER,
  'actions.timers.at': AT,
  'actions.timers.then': THEN,
  'actions.approval': APPROVAL,
  'actions.approval.of': VOTER,
  'actions.approval.of.weightOf': WEIGHT_OF,
  'actions.disclosures': DISCLOSURE,
  'actions.disclosures.from': FROM,
  'actions.participants': CONDITIONAL,
  'actions.credentialRequirements': REQUIREMENT,
  'actions.credentialRequirements.requiredClaims': CLAIM,
  'actions.credentialRequirements.uses': USES,
  'actions.credentialIssuanceConfig': ISSUANCE,
  'actions.credentialIssuanceConfig.claimMappings': MAPPING,
  'actions.credentialIssuanceConfig.attestation': ATTESTATION,
  'actions.credentialIssuanceConfig.claims': ISSUED_CLAIM,
  'actions.credentialStatus': STATUS_RULE,
};
