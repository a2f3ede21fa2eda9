// A licence that several offices check at the same time. The checks are a parameter: each is a branch of its own, and
// the decision waits for all of them.
import type { JsonObject } from '../../base/json.js';
import {
  checkbox,
  choice,
  count,
  days,
  disclosure,
  file,
  label,
  optional,
  param,
  parties,
  partyParameters,
  SUBJECT,
  selection,
  step,
  textArea,
  textLine,
  to,
} from './parts.js';
import type { Template } from './template.js';
import { unlessDoneIn } from './waiting.js';

const ROLES = { applicant: 'Applicant', authority: 'Licensing authority' };
const DECIDE = 2;

const application = step({
  id: 1,
  title: { $text: ['Apply: ', param('licence')] },
  sender: 'applicant',
  fields: [
    label({ $text: ['Application for: ', param('licence')] }),
    textLine(['applicantName', 'Name'], SUBJECT),
    textLine(['businessAddress', 'Address of the business']),
    selection(['activities', 'What you want to do'], param('activities')),
    checkbox(['declaration', 'What I state is true'], { const: true }),
    optional(file(['businessPlan', 'Business plan'])),
  ],
  shows: { authority: ['*'] },
  routes: [
    {
      id: 'check',
      nextActionIds: { $each: param('checks'), $as: 'check', $index: 'i', $do: { $sum: [10, param('i')] } },
    },
  ],
  more: { isStartingAction: true },
});
/** Each office sees the fields that its check names. */
const checkersSee: JsonObject = {
  $each: param('checks'),
  $as: 'check',
  $do: {
    participantAddress: param('check.id'),
    dataPointers: { $each: param('check.sees'), $as: 'field', $do: { $text: ['/', param('field')] } },
  },
};

/** A field of each check by a name of its own: parallel branches must not overwrite each other. */
const checkField = (suffix: string): JsonObject => ({ $text: [param('check.id'), suffix] });
const checkAction: JsonObject = {
  id: { $sum: [10, param('i')] },
  title: { $text: ['Check: ', param('check.name')] },
  sender: param('check.id'),
  dataSchemas: [
    {
      type: 'object',
      properties: {
        $members: [
          [checkField('Passed'), { type: 'boolean' }],
          [checkField('Remark'), { type: 'string', maxLength: 2000 }],
        ],
      },
      required: [checkField('Passed')],
      additionalProperties: false,
    },
  ],
  // The applicant learns what was found, and not the remark: so it can check what the decision rests on.
  disclosures: [
    disclosure('authority', ['*']),
    { participantAddress: 'applicant', dataPointers: [{ $text: ['/', checkField('Passed')] }] },
  ],
  form: {
    type: 'Layout',
    layout: 'Group',
    title: param('check.name'),
    elements: [
      { type: 'Checkbox', title: 'Passed', scope: { $text: ['/', checkField('Passed')] } },
      { type: 'TextArea', title: 'Remark', scope: { $text: ['/', checkField('Remark')] } },
    ],
  },
  routes: [to('decide', DECIDE)],
  // An office that does not answer has not passed anything: the authority decides all the same, and issues nothing.
  timers: [
    unlessDoneIn({
      id: 'silence',
      days: 'checkDays',
      next: [DECIDE],
      data: {
        $members: [
          [checkField('Passed'), false],
          [checkField('Remark'), 'Not checked in time.'],
        ],
      },
    }),
  ],
};

const allPassed: JsonObject = {
  and: { $each: param('checks'), $as: 'check', $do: { var: checkField('Passed') } },
};
const decision = step({
  id: DECIDE,
  title: 'Decide',
  sender: 'authority',
  fields: [
    choice(['decision', 'Decision'], ['granted', 'refused']),
    textArea(['grounds', 'Grounds']),
    { name: 'checksPassed', schema: { type: 'boolean' } },
  ],
  shows: { applicant: ['*'] },
  routes: [
    { ...to('granted', 3), condition: { and: [{ var: 'checksPassed' }, { '==': [{ var: 'decision' }, 'granted'] }] } },
    { ...to('refused'), isDefault: true, description: 'Refused, or a check failed: nothing is issued.' },
  ],
  more: {
    publicRoute: true,
    checkedBy: ['applicant'],
    calculations: { checksPassed: allPassed },
    requiredPriorActions: { $each: param('checks'), $as: 'check', $index: 'i', $do: { $sum: [10, param('i')] } },
    rejectionConfig: { targetActionId: 1, requireReason: true, isTerminal: true },
  },
});

const issue = step({
  id: 3,
  title: 'Issue the licence',
  sender: 'authority',
  fields: [textLine(['licenceNumber', 'Number of the licence'], { maxLength: 64 })],
  shows: { applicant: ['licenceNumber'] },
  routes: [],
  more: {
    credentialIssuanceConfig: {
      credentialType: param('credentialType'),
      claimMappings: [{ claimName: 'licenceNumber', sourceField: '/licenceNumber' }],
      recipientParticipantId: 'applicant',
      expiryDuration: days('licenceDays'),
    },
  },
});

const check: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string', pattern: '^[a-z][a-zA-Z0-9]{0,31}$' },
    name: { type: 'string', minLength: 1, maxLength: 80 },
    sees: {
      type: 'array',
      items: { enum: ['applicantName', 'businessAddress', 'activities', 'businessPlan'] },
      minItems: 1,
      maxItems: 4,
    },
    wallet: { type: 'string', minLength: 1, maxLength: 100 },
  },
  required: ['id', 'name', 'sees'],
  additionalProperties: false,
};

export const licenceApproval: Template = {
  id: 'licence-approval',
  title: 'Licence approval with parallel checks',
  description:
    'An applicant asks for a licence; several offices check at the same time, and the authority decides when all have.',
  category: 'government',
  version: 2,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      licence: { type: 'string', minLength: 3, maxLength: 60 },
      credentialType: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9]{2,63}$' },
      activities: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 60 }, minItems: 1, maxItems: 20 },
      checks: { type: 'array', items: check, minItems: 2, maxItems: 8 },
      checkDays: count('Days that the offices have.', 1, 365),
      licenceDays: count('Days that a licence is valid.', 1, 3650),
    },
    required: ['licence', 'credentialType', 'activities', 'checks', 'checkDays', 'licenceDays'],
  },
  defaults: {
    licence: 'Food business',
    credentialType: 'FoodBusinessLicence',
    activities: ['restaurant', 'catering', 'street sale'],
    checks: [
      { id: 'hygiene', name: 'Hygiene', sees: ['businessAddress', 'activities'] },
      { id: 'fire', name: 'Fire safety', sees: ['businessAddress'] },
    ],
    checkDays: 28,
    licenceDays: 730,
  },
  examples: [
    { name: 'food', description: 'A food business, checked for hygiene and fire safety.', parameters: {} },
    {
      name: 'venue',
      description: 'A venue for events, checked by three offices.',
      parameters: {
        licence: 'Event venue',
        credentialType: 'EventVenueLicence',
        activities: ['concerts', 'fairs'],
        checks: [
          { id: 'police', name: 'Public safety', sees: ['applicantName', 'businessAddress', 'activities'] },
          { id: 'fire', name: 'Fire safety', sees: ['businessAddress', 'activities'] },
          { id: 'noise', name: 'Noise', sees: ['businessAddress'] },
        ],
      },
    },
  ],
  body: {
    language: 2,
    title: { $text: ['Licence: ', param('licence')] },
    description: 'Several offices check an application at the same time, and the authority decides.',
    cancellation: { by: ['opener'] },
    participants: [
      ...parties(ROLES),
      {
        $each: param('checks'),
        $as: 'check',
        $do: { id: param('check.id'), name: param('check.name'), walletAddress: param('check.wallet') },
      },
    ],
    actions: [
      { ...application, disclosures: [...(application.disclosures as readonly JsonObject[]), checkersSee] },
      { $each: param('checks'), $as: 'check', $index: 'i', $do: checkAction },
      decision,
      issue,
    ],
  },
};
