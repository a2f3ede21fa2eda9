// Tools of people who design workflows (reference-facts 4.7): drafts, their check, and what an action would do.
import Type from 'typebox';
import { isFailure } from '../../../core/base/result.js';
import { CursorPageQuery, Hash, OpenObject, RegisterId } from '../../schemas/base/common.js';
import { BlueprintId, ExecutionBody } from '../../schemas/workflow/blueprint.js';
import { type ToolRow, tool } from './define.js';
import { readingTool, statedMembers } from './reading.js';

const SLICE = 'designer';
const { cursor, page, pageSize } = CursorPageQuery.properties;
const paging = { page: Type.Optional(page), pageSize: Type.Optional(pageSize), cursor };
const SEARCH_MAX = 200;

const definition = Type.Object(
  { title: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: true, description: 'The definition of the workflow, as docs/definition.md says its form.' },
);

export const designerTools: readonly ToolRow[] = [
  readingTool({
    name: 'blueprint_list',
    slice: SLICE,
    title: 'List drafts of workflows',
    description:
      'Lists the drafts of the organisation by title, description or state. Use blueprint_get for the definition of one. It lists nothing that is published by others.',
    operation: 'listBlueprints',
    input: Type.Object({ search: Type.Optional(Type.String({ maxLength: SEARCH_MAX })), ...paging }),
    message: 'data has the drafts of the organisation.',
    ask: (query) => ({ query: statedMembers(query) }),
  }),
  readingTool({
    name: 'blueprint_get',
    slice: SLICE,
    title: 'Read a draft of a workflow',
    description: 'Reads one draft with its definition. Use blueprint_check to know what is wrong with it.',
    operation: 'getBlueprint',
    input: Type.Object({ blueprintId: BlueprintId }),
    message: 'data has the draft.',
    ask: ({ blueprintId }) => ({ params: { id: blueprintId } }),
  }),
  readingTool({
    name: 'blueprint_versions',
    slice: SLICE,
    title: 'List the published versions of a workflow',
    description:
      'Lists the publications of a workflow on the registers that the person sees, with version and pin. Use it before instance_create.',
    operation: 'listVersions',
    input: Type.Object({ blueprintId: BlueprintId, registerId: Type.Optional(RegisterId) }),
    message: 'data has the published versions, by register.',
    ask: ({ blueprintId, ...query }) => ({ params: { id: blueprintId }, query: statedMembers(query) }),
  }),
  readingTool({
    name: 'blueprint_check',
    slice: SLICE,
    title: 'Check a draft of a workflow',
    description:
      'Checks a draft as it would be published, with each finding, its place and how it is corrected. Use it after each change. It publishes nothing.',
    operation: 'validateBlueprint',
    input: Type.Object({ blueprintId: BlueprintId }),
    message: 'data has the findings; a draft without errors may be rehearsed.',
    ask: ({ blueprintId }) => ({ params: { id: blueprintId } }),
  }),
  tool({
    name: 'blueprint_create',
    slice: SLICE,
    title: 'Keep a new draft of a workflow',
    description:
      'Keeps a definition as a draft of the organisation, where the person and its colleagues see it. Use blueprint_check next. It publishes nothing.',
    operations: ['createBlueprint'],
    input: Type.Object({ definition }),
    members: { blueprintId: BlueprintId },
    hints: { isReadOnly: false, isDestructive: false, isIdempotent: false },
    async run({ definition: body }, { call }) {
      const draft = await call('createBlueprint', { body });
      if (isFailure(draft)) return draft;
      return { status: 'Passed', message: 'The draft is kept.', members: { blueprintId: draft.id }, data: draft };
    },
  }),
  tool({
    name: 'blueprint_update',
    slice: SLICE,
    title: 'Replace the definition of a draft',
    description:
      'Replaces the definition of a draft with another one, whole. Read it with blueprint_get before, and state the version that was read. A rehearsal counts no more where the behaviour changed.',
    operations: ['updateBlueprint'],
    input: Type.Object({
      blueprintId: BlueprintId,
      version: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The version that was read.',
      }),
      definition,
    }),
    members: { blueprintId: BlueprintId },
    hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
    async run({ blueprintId, version, definition: body }, { call }) {
      const replaced = { params: { id: blueprintId }, body: { ...body, id: blueprintId } };
      const draft = await call('updateBlueprint', replaced, { headers: { 'if-match': `"${version}"` } });
      if (isFailure(draft)) return draft;
      return { status: 'Passed', message: 'The draft is replaced.', members: { blueprintId }, data: draft };
    },
  }),
  tool({
    name: 'blueprint_simulate',
    slice: SLICE,
    title: 'Calculate an action and where it leads',
    description:
      'Calculates the fields of an action for given data, and tells where the workflow goes from there. Use it to explain a rule. Nothing is stored.',
    operations: ['executeCalculate', 'executeRoute'],
    input: Type.Object({
      blueprintId: BlueprintId,
      actionId: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
      data: OpenObject,
      publicationTxId: Type.Optional(Hash),
      registerId: Type.Optional(RegisterId),
      previous: ExecutionBody.properties.previous,
    }),
    members: {},
    hints: { isReadOnly: true, isDestructive: false, isIdempotent: true },
    async run({ actionId, data, ...rest }, { call }) {
      const body = { ...rest, actionId: String(actionId) };
      const calculation = await call('executeCalculate', { body: { ...body, data } });
      if (isFailure(calculation)) return calculation;
      const routing = await call('executeRoute', { body: { ...body, data: calculation.processedData } });
      if (isFailure(routing)) return routing;
      const message = 'data.calculation has the fields, data.routing where the action leads.';
      return { status: 'Passed', message, data: { calculation, routing } };
    },
  }),
];
