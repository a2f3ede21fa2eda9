// A building permit among four organisations: an application, an assessment whose score decides who else must look at
// it, a fee, and a permit.
import type { JsonObject } from '../../base/json.js';
import { amountGiven, amountOf, boundParameter, cents } from './amounts.js';
import {
  amount,
  calculatedField,
  choice,
  count,
  day,
  days,
  file,
  label,
  numeric,
  optional,
  param,
  parties,
  partyParameters,
  read,
  SUBJECT,
  step,
  textArea,
  textLine,
  textList,
  to,
  whole,
} from './parts.js';
import type { Template } from './template.js';
import { unlessDoneIn } from './waiting.js';

const ROLES = {
  contractor: 'Contractor',
  engineer: 'Structural engineer',
  planner: 'Planning officer',
  environment: 'Environmental officer',
  control: 'Building control',
};

const factor = (use: string): JsonObject => ({ decimal: param(`factors.${use}`) });
const isUse = (use: string): JsonObject => ({ '==': [read('buildingUse'), use] });

const SCORE: JsonObject = { type: 'string', format: 'decimal', 'x-scale': 2 };

const application = step({
  id: 1,
  title: 'Apply',
  description: 'The contractor describes what is to be built.',
  sender: 'contractor',
  fields: [
    label('Data that you state here is disclosed field by field: the bank reference goes to building control alone.'),
    textLine(['project', 'Project'], SUBJECT),
    choice(['buildingUse', 'Use of the building'], ['residential', 'commercial', 'industrial']),
    whole(['storeys', 'Storeys'], { minimum: 1, maximum: 200 }),
    numeric(['floorArea', 'Floor area in square metres'], { exclusiveMinimum: 0 }),
    amountOf(['projectValue', 'Value of the project']),
    textLine(['bankReference', 'Bank reference'], { maxLength: 100 }),
    optional(day(['startDate', 'Planned start'])),
    optional(file(['drawings', 'Drawings'])),
  ],
  shows: {
    engineer: ['project', 'buildingUse', 'storeys', 'floorArea', 'drawings'],
    planner: ['project', 'buildingUse', 'storeys', 'floorArea', 'startDate', 'drawings'],
    environment: ['project', 'floorArea', 'startDate'],
    control: ['project', 'floorArea', 'projectValue', 'bankReference'],
  },
  routes: [to('assess', 2)],
  more: { isStartingAction: true },
});

const assessment = step({
  id: 2,
  title: 'Assess the structure',
  description: 'The score grows with storeys and area, and with how the building is used.',
  sender: 'engineer',
  fields: [
    textArea(['structuralNotes', 'Notes on the structure']),
    calculatedField('baseScore', SCORE),
    calculatedField('riskScore', SCORE),
  ],
  shows: { planner: ['*'], environment: ['riskScore'], contractor: ['riskScore'] },
  routes: [to('review', 3)],
  more: {
    checkedBy: ['planner'],
    calculations: {
      baseScore: cents({ '+': [{ '*': [read('storeys'), 1.5] }, { div: [read('floorArea'), 500, 2, 'half-even'] }] }),
      riskScore: cents({
        '*': [
          read('baseScore'),
          {
            if: [
              isUse('industrial'),
              factor('industrial'),
              isUse('commercial'),
              factor('commercial'),
              { decimal: '1' },
            ],
          },
        ],
      }),
    },
  },
});

const review = step({
  id: 3,
  title: 'Review the plan',
  sender: 'planner',
  fields: [textList(['planningConditions', 'Conditions'], 50)],
  shows: {
    contractor: ['planningConditions'],
    environment: ['planningConditions'],
    control: ['planningConditions'],
  },
  routes: [
    {
      ...to('high-risk', 4),
      description: 'A risky building is looked at by the environment agency.',
      condition: { '>=': [read('riskScore'), param('riskThreshold')] },
    },
    { ...to('low-risk', 5), isDefault: true },
  ],
  // Building control learns whether the agency was asked, and not the score.
  more: { rejectionConfig: { targetActionId: 1, requireReason: true }, publicRoute: true },
});

const environment = step({
  id: 4,
  title: 'Assess the environment',
  sender: 'environment',
  fields: [textArea(['mitigation', 'What must be done'])],
  shows: { control: ['mitigation'], contractor: ['mitigation'] },
  routes: [to('to-control', 5)],
  more: {
    rejectionConfig: { targetActionId: 1, requireReason: true },
    // An agency that says nothing asks for nothing.
    timers: [
      unlessDoneIn({
        id: 'silence',
        days: 'assessmentDays',
        next: [5],
        data: { mitigation: 'The agency stated nothing in time.' },
      }),
    ],
  },
});

const fee = step({
  id: 5,
  title: 'Set the fee',
  sender: 'control',
  fields: [
    textLine(['inspector', 'Inspector']),
    amountGiven('permitFee', { 'x-minimum': boundParameter('fee.minimum') }),
  ],
  shows: { contractor: ['*'], planner: ['permitFee'] },
  routes: [to('approve', 6)],
  more: {
    checkedBy: ['contractor'],
    calculations: {
      permitFee: cents({
        max: [
          { decimal: param('fee.minimum') },
          {
            '+': [
              { '*': [read('projectValue'), { decimal: param('fee.valueRate') }] },
              { '*': [read('floorArea'), param('fee.areaRate')] },
            ],
          },
        ],
      }),
    },
  },
});

const approval = step({
  id: 6,
  title: 'Approve',
  sender: 'planner',
  fields: [textLine(['permitNumber', 'Number of the permit'], { pattern: '^BP-[0-9]{4}-[0-9]{4}$' })],
  shows: { contractor: ['permitNumber'] },
  routes: [],
  more: {
    credentialIssuanceConfig: {
      credentialType: 'BuildingPermitCredential',
      claimMappings: [{ claimName: 'permitNumber', sourceField: '/permitNumber' }],
      recipientParticipantId: 'contractor',
      expiryDuration: days('permitDays'),
    },
  },
});

export const constructionPermit: Template = {
  id: 'construction-permit',
  title: 'Construction permit',
  description:
    'A contractor applies for a permit; engineers, the council and the environment agency decide, each on what it needs to know.',
  category: 'government',
  version: 2,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      riskThreshold: amount('Score from which the environment agency assesses.'),
      assessmentDays: count('Days that the agency has.', 1, 365),
      permitDays: count('Days that a permit is valid.', 1, 3650),
      factors: {
        type: 'object',
        description: 'The factor of the score, by use of the building.',
        properties: { industrial: amount('Industrial.', 1, 10), commercial: amount('Commercial.', 1, 10) },
        required: ['industrial', 'commercial'],
        additionalProperties: false,
      },
      fee: {
        type: 'object',
        description: 'The fee: a share of the value and a price of the area, at least the minimum.',
        properties: {
          minimum: amount('The least fee.'),
          valueRate: amount('Share of the value.', 0, 1),
          areaRate: amount('Price of a square metre.'),
        },
        required: ['minimum', 'valueRate', 'areaRate'],
        additionalProperties: false,
      },
    },
    required: ['riskThreshold', 'assessmentDays', 'permitDays', 'factors', 'fee'],
  },
  defaults: {
    organisations: {
      contractor: 'Brightwall Construction',
      engineer: 'Keystone Engineers',
      planner: 'Town council',
      environment: 'Environment agency',
      control: 'Town council',
    },
    riskThreshold: 7,
    assessmentDays: 30,
    permitDays: 1095,
    factors: { industrial: 1.5, commercial: 1.2 },
    fee: { minimum: 250, valueRate: 0.002, areaRate: 1.5 },
  },
  examples: [
    { name: 'town', description: 'A town of some size, with the usual rates.', parameters: {} },
    {
      name: 'protected-area',
      description: 'The agency looks at nearly everything, and has more time for it.',
      parameters: { riskThreshold: 3, assessmentDays: 90, fee: { minimum: 500 } },
    },
  ],
  body: {
    language: 2,
    title: 'Construction permit',
    description: 'A contractor applies for a permit; engineers, the council and the environment agency decide.',
    cancellation: { by: ['opener'] },
    participants: parties(ROLES),
    actions: [application, assessment, review, environment, fee, approval],
  },
};
