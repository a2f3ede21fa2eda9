// Named schemas of designing by edits, and of trying a part of the language.
import Type from 'typebox';
import { EDITS_AT_ONCE_MAX } from '../../../core/base/limits/node/designs.js';
import { SCENARIOS_MAX } from '../../../core/base/limits/node/rehearsals.js';
import { namedObject, OpenObject } from '../base/common.js';
import { FindingView } from './blueprint.js';

export const Edits = Type.Array(Type.Object({ edit: Type.String({ maxLength: 64 }) }, { additionalProperties: true }), {
  minItems: 1,
  maxItems: EDITS_AT_ONCE_MAX,
  description: 'As docs/designing.md has them; all of them are made, or none.',
});
const Scenarios = Type.Array(Type.Unknown(), {
  maxItems: SCENARIOS_MAX,
  description:
    'Scenarios of the draft, as docs/scenarios.md says their form: edits change them too. No draft holds them.',
});
export const EditsBody = namedObject('BlueprintEdits', { edits: Edits, scenarios: Type.Optional(Scenarios) });
export const EditedView = namedObject('EditedBlueprint', {
  id: Type.String(),
  version: Type.Integer({ description: 'Of the draft now, for If-Match.' }),
  isValid: Type.Boolean({ description: 'Whether it could be published as it is.' }),
  words: Type.Array(Type.String(), { description: 'Sentences about each edit.' }),
  changes: Type.Array(
    Type.Object({
      path: Type.String({ description: 'Such as actions[3].routes[approved].condition.' }),
      change: Type.Enum(['added', 'removed', 'changed']),
      before: Type.Optional(Type.Unknown()),
      after: Type.Optional(Type.Unknown()),
      isBehaviour: Type.Boolean({ description: 'A rehearsal of the draft before does not count for it any more.' }),
    }),
  ),
  made: Type.Array(FindingView, { description: 'Findings that the draft did not have before.' }),
  solved: Type.Array(FindingView, {
    description: 'Findings that it had before; their places are in the draft before.',
  }),
  findings: Type.Array(FindingView, { description: 'All that it has now.' }),
  scenarios: Type.Array(Type.Unknown(), { description: 'The ones of the body, as the edits made them.' }),
});

export const PartParams = Type.Object({
  part: Type.String({
    minLength: 1,
    maxLength: 128,
    pattern: '^[A-Za-z0-9_.-]+$',
    description: 'A member by the way to it, such as actions.routes.condition, or an edit, such as add_route.',
  }),
});
export const PartView = namedObject('LanguagePart', {
  part: Type.String(),
  kind: Type.Enum(['member', 'edit']),
  says: Type.String(),
  example: Type.Unknown({ description: 'Of an edit, the whole edit.' }),
  type: Type.Optional(Type.String()),
  required: Type.Optional(Type.Boolean()),
  members: Type.Optional(Type.Array(Type.String(), { description: 'Of its value, or of each of its items.' })),
  schema: Type.Optional({ ...OpenObject, description: 'Of an edit: what it takes, as a JSON Schema.' }),
});

export const RuleBody = namedObject('RuleTrial', {
  rule: Type.Unknown({ description: 'A rule, as docs/language.md says them.' }),
  data: OpenObject,
  schema: Type.Optional({ ...OpenObject, description: 'Types of the members; without it those that the data has.' }),
});
export const RuleValue = namedObject('RuleValue', { value: Type.Unknown() });

export const SampleBody = namedObject('SchemaSample', {
  sample: Type.Unknown({ description: 'Any JSON value.' }),
  makeRequired: Type.Boolean({ default: false, description: 'Ask for each member that the sample has.' }),
});
export const GeneratedSchema = namedObject('GeneratedSchema', { schema: OpenObject });
export const SchemaCheckBody = namedObject('SchemaCheck', { schema: OpenObject });
export const SchemaVerdict = namedObject('SchemaVerdict', {
  isValid: Type.Boolean(),
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
});
