// Named schemas of blueprints and of the execution of their actions. The model itself has its form in
// core/design/check/blueprint-schema.ts.
import Type from 'typebox';
import { BLUEPRINTS_MAX } from '../../../core/base/limits/node/designs.js';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import {
  Cursor,
  CursorPageQuery,
  Hash,
  NextCursor,
  namedObject,
  OpenObject,
  PageQuery,
  RegisterId,
  Timestamp,
} from '../base/common.js';
import { IsPublisherSigned, Lift, PublishOverride } from '../base/publication.js';

export const BlueprintId = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[^\\x00-\\x1f\\x7f]+$',
  description: 'Id of the blueprint.',
});
export const BlueprintParams = Type.Object({ id: BlueprintId });
export const BlueprintSchemaView = Type.Object({}, { title: 'BlueprintSchema', additionalProperties: true });
export const VersionParams = Type.Object({
  id: BlueprintId,
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Ordinal on the register, from 1.' }),
});
export const DefinitionParams = Type.Object({ id: BlueprintId, publicationTxId: Hash });
export const DefinitionQuery = Type.Object({
  registerId: Type.Optional(RegisterId),
  instanceId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Of an instance that follows it: who takes part there reads it too.',
    }),
  ),
});
export const DraftQuery = Type.Object({
  ...CursorPageQuery.properties,
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'Part of id, title or description, in any case. Empty: all.' }),
  ),
  status: Type.Optional(
    Type.Enum(['Draft', 'Published', 'Deleted'], {
      title: 'DraftStatus',
      description: 'Absent: every draft that is not deleted.',
    }),
  ),
});
export const VersionsQuery = Type.Object({
  registerId: Type.Optional(RegisterId),
  page: PageQuery.properties.page,
  pageSize: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_MAX }),
  cursor: Cursor,
});
export const RegisterQuery = Type.Object({ registerId: Type.Optional(RegisterId) });
export const OverridesQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT }),
});

/**
 * A draft may be unfinished; what is there has the form of the model, and unknown members are refused where they stand.
 */
export const BlueprintBody = Type.Object(
  {
    id: Type.Optional(Type.String({ maxLength: 64, description: 'A UUID when absent or empty.' })),
    title: Type.String({ minLength: 1, maxLength: 200 }),
  },
  { title: 'BlueprintInput', description: 'A blueprint, finished or not.', additionalProperties: true },
);
export const BlueprintView = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    version: Type.Integer({ description: 'Counts the changes of the draft.' }),
    organizationId: Type.String(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lift: Lift,
  },
  { title: 'Blueprint', description: 'A blueprint with what the server keeps about it.', additionalProperties: true },
);
export const BlueprintSummary = namedObject('BlueprintSummary', {
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  status: Type.Enum(['Draft', 'Published', 'Deleted'], { title: 'DraftStatus' }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  participantCount: Type.Integer(),
  actionCount: Type.Integer(),
});
export const BlueprintPage = namedObject('BlueprintPage', {
  items: Type.Array(BlueprintSummary),
  page: Type.Integer(),
  pageSize: Type.Integer(),
  totalCount: Type.Integer({ description: `At most ${BLUEPRINTS_MAX}.` }),
  totalPages: Type.Integer(),
  nextCursor: NextCursor,
});

export const FindingView = namedObject('BlueprintFinding', {
  severity: Type.Enum(['error', 'warning'], { title: 'FindingSeverity' }),
  code: Type.String({ description: 'Stable, BP_…' }),
  message: Type.String(),
  location: Type.String({ description: 'JSON Pointer into the blueprint.' }),
  path: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Of a fault of the control flow: the steps from the first action to it, in words.',
    }),
  ),
  steps: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'The ids of the actions on that path: all of them, where `path` tells a part.',
    }),
  ),
  needs: Type.Optional(
    Type.Object(
      { role: Type.String(), action: Type.Integer(), field: Type.String() },
      { description: 'Of BP_READ_UNDISCLOSED: the role that has to read a member of an action for its rule.' },
    ),
  ),
  fix: Type.Optional(
    Type.Array(
      Type.Object({
        op: Type.Enum(['add', 'move', 'remove']),
        path: Type.String(),
        from: Type.Optional(Type.String()),
        value: Type.Optional(Type.Unknown()),
      }),
      { description: 'A JSON Patch (RFC 6902) of the blueprint, where only one change can be meant.' },
    ),
  ),
});
export const ValidationView = namedObject('BlueprintValidation', {
  blueprintId: Type.String(),
  title: Type.String(),
  isValid: Type.Boolean(),
  execDefHash: Type.Optional(Hash),
  isRehearsed: Type.Optional(
    Type.Boolean({ description: 'True where a rehearsal counts for the draft as it behaves now; with execDefHash.' }),
  ),
  validationResults: Type.Array(FindingView),
  warnings: Type.Array(Type.String()),
  lift: Lift,
  definition: Type.Optional({
    ...OpenObject,
    description: 'With lift: the definition of language 2, into which all places point.',
  }),
  checkers: Type.Optional(
    Type.Array(
      Type.Object({
        action: Type.Integer(),
        sender: Type.String(),
        location: Type.String({ description: 'JSON Pointer to the rule in the blueprint.' }),
        checkers: Type.Array(Type.String(), { description: 'Roles that see all that the rule reads and gives.' }),
      }),
      { description: 'Of a blueprint without errors: who besides its sender can check each rule.' },
    ),
  ),
});

export const PublishDraftBody = namedObject('PublishDraft', {
  registerId: RegisterId,
  override: Type.Optional(PublishOverride),
});
const PublicationSummary = Type.Object({
  blueprintId: Type.String(),
  version: Type.Optional(Type.Integer()),
  publicationTxId: Hash,
  execDefHash: Hash,
  publishedAt: Type.Optional(Timestamp),
});
export const PublishedDraft = namedObject('PublishedDraft', {
  blueprintId: Type.String(),
  version: Type.Optional(Type.Integer({ description: 'Ordinal on the register; known once sealed.' })),
  registerId: RegisterId,
  publishedAt: Type.Optional(Timestamp),
  overridden: Type.Boolean(),
  alreadyPublished: Type.Boolean(),
  warnings: Type.Optional(Type.Array(Type.String())),
  validationResults: Type.Optional(
    Type.Array(FindingView, { description: 'The findings of which the warnings are the sentences, in their order.' }),
  ),
  lift: Lift,
  isSuccess: Type.Boolean(),
  publishedBlueprint: PublicationSummary,
  errors: Type.Array(Type.String()),
});
export const FromPublishedBody = namedObject('FromPublished', {
  registerId: RegisterId,
  blueprintId: BlueprintId,
  publicationTxId: Hash,
});
export const FromPublishedView = namedObject('DraftFromPublished', {
  draftBlueprintId: Type.String(),
  sourcePublicationTxId: Hash,
  registerId: RegisterId,
  lift: Lift,
});
const version = {
  blueprintId: Type.String(),
  version: Type.Integer({ description: 'Ordinal on its register: a label, by which nothing is resolved.' }),
  publicationTxId: Hash,
  execDefHash: Hash,
  registerId: RegisterId,
  publishedAt: Timestamp,
  publishedBy: Type.Optional(Type.String()),
  isPublisherSigned: IsPublisherSigned,
};
export const VersionView = namedObject('BlueprintVersion', { ...version, title: Type.String() });
export const DefinitionView = namedObject('PublishedDefinition', { ...version, blueprint: OpenObject });
export const OverrideView = namedObject('PublishOverride', {
  blueprintId: Type.String(),
  overriddenByPlatformUserId: Type.String(),
  overriddenAt: Timestamp,
  registerId: RegisterId,
  execDefHash: Hash,
  reason: Type.Optional(Type.String()),
});

export const ExecutionBody = namedObject('Execution', {
  blueprintId: BlueprintId,
  actionId: Type.String({
    minLength: 1,
    maxLength: 16,
    pattern: '^[0-9]+$',
    description: 'Id of the action, decimal.',
  }),
  data: OpenObject,
  publicationTxId: Type.Optional(Hash),
  registerId: Type.Optional(RegisterId),
  previous: Type.Optional({
    ...OpenObject,
    description:
      'Members of earlier actions, which rules read: by name, or by the id of the action, {"1": {"price": 5}}, and of several runs as a list.',
  }),
});
export const ExecutionValidation = namedObject('ExecutionValidation', {
  isValid: Type.Boolean(),
  errors: Type.Array(
    Type.Object({
      path: Type.String({ description: 'JSON Pointer into the data.' }),
      message: Type.String(),
      schemaLocation: Type.String(),
      keyword: Type.String(),
    }),
  ),
});
export const ExecutionCalculation = namedObject('ExecutionCalculation', {
  processedData: OpenObject,
  calculatedFields: Type.Array(Type.String()),
});
const text = Type.Union([Type.String(), Type.Null()]);
export const ExecutionRouting = namedObject('ExecutionRouting', {
  nextActionId: text,
  nextParticipantId: text,
  isWorkflowComplete: Type.Boolean({ description: 'True where this branch ends.' }),
  rejectedToParticipantId: text,
  matchedCondition: text,
  nextActions: Type.Array(
    Type.Object({ actionId: Type.Integer(), participantId: Type.String(), branchKey: Type.Optional(Type.String()) }),
  ),
  routeId: Type.Optional(Type.String()),
  reasonCode: Type.Optional(Type.String()),
});
export const ExecutionDisclosure = namedObject('ExecutionDisclosure', {
  disclosures: Type.Array(
    Type.Object({
      participantId: Type.String(),
      disclosedData: OpenObject,
      disclosureId: Type.String(),
      fieldCount: Type.Integer(),
      from: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), {
          description:
            'The opening until which it is sealed, as the definition says it; absent where it is given at once.',
        }),
      ),
    }),
  ),
});
