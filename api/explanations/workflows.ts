// Errors of blueprints, templates, rehearsals, instances and rules, explained.
import type { WORKFLOW_CODES } from '../../core/base/codes/workflows.js';
import type { Explanation } from './explanation.js';

export const WORKFLOWS = {
  BLUEPRINT_NOT_FOUND: ['You see no draft and no publication of this id.', 'See quorate blueprint list.'],
  BLUEPRINT_EXISTS: [
    'The organisation has a draft of this id, deleted ones among them.',
    'Change that draft, recover it (quorate blueprint recover), or take another id.',
  ],
  BLUEPRINT_CHANGED: [
    'The draft changed since it was read.',
    'Read it again, compare (quorate blueprint diff), and send If-Match of the new version.',
  ],
  BLUEPRINT_INVALID: [
    'The blueprint breaks a rule of its form; `path` points into it.',
    'Run quorate blueprint validate; docs/findings.md explains each finding.',
  ],
  BLUEPRINTS_FULL: ['The organisation has as many drafts as it may.', 'Delete one: quorate blueprint delete.'],
  BLUEPRINT_TOO_COSTLY: [
    'The check or the rules of the blueprint take more time or memory than one may.',
    'Make rules, schemas or the number of branches simpler.',
  ],
  VERSION_AMBIGUOUS: ['Several registers have a publication of this version.', 'Name the register.'],
  REHEARSAL_REQUIRED: [
    'The definition, as it behaves now, was not walked through to a pass.',
    'Rehearse it: quorate blueprint rehearse, by its scenarios where actions wait for a time (--scenarios).',
  ],
  REHEARSAL_NOT_FOUND: ['The organisation has no such rehearsal.', 'See quorate blueprint rehearsals.'],
  REHEARSAL_MODE_UNSUPPORTED: [
    'The node runs the mode full alone.',
    'Send mode full; quorate blueprint try serves for the rest. Scenarios have an operation of their own (rehearsals/scenarios).',
  ],
  REHEARSAL_BLOCKED: ['The draft has errors.', 'Run quorate blueprint validate first.'],
  REHEARSAL_ROLE_UNKNOWN: ['The rehearsal has no such role.', 'The message lists the roles.'],
  REHEARSAL_STEP_REFUSED: [
    'The step cannot be done in the present state of the rehearsal.',
    'Follow the message; every reason is listed.',
  ],
  REHEARSALS_FULL: [
    'As many rehearsals are under way as may be.',
    'Finish or discard one: quorate blueprint rehearsals.',
  ],
  SANDBOX_UNAVAILABLE: ['The register that the organisation rehearses on is not ready.', 'Ask again in some seconds.'],
  ENGINE_BUSY: [
    'The thread that compiles and runs blueprints of others has a full queue.',
    'Ask again after Retry-After seconds.',
  ],
  INSTANCE_NOT_FOUND: ['No such instance exists, or it is not yours to see.', 'See quorate instance list.'],
  INSTANCE_TOO_LONG: [
    'The instance has more transactions than are read at once.',
    'Read its transactions by page: quorate query blueprint.',
  ],
  INSTANCE_PIN_MISMATCH: [
    'The instance follows another definition than the request names.',
    'Leave the pin out, or take that of quorate instance show.',
  ],
  FACT_VIOLATED: [
    'A party stated, kept back or calculated something otherwise than its definition lets it, so that is left out.',
    'Object to it (quorate instance object), reject it, or accept it by name (quorate action submit INSTANCE --accept-suspect TXID).',
  ],
  FACT_UNDELIVERED: [
    'A rule or a confirmation rests on a run that was not delivered to this wallet.',
    'Claim an open role first (quorate action claim); wait for its delivery (quorate instance owed), challenge it (quorate instance challenge), or accept it by name.',
  ],
  OPERATION_NOT_FOUND: ['There is no such operation, or it ended more than a day ago.', 'See quorate operation list.'],
  OPERATIONS_FULL: [
    'The wallet, the organisation or the node has as many operations waiting as may be.',
    'Wait for one of them to end: quorate operation watch.',
  ],
  LOGIC_ABSENT: [
    'A rule reads a value that is not there and has no default.',
    'Give the value, or state a default in the rule.',
  ],
  LOGIC_CURRENCY: [
    'A rule mixes currencies, or reads one that the definition does not name.',
    'Convert by a rate of yours, and name each under currencies.',
  ],
  LOGIC_INVALID: [
    'A rule has no value for this data, or calculations wait for each other.',
    'Follow the message; try it with quorate blueprint try.',
  ],
  LOGIC_LIMIT: [
    'A rule is larger than one may be, or takes too many steps on this data.',
    'Make it simpler, or send less.',
  ],
  LOGIC_RANGE: ['The result lies outside of what numbers, dates or durations may be.', 'Follow the message.'],
  LOGIC_TABLE: [
    'No row, or more than one, of a decision table meets the values.',
    'Add a row, make rows exclude one another, or state what follows otherwise.',
  ],
  LOGIC_TYPE: [
    'An operator takes a value of another type.',
    'Follow the message; docs/language.md lists the operators.',
  ],
  SCENARIO_INVALID: ['The file of scenarios has not its form.', 'Compare with docs/scenarios.md.'],
  TEMPLATE_INVALID: ['The template makes no good blueprint; `path` points into it.', 'Correct the template.'],
  TEMPLATE_LIMIT: ['The template makes more members or bytes than it may.', 'Make its lists shorter.'],
  TEMPLATE_PARAMETER_INVALID: [
    'A parameter is missing, unknown, or not of its form.',
    'See quorate blueprint template for what it asks.',
  ],
  TEMPLATE_NOT_FOUND: ['There is no such template.', 'See quorate blueprint templates.'],
  TEMPLATE_EXISTS: ['There is a template of this id.', 'Take another id.'],
  TEMPLATES_FULL: ['The organisation has as many templates as it may.', 'Delete one.'],
} as const satisfies Readonly<Record<(typeof WORKFLOW_CODES)[number], Explanation>>;
