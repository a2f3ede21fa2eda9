// Tools that change a draft by parts, compare and give it, and try the parts of the language (reference-facts 4.7).
import Type from 'typebox';
import type { JsonObject } from '../../../core/base/json.js';
import { isFailure, type Result } from '../../../core/base/result.js';
import { yamlText } from '../../../core/base/yaml.js';
import { differences } from '../../../core/design/authoring/difference.js';
import { documentOf } from '../../../core/design/authoring/document.js';
import { EDIT_ROWS } from '../../../core/edits/table.js';
import { OpenObject, RegisterId } from '../../schemas/base/common.js';
import { BlueprintId } from '../../schemas/workflow/blueprint.js';
import {
  Edits,
  EditsBody,
  PartParams,
  RuleBody,
  SampleBody,
  SchemaCheckBody,
} from '../../schemas/workflow/designing.js';
import { type ToolPorts, type ToolRow, tool } from './define.js';
import { readingTool, statedMembers } from './reading.js';

const SLICE = 'designer';
const reading = { isReadOnly: true, isDestructive: false, isIdempotent: true };
const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const draftEdit = tool({
  name: 'draft_edit',
  slice: SLICE,
  title: 'Change a draft by named edits',
  description:
    'Makes a list of edits on a draft: all of them, or none. It tells what each did, which findings they made and solved, and what is left. Prefer it to blueprint_update. ' +
    'blueprint_explain tells what an edit takes, with an example. A new draft is begun with blueprint_create: {"title": "…", "language": 2}. Nothing takes an edit back but another edit.',
  operations: ['editBlueprint'],
  input: Type.Object({
    blueprintId: BlueprintId,
    version: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'The version that was read.' }),
    edits: {
      ...Edits,
      description:
        'Such as {"edit": "add_role", "id": "planner", "name": "Planning office"}. Made in their order; each is one of ' +
        `${EDIT_ROWS.map(({ name }) => name).join(', ')}.`,
    },
    scenarios: EditsBody.properties.scenarios,
  }),
  members: { blueprintId: BlueprintId, version: Type.Integer(), isValid: Type.Boolean() },
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: false },
  async run({ blueprintId, version: read, edits, scenarios }, { call }) {
    const edited = await call(
      'editBlueprint',
      { params: { id: blueprintId }, body: { edits, ...statedMembers({ scenarios }) } },
      { headers: { 'if-match': `"${read}"` } },
    );
    if (isFailure(edited)) return edited;
    const { isValid, findings } = edited;
    const left = isValid ? 'it can be rehearsed' : 'data.findings has what is left to do';
    return {
      status: 'Passed',
      message: `The edits are made, and the draft has ${findings.length} findings: ${left}.`,
      members: { blueprintId, version: edited.version, isValid },
      data: edited,
    };
  },
});

const blueprintDiff = tool({
  name: 'blueprint_diff',
  slice: SLICE,
  title: 'Compare two versions of a workflow',
  description:
    'Compares two published versions, or a published one with the draft, member by member. Each difference says whether it changes what the workflow does. Use it to explain a change.',
  operations: ['getVersion', 'getBlueprint'],
  input: Type.Object({
    blueprintId: BlueprintId,
    registerId: RegisterId,
    fromVersion: version,
    toVersion: Type.Optional({ ...version, description: 'Without it the draft.' }),
  }),
  members: { isSameBehaviour: Type.Boolean() },
  hints: reading,
  async run({ blueprintId: id, registerId, fromVersion, toVersion }, { call }) {
    const versionOf = async (of: number): Promise<Result<JsonObject>> => {
      const publication = await call('getVersion', { params: { id, version: of }, query: { registerId } });
      return isFailure(publication) ? publication : (publication.blueprint as JsonObject);
    };
    const before = await versionOf(fromVersion);
    if (isFailure(before)) return before;
    const after = toVersion === undefined ? await draftIn(id, call) : await versionOf(toVersion);
    if (isFailure(after)) return after;
    const changes = differences(documentOf(before, id), documentOf(after, id));
    const isSameBehaviour = !changes.some(({ isBehaviour }) => isBehaviour);
    const words = isSameBehaviour ? 'none changes what the workflow does' : 'some change what the workflow does';
    return {
      status: 'Passed',
      message: changes.length === 0 ? 'Both are the same.' : `There are ${changes.length} differences: ${words}.`,
      members: { isSameBehaviour },
      data: changes,
    };
  },
});

const blueprintExport = tool({
  name: 'blueprint_export',
  slice: SLICE,
  title: 'Give a draft as a file',
  description:
    'Gives the text of a file with the definition of a draft, as JSON or YAML, for the person to keep. blueprint_get has the same as data.',
  operations: ['getBlueprint'],
  input: Type.Object({ blueprintId: BlueprintId, format: Type.Optional(Type.Enum(['json', 'yaml'])) }),
  members: { fileName: Type.String() },
  hints: reading,
  async run({ blueprintId, format = 'json' }, { call }) {
    const draft = await draftIn(blueprintId, call);
    if (isFailure(draft)) return draft;
    const text = format === 'yaml' ? yamlText(draft) : `${JSON.stringify(draft, undefined, 2)}\n`;
    return {
      status: 'Passed',
      message: 'data.text is the file.',
      members: { fileName: `${blueprintId.replaceAll(/[^\w.-]/g, '_')}.${format}` },
      data: { text },
    };
  },
});

/** Without the members that the node keeps about it. */
async function draftIn(id: string, call: ToolPorts<'getBlueprint'>['call']): Promise<Result<JsonObject>> {
  const draft = await call('getBlueprint', { params: { id } });
  return isFailure(draft) ? draft : documentOf(draft as JsonObject, id);
}

export const designingTools: readonly ToolRow[] = [
  draftEdit,
  blueprintDiff,
  blueprintExport,
  readingTool({
    name: 'blueprint_explain',
    slice: SLICE,
    title: 'Explain a part of the language of workflows',
    description:
      'Explains a member of a definition (actions.routes.condition), or what an edit of draft_edit takes, as a JSON Schema with an example (add_route). It reads no draft; docs_search explains a finding by its code.',
    operation: 'explainBlueprint',
    input: Type.Object({ part: PartParams.properties.part }),
    message: 'data has what the part is for, and an example.',
    ask: (params) => ({ params }),
  }),
  readingTool({
    name: 'jsonlogic_test',
    slice: SLICE,
    title: 'Calculate a rule on data',
    description:
      'Calculates one rule (a condition, a calculation) on data, as an action would. Give the schema of the members where their types matter, as of decimals and money. Nothing is stored.',
    operation: 'executeRule',
    input: Type.Object({ rule: RuleBody.properties.rule, data: OpenObject, schema: RuleBody.properties.schema }),
    message: 'data.value is what the rule gives.',
    ask: (body) => ({ body }),
  }),
  readingTool({
    name: 'schema_generate',
    slice: SLICE,
    title: 'Make a JSON Schema of a sample',
    description:
      'Makes a JSON Schema of sample data, with types, formats and bounds that an action may have. It guesses no meaning: correct it with draft_edit afterwards. Nothing is stored.',
    operation: 'generateSchema',
    input: Type.Object({
      sample: SampleBody.properties.sample,
      makeRequired: Type.Optional(SampleBody.properties.makeRequired),
    }),
    message: 'data.schema is the schema.',
    ask: ({ sample, makeRequired = false }) => ({ body: { sample, makeRequired } }),
  }),
  readingTool({
    name: 'schema_validate',
    slice: SLICE,
    title: 'Check a JSON Schema',
    description:
      'Tells whether an action may have a JSON Schema, and what is wrong with it. Data is checked by action_validate. Nothing is stored.',
    operation: 'validateSchema',
    input: Type.Object({ schema: SchemaCheckBody.properties.schema }),
    message: 'data.isValid says whether an action may have it; data.errors what is wrong.',
    ask: (body) => ({ body }),
  }),
];
