// Codes of issues about blueprints, rehearsals, instances and rules.
import { bad, conflict, missing, unavailable, unprocessable } from './code-row.js';

export const WORKFLOW_CODES = {
  BLUEPRINT_NOT_FOUND: missing(
    'There is no such blueprint',
    'You see no draft and no publication of this id.',
    'See quorate blueprint list.',
  ),
  BLUEPRINT_EXISTS: conflict(
    'There is a blueprint of this id',
    'The organisation has a draft of this id, deleted ones among them.',
    'Change that draft, recover it (quorate blueprint recover), or take another id.',
  ),
  BLUEPRINT_CHANGED: {
    status: 412,
    title: 'The blueprint changed since it was read',
    cause: 'The draft changed since it was read.',
    remedy: 'Read it again, compare (quorate blueprint diff), and send If-Match of the new version.',
  },
  BLUEPRINT_INVALID: bad(
    'The blueprint cannot be published as it is',
    'The blueprint breaks a rule of its form; `path` points into it.',
    'Run quorate blueprint validate; docs/findings.md explains each finding.',
  ),
  BLUEPRINTS_FULL: conflict(
    'The organisation has as many blueprints as it may',
    'The organisation has as many drafts as it may.',
    'Delete one: quorate blueprint delete.',
  ),
  BLUEPRINT_TOO_COSTLY: unprocessable(
    'The blueprint takes more time or memory than it may',
    'The check or the rules of the blueprint take more time or memory than one may.',
    'Make rules, schemas or the number of branches simpler.',
  ),
  VERSION_AMBIGUOUS: bad(
    'Several registers have this version',
    'Several registers have a publication of this version.',
    'Name the register.',
  ),
  REHEARSAL_REQUIRED: conflict(
    'The definition was not rehearsed',
    'The definition, as it behaves now, was not walked through to a pass.',
    'Rehearse it: quorate blueprint rehearse, by its scenarios where actions wait for a time (--scenarios).',
  ),
  REHEARSAL_NOT_FOUND: missing(
    'There is no such rehearsal',
    'The organisation has no such rehearsal.',
    'See quorate blueprint rehearsals.',
  ),
  REHEARSAL_MODE_UNSUPPORTED: unprocessable(
    'There is no such way of rehearsing',
    'The node runs the mode full alone.',
    'Send mode full; quorate blueprint try serves for the rest. Scenarios have an operation of their own (rehearsals/scenarios).',
  ),
  REHEARSAL_BLOCKED: conflict(
    'The blueprint has errors and cannot be rehearsed',
    'The draft has errors.',
    'Run quorate blueprint validate first.',
  ),
  REHEARSAL_ROLE_UNKNOWN: unprocessable(
    'The role is not a participant',
    'The rehearsal has no such role.',
    'The message lists the roles.',
  ),
  REHEARSAL_STEP_REFUSED: unprocessable(
    'The step is refused',
    'The step cannot be done in the present state of the rehearsal.',
    'Follow the message; every reason is listed.',
  ),
  REHEARSALS_FULL: conflict(
    'Too many rehearsals are under way',
    'As many rehearsals are under way as may be.',
    'Finish or discard one: quorate blueprint rehearsals.',
  ),
  SANDBOX_UNAVAILABLE: unavailable(
    'The sandbox register is not ready',
    'The register that the organisation rehearses on is not ready.',
    'Ask again in some seconds.',
    5,
  ),
  ENGINE_BUSY: unavailable(
    'The engine is busy',
    'The thread that compiles and runs blueprints of others has a full queue.',
    'Ask again after Retry-After seconds.',
    2,
  ),
  INSTANCE_NOT_FOUND: missing(
    'There is no such instance',
    'No such instance exists, or it is not yours to see.',
    'See quorate instance list.',
  ),
  INSTANCE_TOO_LONG: unprocessable(
    'The instance is longer than it may be',
    'The instance has more transactions than are read at once.',
    'Read its transactions by page: quorate query blueprint.',
  ),
  INSTANCE_PIN_MISMATCH: conflict(
    'The instance follows another definition',
    'The instance follows another definition than the request names.',
    'Leave the pin out, or take that of quorate instance show.',
  ),
  FACT_VIOLATED: conflict(
    'Something that was disclosed is suspect',
    'A party stated, kept back or calculated something otherwise than its definition lets it, so that is left out.',
    'Object to it (quorate instance object), reject it, or accept it by name (quorate action submit INSTANCE --accept-suspect TXID).',
  ),
  FACT_UNDELIVERED: conflict(
    'Something that had to be disclosed was not',
    'A rule or a confirmation rests on a run that was not delivered to this wallet.',
    'Claim an open role first (quorate action claim); wait for its delivery (quorate instance owed), challenge it (quorate instance challenge), or accept it by name.',
  ),
  OPERATION_NOT_FOUND: missing(
    'There is no such operation',
    'There is no such operation, or it ended more than a day ago.',
    'See quorate operation list.',
  ),
  OPERATIONS_FULL: unavailable(
    'Too many operations wait',
    'The wallet, the organisation or the node has as many operations waiting as may be.',
    'Wait for one of them to end: quorate operation watch.',
    5,
  ),
  LOGIC_ABSENT: unprocessable(
    'A rule of the blueprint reads what is not there',
    'A rule reads a value that is not there and has no default.',
    'Give the value, or state a default in the rule.',
  ),
  LOGIC_CURRENCY: unprocessable(
    'A rule of the blueprint mixes currencies',
    'A rule mixes currencies, or reads one that the definition does not name.',
    'Convert by a rate of yours, and name each under currencies.',
  ),
  LOGIC_INVALID: unprocessable(
    'A rule of the blueprint has no value for this data',
    'A rule has no value for this data, or calculations wait for each other.',
    'Follow the message; try it with quorate blueprint try.',
  ),
  LOGIC_LIMIT: unprocessable(
    'A rule of the blueprint costs too much',
    'A rule is larger than one may be, or takes too many steps on this data.',
    'Make it simpler, or send less.',
  ),
  LOGIC_RANGE: unprocessable(
    'A rule of the blueprint has no result in range for these values',
    'The result lies outside of what numbers, dates or durations may be.',
    'Follow the message.',
  ),
  LOGIC_TABLE: unprocessable(
    'A decision table of the blueprint has not the one row that is needed',
    'No row, or more than one, of a decision table meets the values.',
    'Add a row, make rows exclude one another, or state what follows otherwise.',
  ),
  LOGIC_TYPE: unprocessable(
    'A rule of the blueprint reads a value of another type than it takes',
    'An operator takes a value of another type.',
    'Follow the message; docs/language.md lists the operators.',
  ),
  SCENARIO_INVALID: unprocessable(
    'The scenarios are not of their form',
    'The file of scenarios has not its form.',
    'Compare with docs/scenarios.md.',
  ),
  TEMPLATE_INVALID: unprocessable(
    'The template does not make a good blueprint',
    'The template makes no good blueprint; `path` points into it.',
    'Correct the template.',
  ),
  TEMPLATE_LIMIT: unprocessable(
    'The template makes more than it may',
    'The template makes more members or bytes than it may.',
    'Make its lists shorter.',
  ),
  TEMPLATE_PARAMETER_INVALID: bad(
    'A parameter of the template is not what it must be',
    'A parameter is missing, unknown, or not of its form.',
    'See quorate blueprint template for what it asks.',
  ),
  TEMPLATE_NOT_FOUND: missing(
    'There is no such template',
    'There is no such template.',
    'See quorate blueprint templates.',
  ),
  TEMPLATE_EXISTS: conflict('There is a template of this id', 'There is a template of this id.', 'Take another id.'),
  SCHEMA_INVALID: unprocessable(
    'The schema cannot be one of a blueprint',
    'The schema is not of the part of JSON Schema that blueprints take: it refers to other documents or to itself, or passes a bound.',
    'The message says which rule. Leave the keyword out, or write the part that is referred to in its place (core/schema/README.md).',
  ),
  SCHEMA_NOT_FOUND: missing(
    'There is no such schema',
    'Neither the program nor the organisation has a schema of this id, and none of this id is published on the node.',
    'See which there are with quorate schema list.',
  ),
  SCHEMAS_FULL: conflict(
    'There are as many schemas as may be kept',
    'The organisation has as many schemas as it may, or it or the node as many that are published.',
    'Delete one that is not used any more: blueprints have copies and lose nothing.',
  ),
  SCHEMA_CATALOGUE_INVALID: unprocessable(
    'The document is not a catalogue of schemas',
    'The document is not of the form of SchemaStore, names no schema that could be fetched, or names too many.',
    'Take a document such as {"schemas": [{"name": "...", "description": "...", "url": "https://..."}]}.',
  ),
  SCHEMA_CATALOGUE_UNAVAILABLE: missing(
    'There is no catalogue of schemas',
    'Neither the organisation nor the platform has taken a catalogue of schemas of others.',
    'An administrator takes one: quorate schema take-catalogue.',
  ),
  LANGUAGE_PART_NOT_FOUND: missing(
    'The language has no such part',
    'A blueprint has no member of this name, and there is no edit of it.',
    'Ask for a member by the way to it, such as actions.routes, or for an edit, such as add_route.',
  ),
  EDIT_INVALID: bad(
    'The edit does not have its form',
    'There is no edit of this name, or a member of its input is missing, unknown, or not of its form; `path` names it.',
    'Compare with docs/designing.md, or with quorate design --list.',
  ),
  EDIT_REFUSED: unprocessable(
    'The edit cannot be made on this draft',
    'The edit names an action, a role or a part that the draft does not have, or a name that it has already; or no edit is there to take back.',
    'The message says what the draft has. Nothing was changed.',
  ),
  TEMPLATES_FULL: conflict(
    'The organisation has as many templates as it may',
    'The organisation has as many templates as it may.',
    'Delete one.',
  ),
};
