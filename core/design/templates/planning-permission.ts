// A planning permission with deemed consent: two offices are consulted, a committee decides, and silence of either
// counts as what the law says it does.
import type { Json, JsonObject } from '../../base/json.js';
import { amountGiven, boundParameter, cents } from './amounts.js';
import {
  amount,
  calculatedField,
  checkbox,
  choice,
  count,
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
} from './parts.js';
import type { Template } from './template.js';
import { unlessDoneIn } from './waiting.js';

const ROLES = {
  applicant: 'Applicant',
  officer: 'Planning officer',
  highways: 'Highways authority',
  heritage: 'Heritage office',
  committee: 'Planning committee',
};
/** The offices that are consulted, with the ids of their actions. */
const OFFICES = { highways: 3, heritage: 4 } as const;
type Office = keyof typeof OFFICES;

const application = step({
  id: 1,
  title: 'Apply',
  description: 'The period of the decision runs from here.',
  sender: 'applicant',
  fields: [
    label('When nothing is decided within the period, the permission counts as granted.'),
    textLine(['site', 'Site'], SUBJECT),
    textArea(['proposal', 'What you want to build'], { minLength: 1 }),
    numeric(['floorArea', 'Floor area in square metres'], { exclusiveMinimum: 0 }),
    optional(file(['plans', 'Plans'])),
    amountGiven('applicationFee', { 'x-minimum': boundParameter('fee.minimum') }),
  ],
  shows: {
    officer: ['*'],
    highways: ['site', 'proposal', 'plans'],
    heritage: ['site', 'proposal', 'plans'],
    committee: ['site', 'proposal', 'floorArea', 'plans'],
  },
  routes: [to('validate', 2)],
  more: {
    isStartingAction: true,
    checkedBy: ['officer'],
    calculations: {
      applicationFee: cents({
        max: [{ decimal: param('fee.minimum') }, { '*': [read('floorArea'), { decimal: param('fee.areaRate') }] }],
      }),
    },
  },
});

const validation = step({
  id: 2,
  title: 'Check that it is complete',
  sender: 'officer',
  fields: [textLine(['caseNumber', 'Number of the case'], { maxLength: 64 })],
  shows: { applicant: ['*'], highways: ['*'], heritage: ['*'], committee: ['*'] },
  routes: [to('consult', ...Object.values(OFFICES))],
  more: { rejectionConfig: { targetActionId: 1, requireReason: true } },
});

/** Silence of an office is not an objection. */
const consultation = (office: Office): JsonObject =>
  step({
    id: OFFICES[office],
    title: `Answer as ${ROLES[office].toLowerCase()}`,
    sender: office,
    fields: [
      checkbox([`${office}Objects`, 'We object']),
      textArea([`${office}Remark`, 'What you ask for, or why you object']),
    ],
    shows: { officer: ['*'], applicant: ['*'], committee: ['*'] },
    routes: [to('report', 5)],
    more: {
      timers: [
        unlessDoneIn({
          id: 'silence',
          days: 'consultDays',
          next: [5],
          data: { [`${office}Objects`]: false, [`${office}Remark`]: 'No answer in time.' },
        }),
      ],
    },
  });

const objects = (office: Office): Json => ({ if: [read(`${office}Objects`), 1, 0] });
const report = step({
  id: 5,
  title: 'Report to the committee',
  sender: 'officer',
  fields: [
    choice(['recommendation', 'Recommendation'], ['grant', 'refuse']),
    textArea(['reportText', 'Report'], { minLength: 1 }),
    calculatedField('objections', { type: 'integer', minimum: 0 }),
  ],
  shows: { committee: ['*'], applicant: ['recommendation', 'objections'] },
  routes: [to('decide', 6)],
  more: {
    checkedBy: ['applicant', 'committee'],
    calculations: { objections: { '+': [objects('highways'), objects('heritage')] } },
    requiredPriorActions: Object.values(OFFICES),
  },
});

const decision = step({
  id: 6,
  title: 'Decide',
  sender: 'committee',
  fields: [
    choice(['decision', 'Decision'], ['granted', 'refused']),
    textList(['conditions', 'Conditions'], 50),
    textArea(['grounds', 'Grounds'], { minLength: 1 }),
  ],
  shows: {
    applicant: ['*'],
    officer: ['*'],
    highways: ['decision', 'conditions'],
    heritage: ['decision', 'conditions'],
  },
  routes: [
    { ...to('granted', 7), condition: { '==': [read('decision'), 'granted'] } },
    { ...to('refused'), isDefault: true },
  ],
  more: {
    checkedBy: ['applicant'],
    // The officer who reports does not decide.
    notSameAs: [5],
    timers: [
      unlessDoneIn({
        id: 'deemed-consent',
        days: 'decisionDays',
        from: 'start',
        next: [7],
        data: {
          decision: 'granted',
          conditions: [],
          grounds: 'Deemed granted: nothing was decided within the period.',
        },
      }),
    ],
  },
});

const notice = step({
  id: 7,
  title: 'Issue the notice',
  sender: 'officer',
  fields: [
    textLine(['noticeNumber', 'Number of the notice'], { maxLength: 64 }),
    calculatedField('beginBy', { type: 'string', format: 'date' }),
  ],
  shows: { applicant: ['*'], highways: ['noticeNumber'], heritage: ['noticeNumber'], committee: ['noticeNumber'] },
  routes: [],
  more: {
    checkedBy: ['applicant'],
    // Counted from the decision, or from the end of the period in which none came.
    calculations: {
      beginBy: { dateAdd: [{ dateOf: [read('time.previous'), 'UTC'] }, { months: param('validMonths') }] },
    },
  },
});

export const planningPermission: Template = {
  id: 'planning-permission',
  title: 'Planning permission with deemed consent',
  description:
    'An applicant asks to build; offices are consulted, a committee decides, and a permission counts as granted when nothing is decided in time.',
  category: 'government',
  version: 1,
  parameterSchema: {
    type: 'object',
    properties: {
      ...partyParameters(ROLES),
      consultDays: count('Days in which an office answers. After them its silence is not an objection.', 1, 365),
      decisionDays: count('Days from the application in which the committee decides.', 1, 730),
      validMonths: count('Months in which works have to begin.', 1, 120),
      fee: {
        type: 'object',
        description: 'The fee: a price of the area, at least the minimum.',
        properties: { minimum: amount('The least fee.'), areaRate: amount('Price of a square metre.') },
        required: ['minimum', 'areaRate'],
        additionalProperties: false,
      },
    },
    required: ['consultDays', 'decisionDays', 'validMonths', 'fee'],
  },
  defaults: { consultDays: 21, decisionDays: 56, validMonths: 36, fee: { minimum: 120, areaRate: 2.5 } },
  examples: [
    { name: 'eight-weeks', description: 'Three weeks to answer, eight to decide.', parameters: {} },
    {
      name: 'major-works',
      description: 'Works of some size: thirteen weeks, and a higher fee.',
      parameters: { consultDays: 28, decisionDays: 91, fee: { minimum: 900 } },
    },
  ],
  body: {
    language: 2,
    title: 'Planning permission',
    description: 'Offices are consulted and a committee decides. Without a decision in time the permission is granted.',
    cancellation: { by: ['opener'] },
    participants: parties(ROLES),
    actions: [application, validation, consultation('highways'), consultation('heritage'), report, decision, notice],
  },
};
