// Medical equipment that is repaired instead of replaced: a hospital, a workshop, and a regulator that looks at what
// could hurt.

import { amountGiven, amountOf, cents } from './amounts.js';
import {
  amount,
  calculatedField,
  checkbox,
  choice,
  count,
  days,
  file,
  label,
  moment,
  numeric,
  optional,
  param,
  parties,
  partyParameters,
  read,
  SUBJECT,
  selection,
  shownIf,
  step,
  textArea,
  textLine,
  textList,
  to,
} from './parts.js';
import type { Template } from './template.js';

const ROLES = {
  technician: 'Biomedical technician',
  department: 'Head of department',
  workshop: 'Refurbishment workshop',
  regulator: 'Device regulator',
};

const request = step({
  id: 1,
  title: 'Request',
  sender: 'technician',
  fields: [
    textLine(['serialNumber', 'Serial number'], { maxLength: 64, ...SUBJECT }),
    choice(['deviceClass', 'Class of the device'], ['I', 'IIa', 'IIb', 'III']),
    checkbox(['safetyFailure', 'It failed in a way that can hurt']),
    shownIf(optional(textArea(['incident', 'What happened'])), 'safetyFailure', { const: true }),
    textArea(['fault', 'Fault'], { maxLength: 2000 }),
    textLine(['ward', 'Ward'], { minLength: 0, maxLength: 100 }),
    optional(selection(['accessories', 'What comes with it'], ['cable', 'battery', 'sensor', 'stand', 'manual'])),
  ],
  shows: {
    department: ['*'],
    workshop: ['serialNumber', 'deviceClass', 'safetyFailure', 'fault', 'accessories'],
    regulator: ['serialNumber', 'deviceClass', 'safetyFailure', 'incident'],
  },
  routes: [to('approve', 2)],
  more: { isStartingAction: true },
});

const approval = step({
  id: 2,
  title: 'Approve in the department',
  sender: 'department',
  fields: [textLine(['costCentre', 'Cost centre']), amountOf(['budget', 'Budget'])],
  shows: { technician: ['*'], workshop: ['costCentre'] },
  routes: [to('quote', 3)],
  more: { rejectionConfig: { targetActionId: 1 } },
});

const quote = step({
  id: 3,
  title: 'Quote',
  sender: 'workshop',
  fields: [
    amountOf(['partsCost', 'Cost of parts']),
    numeric(['labourHours', 'Hours of work'], { maximum: 500 }),
    amountGiven('estimatedCost'),
    calculatedField('riskCategory', { enum: ['safety-critical', 'standard'] }),
  ],
  shows: {
    department: ['partsCost', 'labourHours', 'estimatedCost', 'riskCategory'],
    technician: ['riskCategory'],
    regulator: ['riskCategory'],
  },
  routes: [
    { ...to('critical', 4), condition: { '==': [read('riskCategory'), 'safety-critical'] } },
    { ...to('standard', 5), isDefault: true },
  ],
  more: {
    checkedBy: ['department'],
    calculations: {
      estimatedCost: cents({ '+': [read('partsCost'), { '*': [read('labourHours'), param('hourlyRate')] }] }),
      riskCategory: {
        if: [
          {
            or: [
              { in: [read('deviceClass'), param('criticalClasses')] },
              { and: [{ in: [read('deviceClass'), ['IIa', 'IIb']] }, read('safetyFailure')] },
            ],
          },
          'safety-critical',
          'standard',
        ],
      },
    },
  },
});

const regulatory = step({
  id: 4,
  title: 'Review the risk',
  sender: 'regulator',
  fields: [label('Only what could hurt somebody comes to you.'), textList(['conditions', 'Conditions'], 20)],
  shows: { workshop: ['conditions'] },
  routes: [to('repair', 5)],
  more: { rejectionConfig: { targetActionId: 1 } },
});

const certificate = step({
  id: 5,
  title: 'Complete and certify',
  sender: 'workshop',
  fields: [
    textArea(['testReport', 'Test report'], { minLength: 1 }),
    checkbox(['passed', 'Every test was passed'], { const: true }),
    optional(moment(['testedAt', 'Tested at'])),
    optional(file(['reportFile', 'Report as a file'])),
  ],
  shows: { technician: ['*'], department: ['passed', 'testedAt'] },
  routes: [],
  more: {
    credentialIssuanceConfig: {
      credentialType: 'RefurbishmentCertificateCredential',
      claimMappings: [{ claimName: 'testReport', sourceField: '/testReport' }],
      recipientParticipantId: 'technician',
      expiryDuration: days('certificateDays'),
    },
  },
});

export const equipmentRefurbishment: Template = {
  id: 'equipment-refurbishment',
  title: 'Medical equipment refurbishment',
  description:
    'A hospital has a device refurbished and certified; what is critical for safety passes the regulator first.',
  category: 'health',
  version: 2,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      hourlyRate: amount('Price of an hour of work.'),
      certificateDays: count('Days that a certificate is valid.', 1, 3650),
      criticalClasses: {
        type: 'array',
        items: { enum: ['I', 'IIa', 'IIb', 'III'] },
        minItems: 1,
        maxItems: 4,
        description: 'Classes that always pass the regulator.',
      },
    },
    required: ['hourlyRate', 'certificateDays', 'criticalClasses'],
  },
  defaults: {
    organisations: { technician: 'Hospital', department: 'Hospital', workshop: 'Workshop', regulator: 'Regulator' },
    hourlyRate: 85,
    certificateDays: 365,
    criticalClasses: ['III'],
  },
  examples: [
    { name: 'hospital', description: 'A single hospital and its workshop.', parameters: {} },
    {
      name: 'intensive-care',
      description:
        'Devices that keep patients alive: two classes always pass the regulator, and certificates are short.',
      parameters: { criticalClasses: ['IIb', 'III'], certificateDays: 180, hourlyRate: 110 },
    },
  ],
  body: {
    language: 2,
    title: 'Medical equipment refurbishment',
    description: 'A hospital has a device refurbished; what is critical for safety passes the regulator first.',
    cancellation: { by: ['opener', 'department'] },
    participants: parties(ROLES),
    actions: [request, approval, quote, regulatory, certificate],
  },
};
