// THE list of resources: addresses under which clients read what operations answer.
import { isFailure, type Result } from '../../../core/base/result.js';
import type { OperationArguments, OperationId } from '../../client/published/operation-calls.js';
import { RESOURCE_SCHEME, type ResourceContent, type ResourceNames, type ResourceRow, resource } from './define.js';
import { followInbox, followInstance, followRegister } from './following.js';

interface Reading<K extends OperationId> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly template: ResourceRow['template'];
  readonly operation: K;
  ask(names: ResourceNames): OperationArguments<K>[0];
  readonly follow?: NonNullable<ResourceRow['follow']>;
}

/** A resource that is the answer of one operation. */
function reading<K extends OperationId>({ operation, ask, ...facts }: Reading<K>): ResourceRow {
  return resource({
    ...facts,
    mimeType: 'application/json',
    operations: [operation],
    read: async (names, { call }) =>
      dataOf(await call(operation, ...([ask(names)] as unknown as OperationArguments<K>))),
  });
}

function dataOf(answer: Result<unknown>): Result<ResourceContent> {
  return isFailure(answer) ? answer : { data: answer };
}

const DOCUMENTS = `${RESOURCE_SCHEME}docs/`;

/** State, history and opened data of an instance. A caller without a wallet in it reads the first two alone. */
const instance = resource({
  name: 'instance',
  title: 'An instance of a workflow',
  description:
    'Where the instance stands, its sealed steps in their order (the first page), and what it disclosed to the wallet of the person.',
  template: 'quorate://instances/{instanceId}',
  mimeType: 'application/json',
  operations: ['getInstance', 'getInstanceProvenance', 'listDisclosures'],
  async read({ instanceId = '' }, { call }) {
    const params = { instanceId };
    const state = await call('getInstance', { params });
    if (isFailure(state)) return state;
    const history = await call('getInstanceProvenance', { params });
    const disclosed = await call('listDisclosures', { params });
    return { data: { state, history: orRefusal(history), disclosed: orRefusal(disclosed) } };
  },
  follow: ({ instanceId = '' }, call) => followInstance(instanceId, call),
});

/** A part that this caller does not get says why, in the place of the part. */
function orRefusal(answer: Result<unknown>): unknown {
  if (!isFailure(answer)) return answer;
  const { code, message } = answer.issue;
  return { code, message };
}

const documents = resource({
  name: 'document',
  title: 'A document of this program',
  description: 'Documents in Markdown. Read language, definition, findings and scenarios before you write a workflow.',
  template: `${DOCUMENTS}{page}`,
  mimeType: 'text/markdown',
  operations: ['getDocument', 'listDocuments'],
  async read({ page: name = '' }, { call }) {
    const document = await call('getDocument', { params: { name } });
    return isFailure(document) ? document : { text: document.text };
  },
  async list({ call }) {
    const listed = await call('listDocuments');
    if (isFailure(listed)) return listed;
    return listed.map(({ name, title, about }) => ({ uri: DOCUMENTS + name, name, title, description: about }));
  },
});

export const resources: readonly ResourceRow[] = [
  reading({
    name: 'inbox',
    title: 'The inbox of the person',
    description: 'Entries that wait for the person: the first page, the newest first. inbox_list reads further.',
    template: 'quorate://inbox',
    operation: 'listInboxEntries',
    ask: () => ({}),
    follow: (_names, call) => followInbox(call),
  }),
  documents,
  instance,
  reading({
    name: 'blueprint',
    title: 'A draft of a workflow',
    description: 'The draft with its definition.',
    template: 'quorate://blueprints/{blueprintId}',
    operation: 'getBlueprint',
    ask: ({ blueprintId: id = '' }) => ({ params: { id } }),
  }),
  reading({
    name: 'register',
    title: 'A register',
    description: 'The record of a register: name, height, state and purpose.',
    template: 'quorate://registers/{registerId}',
    operation: 'getRegister',
    ask: ({ registerId = '' }) => ({ params: { registerId } }),
    follow: ({ registerId = '' }, call) => followRegister(registerId, call),
  }),
  reading({
    name: 'docket',
    title: 'A docket of a register',
    description: 'A sealed docket with its header and the certificate that proves it.',
    template: 'quorate://registers/{registerId}/dockets/{docketId}',
    operation: 'getDocket',
    ask: ({ registerId = '', docketId = '' }) => ({ params: { registerId, docketId } }) as never,
  }),
  reading({
    name: 'transaction',
    title: 'A sealed transaction',
    description: 'A sealed transaction as it is on the register; payloads are encrypted.',
    template: 'quorate://registers/{registerId}/transactions/{txId}',
    operation: 'getTransaction',
    ask: ({ registerId = '', txId = '' }) => ({ params: { registerId, txId } }),
  }),
  reading({
    name: 'evidence',
    title: 'The evidence of a transaction',
    description: 'The document that proves a sealed transaction without a node.',
    template: 'quorate://registers/{registerId}/transactions/{txId}/evidence',
    operation: 'getEvidence',
    ask: ({ registerId = '', txId = '' }) => ({ params: { registerId, txId } }),
  }),
];
