// A good call of each operation of the group.
import { languageSchema } from '../../../../core/design/reference/reference.js';
import type { Examples } from '../../../define.js';
import { DEFINITION, DRAFT_ID, LEDGER } from '../../../examples/ledger.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { blueprintRoutes } from './routes.js';

const { registerId, publicationTxId } = LEDGER;
const execDefHash = LEDGER.payloadHash;
/** The id of a draft that the example node does not have yet. */
export const NEW_ID = 'purchase-new';
const params = { id: DRAFT_ID };
const of = { id: LEDGER.blueprintId };
const draft = { ...DEFINITION, id: DRAFT_ID };
const times = { createdAt: EXAMPLE.time, updatedAt: EXAMPLE.time };
const view = { ...draft, version: 1, organizationId: EXAMPLE.organisationId, ...times };
const summary = {
  id: DRAFT_ID,
  title: DEFINITION.title,
  description: DEFINITION.description,
  status: 'Draft' as const,
  ...times,
  participantCount: 2,
  actionCount: 2,
};
const version = {
  blueprintId: LEDGER.blueprintId,
  version: 1,
  publicationTxId,
  execDefHash,
  registerId,
  publishedAt: EXAMPLE.time,
  publishedBy: `did:quorate:w:${EXAMPLE.walletAddress}`,
  isPublisherSigned: true,
};
const override = { confirm: true, reason: 'A first release that nobody else uses yet.' };

export const blueprintExamples: Examples<typeof blueprintRoutes> = {
  listBlueprints: {
    input: { query: { search: 'purchase' } },
    output: { items: [summary], page: 1, pageSize: 20, totalCount: 1, totalPages: 1 },
  },
  getBlueprintSchema: { input: {}, output: languageSchema() },
  createBlueprint: { input: { body: { ...DEFINITION, id: NEW_ID } }, output: { ...view, id: NEW_ID } },
  getBlueprint: { input: { params }, output: view },
  updateBlueprint: { input: { params, body: draft, headers: {} }, output: { ...view, version: 2 } },
  deleteBlueprint: { input: { params, headers: {} }, output: undefined },
  recoverBlueprint: { input: { params }, output: view },
  validateBlueprint: {
    input: { params },
    output: {
      blueprintId: DRAFT_ID,
      title: DEFINITION.title,
      isValid: true,
      execDefHash,
      validationResults: [],
      warnings: [],
    },
  },
  publishDraft: {
    input: { params, body: { registerId, override } },
    output: {
      blueprintId: DRAFT_ID,
      version: 1,
      registerId,
      publishedAt: EXAMPLE.time,
      overridden: true,
      alreadyPublished: false,
      isSuccess: true,
      publishedBlueprint: {
        blueprintId: DRAFT_ID,
        version: 1,
        publicationTxId,
        execDefHash,
        publishedAt: EXAMPLE.time,
      },
      errors: [],
    },
  },
  listPublishOverrides: {
    input: { params, query: { limit: 20 } },
    output: [
      {
        blueprintId: DRAFT_ID,
        overriddenByPlatformUserId: EXAMPLE.administratorPlatformId,
        overriddenAt: EXAMPLE.time,
        registerId,
        execDefHash,
        reason: override.reason,
      },
    ],
  },
  listVersions: { input: { params: of, query: {} }, output: [{ ...version, title: DEFINITION.title }] },
  getVersion: {
    input: { params: { ...of, version: 1 }, query: { registerId } },
    output: { ...version, blueprint: DEFINITION },
  },
  getDefinition: {
    input: { params: { ...of, publicationTxId }, query: {} },
    output: { ...version, blueprint: DEFINITION },
  },
  draftFromPublished: {
    input: { body: { registerId, blueprintId: LEDGER.blueprintId, publicationTxId } },
    output: { draftBlueprintId: LEDGER.blueprintId, sourcePublicationTxId: publicationTxId, registerId },
  },
};
