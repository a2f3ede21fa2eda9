// A building permit among four organisations: an application, an assessment whose score decides who else must look at
// it, a fee, and a permit.
import type { JsonObject } from '../../../core/base/json.js';
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
  step,
  textArea,
  textLine,
  textList,
  to,
  whole,
} from '../../../core/design/templates/parts.js';
import type { Template } from '../../../core/design/templates/template.js';

const ROLES = {
  contractor: 'Contractor',
  engineer: 'Structural engineer',
  planner: 'Planning officer',
  environment: 'Environmental officer',
  control: 'Building control',
};

const isUse = (use: string): JsonObject => ({ '==': [read('buildingUse'), use] });

const application = step({
  id: 1,
  title: 'Apply',
  description: 'The contractor describes what is to be built.',
  sender: 'contractor',
  fields: [
    label('What you state here is disclosed field by field: the bank reference stays with you.'),
    textLine(['project', 'Project']),
    choice(['buildingUse', 'Use of the building'], ['residential', 'commercial', 'industrial']),
    whole(['storeys', 'Storeys'], { minimum: 1, maximum: 200 }),
    numeric(['floorArea', 'Floor area in square metres'], { exclusiveMinimum: 0 }),
    numeric(['projectValue', 'Value of the project']),
    textLine(['bankReference', 'Bank reference'], { maxLength: 100 }),
    optional(day(['startDate', 'Planned start'])),
    optional(file(['drawings', 'Drawings'])),
  ],
  shows: {
    engineer: ['project', 'buildingUse', 'storeys', 'floorArea', 'drawings'],
    planner: ['project', 'buildingUse', 'storeys', 'floorArea', 'startDate', 'drawings'],
    environment: ['project', 'floorArea', 'startDate'],
    control: ['project', 'floorArea', 'projectValue'],
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
    optional(calculatedField('baseScore', { type: 'number' })),
    calculatedField('riskScore', { type: 'number' }),
  ],
  shows: { planner: ['*'], environment: ['riskScore'], contractor: ['riskScore'] },
  routes: [to('review', 3)],
  more: {
    calculations: {
      baseScore: { '+': [{ '*': [read('storeys'), 1.5] }, { '/': [read('floorArea'), 500] }] },
      riskScore: {
        '*': [
          read('baseScore'),
          {
            if: [isUse('industrial'), param('factors.industrial'), isUse('commercial'), param('factors.commercial'), 1],
          },
        ],
      },
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
      branchDeadline: days('assessmentDays'),
    },
    { ...to('low-risk', 5), isDefault: true },
  ],
  more: { rejectionConfig: { targetActionId: 1, requireReason: true } },
});

const environment = step({
  id: 4,
  title: 'Assess the environment',
  sender: 'environment',
  fields: [textArea(['mitigation', 'What must be done'])],
  shows: { control: ['mitigation'], contractor: ['mitigation'] },
  routes: [to('to-control', 5)],
  more: { rejectionConfig: { targetActionId: 1, requireReason: true } },
});

const fee = step({
  id: 5,
  title: 'Set the fee',
  sender: 'control',
  fields: [
    textLine(['inspector', 'Inspector']),
    calculatedField('permitFee', { type: 'number', minimum: param('fee.minimum') }),
  ],
  shows: { contractor: ['permitFee'], planner: ['permitFee'] },
  routes: [to('approve', 6)],
  more: {
    calculations: {
      permitFee: {
        max: [
          param('fee.minimum'),
          {
            '+': [
              { '*': [read('projectValue'), param('fee.valueRate')] },
              { '*': [read('floorArea'), param('fee.areaRate')] },
            ],
          },
        ],
      },
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
  version: 1,
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
    title: 'Construction permit',
    description: 'A contractor applies for a permit; engineers, the council and the environment agency decide.',
    participants: parties(ROLES),
    actions: [application, assessment, review, environment, fee, approval],
  },
};
