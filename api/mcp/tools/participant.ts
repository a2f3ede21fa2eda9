// Tools of people who take part in workflows (reference-facts 4.7): what waits for them, what an action would do, and
// what the ledger says of a run.
import Type from 'typebox';
import { CategorySchema, EntryStateSchema } from '../../schemas/accounts/inbox-entry.js';
import { Address, CursorPageQuery, OpenObject, RegisterId } from '../../schemas/base/common.js';
import { Id } from '../../schemas/base/ids.js';
import { ExecutionBody } from '../../schemas/workflow/blueprint.js';
import { InstanceState } from '../../schemas/workflow/states.js';
import type { ToolRow } from './define.js';
import { readingTool, statedMembers } from './reading.js';

const SLICE = 'participant';
const paging = {
  page: Type.Optional(CursorPageQuery.properties.page),
  pageSize: Type.Optional(CursorPageQuery.properties.pageSize),
  cursor: CursorPageQuery.properties.cursor,
};
const registerId = Type.Optional(RegisterId);
const walletAddress = Type.Optional(Address);
const ofInstance = { instanceId: Id, registerId };
const ofAction = Type.Object({
  blueprintId: ExecutionBody.properties.blueprintId,
  actionId: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  data: OpenObject,
  publicationTxId: ExecutionBody.properties.publicationTxId,
  registerId,
});

export const participantTools: readonly ToolRow[] = [
  readingTool({
    name: 'inbox_list',
    slice: SLICE,
    title: 'List what waits for the person',
    description:
      'Lists the own inbox: actions that wait, credentials, memberships and security. Use it to find what the person has to do. It marks nothing as read.',
    operation: 'listInboxEntries',
    input: Type.Object({
      category: Type.Optional(CategorySchema),
      status: Type.Optional(EntryStateSchema),
      ...paging,
    }),
    message: 'data.items has the entries, the newest first.',
    ask: ({ status, ...query }) => ({ query: statedMembers({ ...query, state: status }) }),
  }),
  readingTool({
    name: 'action_details',
    slice: SLICE,
    title: 'Read the actions that an instance waits for',
    description:
      'Lists the actions that an instance waits for now, with role, deadline and what else may happen. Use it before action_validate. It does no action.',
    operation: 'getNextActions',
    input: Type.Object(ofInstance),
    message: 'data.nextActions has the actions that the instance waits for.',
    ask: ({ instanceId, ...query }) => ({ params: { instanceId }, query: statedMembers(query) }),
  }),
  readingTool({
    name: 'action_validate',
    slice: SLICE,
    title: 'Check the data of an action',
    description:
      'Checks data against the schemas and rules of an action, with each fault and its place. Use it before the person submits. Nothing is stored or sent.',
    operation: 'executeValidate',
    input: ofAction,
    message: 'data.isValid says whether the action takes this; data.errors says what is wrong with it.',
    ask: ({ actionId, ...body }) => ({ body: { ...body, actionId: String(actionId) } }),
  }),
  readingTool({
    name: 'disclosure_preview',
    slice: SLICE,
    title: 'Preview who will read what',
    description:
      'Tells for each party which fields of an action it will read, and until when a field stays sealed. Use it before the person submits. Nothing is stored or sent.',
    operation: 'executeDisclose',
    input: ofAction,
    message: 'data.disclosures has for each party what it will read.',
    ask: ({ actionId, ...body }) => ({ body: { ...body, actionId: String(actionId) } }),
  }),
  readingTool({
    name: 'workflow_status',
    slice: SLICE,
    title: 'Read where an instance stands',
    description:
      'Reads the state of one instance: which actions may run, who holds which role, what is owed. It opens no encrypted data; disclosed_data does.',
    operation: 'getInstance',
    input: Type.Object(ofInstance),
    message: 'data has the instance as the sealed ledger says it.',
    ask: ({ instanceId, ...query }) => ({ params: { instanceId }, query: statedMembers(query) }),
  }),
  readingTool({
    name: 'workflow_instances',
    slice: SLICE,
    title: 'List instances of workflows',
    description:
      'Lists instances that the person may see, the newest first, by register, blueprint, state or wallet. Use workflow_status for one of them.',
    operation: 'listInstances',
    input: Type.Object({
      registerId,
      blueprintId: Type.Optional(Id),
      status: Type.Optional(InstanceState),
      walletAddress,
      ...paging,
    }),
    message: 'data.items has the instances, the newest first.',
    ask: ({ status, walletAddress: wallet, ...query }) => ({
      query: statedMembers({ ...query, state: status, wallet }),
    }),
  }),
  readingTool({
    name: 'disclosed_data',
    slice: SLICE,
    title: 'Read what an instance disclosed to a wallet',
    description:
      'Reads the data that the actions of an instance disclosed to a wallet of the person, opened with its key. It shows nothing that others alone may read.',
    operation: 'listDisclosures',
    input: Type.Object({ ...ofInstance, walletAddress }),
    message: 'data has what each action disclosed to the wallet.',
    ask: ({ instanceId, walletAddress: wallet, ...query }) => ({
      params: { instanceId },
      query: statedMembers({ ...query, wallet }),
    }),
  }),
  readingTool({
    name: 'instance_history',
    slice: SLICE,
    title: 'Read the history of an instance',
    description:
      'Lists the sealed transactions of one instance in their order: who did which action when, in which docket. It opens no encrypted data.',
    operation: 'getInstanceProvenance',
    input: Type.Object({ ...ofInstance, ...paging }),
    message: 'data has the sealed steps of the instance in their order.',
    ask: ({ instanceId, ...query }) => ({ params: { instanceId }, query: statedMembers(query) }),
  }),
  readingTool({
    name: 'suspects_list',
    slice: SLICE,
    title: 'List actions in which something is wrong',
    description:
      'Lists sealed actions in which a check of the person found something wrong, with ground and place. Use it before the person relies on a run. It objects to nothing.',
    operation: 'listSuspectRuns',
    input: Type.Object({ walletAddress: Address, registerId: RegisterId, ...paging }),
    message: 'data.items has the suspect actions; an empty list means that none was found.',
    ask: ({ walletAddress: wallet, registerId: register, ...query }) => ({
      params: { wallet, register },
      query: statedMembers(query),
    }),
  }),
  readingTool({
    name: 'wallet_info',
    slice: SLICE,
    title: 'List the wallets of the person',
    description:
      'Lists the wallets that the person may use on this node, with address, algorithm and state. It shows no keys and signs nothing.',
    operation: 'listWallets',
    input: Type.Object({ top: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    message: 'data has the wallets, the oldest first.',
    ask: (query) => ({ query: statedMembers(query) }),
  }),
];
