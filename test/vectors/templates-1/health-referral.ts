// A patient who is sent to a specialist: the practice refers, the clinic accepts or sends back, the insurer covers, and
// the report goes to who treats.
import type { JsonObject } from '../../../core/base/json.js';
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
  selection,
  shownIf,
  step,
  textArea,
  textLine,
  to,
} from '../../../core/design/templates/parts.js';
import type { Template } from '../../../core/design/templates/template.js';

const ROLES = { practice: 'Referring practice', clinic: 'Specialist clinic', insurer: 'Insurer' };

const refer = step({
  id: 1,
  title: 'Refer',
  sender: 'practice',
  fields: [
    label('The diagnosis goes to the clinic only. The insurer sees who is covered, and for what kind of treatment.'),
    textLine(['patientReference', 'Patient']),
    textLine(['insuranceNumber', 'Insurance number']),
    choice(['specialty', 'Specialty'], param('specialties')),
    choice(['urgency', 'Urgency'], ['routine', 'urgent']),
    textArea(['diagnosis', 'Diagnosis and findings'], { minLength: 1 }),
    optional(selection(['allergies', 'Allergies'], ['penicillin', 'latex', 'contrast agent', 'nuts'])),
    optional(file(['findings', 'Findings as a file'])),
  ],
  shows: {
    clinic: ['*'],
    insurer: ['insuranceNumber', 'specialty', 'urgency'],
  },
  routes: [{ ...to('accept', 2), branchDeadline: days('answerDays') }],
  more: { isStartingAction: true },
});

const accept = step({
  id: 2,
  title: 'Accept the patient',
  sender: 'clinic',
  fields: [moment(['appointment', 'Appointment']), numeric(['estimatedCost', 'Estimated cost'])],
  shows: { practice: ['appointment'], insurer: ['estimatedCost'] },
  routes: [
    {
      ...to('cover', 3),
      condition: {
        and: [{ '>': [read('estimatedCost'), param('coverFrom')] }, { '!=': [read('urgency'), 'urgent'] }],
      },
    },
    { ...to('treat', 4), isDefault: true },
  ],
  more: { rejectionConfig: { targetActionId: 1, requireReason: true } },
});

const cover = step({
  id: 3,
  title: 'Cover the cost',
  sender: 'insurer',
  fields: [checkbox(['covered', 'The cost is covered']), calculatedField('patientShare', { type: 'number' })],
  shows: { clinic: ['covered', 'patientShare'], practice: ['covered'] },
  routes: [
    { ...to('treat', 4), condition: read('covered') },
    { ...to('not-covered'), isDefault: true },
  ],
  more: {
    calculations: {
      patientShare: {
        if: [read('covered'), { '*': [read('estimatedCost'), param('patientRate')] }, read('estimatedCost')],
      },
    },
  },
});

const followUp: JsonObject = { const: true };
const report = step({
  id: 4,
  title: 'Report',
  sender: 'clinic',
  fields: [
    textArea(['report', 'Report'], { minLength: 1 }),
    numeric(['billed', 'Billed']),
    checkbox(['followUpNeeded', 'The patient needs to come again']),
    shownIf(optional(moment(['followUp', 'Next appointment'])), 'followUpNeeded', followUp),
  ],
  shows: { practice: ['report', 'followUpNeeded', 'followUp'], insurer: ['billed'] },
  routes: [],
});

export const healthReferral: Template = {
  id: 'health-referral',
  title: 'Referral to a specialist',
  description:
    'A practice refers a patient; the clinic accepts, the insurer covers what is costly, and the report comes back.',
  category: 'health',
  version: 1,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      specialties: { type: 'array', items: { type: 'string', minLength: 1, maxLength: 60 }, minItems: 1, maxItems: 30 },
      answerDays: count('Days in which the clinic answers.', 1, 90),
      coverFrom: amount('Cost beyond which the insurer is asked first.'),
      patientRate: amount('Share that a covered patient pays.', 0, 1),
    },
    required: ['specialties', 'answerDays', 'coverFrom', 'patientRate'],
  },
  defaults: {
    specialties: ['cardiology', 'dermatology', 'orthopaedics'],
    answerDays: 14,
    coverFrom: 500,
    patientRate: 0.1,
  },
  examples: [
    { name: 'general', description: 'A practice and a clinic of three specialties.', parameters: {} },
    {
      name: 'heart-centre',
      description: 'A single specialty, answered quickly, covered in full.',
      parameters: { specialties: ['cardiology'], answerDays: 3, patientRate: 0 },
    },
  ],
  body: {
    title: 'Referral to a specialist',
    description: 'A practice refers a patient, and the report of the clinic comes back.',
    participants: parties(ROLES),
    actions: [refer, accept, cover, report],
  },
};
