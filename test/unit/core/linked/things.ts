// Things of a ledger as clients see them, in each of the forms of linked data, and what hostile parties write in them.
import { DOCKET, REGISTER, TRANSACTION } from '../../../../api/examples/ledger.js';
import { draftNode, publicationNode } from '../../../../core/linked/blueprint-forms.js';
import type { NamedNode } from '../../../../core/linked/document.js';
import { docketNode, registerNode, transactionNode } from '../../../../core/linked/ledger-forms.js';

/** Tries to be more than data: a context, names, graphs, terms, and numbers and signs with two spellings. */
export const HOSTILE = {
  '@context': 'http://evil.example/context',
  '@id': 'urn:evil',
  '@type': 'https://quorate.dev/contexts/blockchain/v1#Register',
  '@reverse': { sender: { '@id': 'urn:evil' } },
  '@graph': [{ '@id': 'urn:evil', title: 'x' }],
  '@included': [{ '@id': 'urn:evil' }],
  'https://quorate.dev/contexts/blockchain/v1#height': 1,
  'a:b': 'c',
  title: ['x'],
  signature: { '@value': 'x' },
  constructor: 1,
  large: 1e21,
  small: 1e-7,
  half: 0.5,
  text: 'a "b" \\ \n \t \u0000 € 😀 \u2028',
  none: null,
  empty: [],
  object: {},
  nested: [[['x']], {}],
};

/** With contexts deeper down, for documents without inner nodes: jsonld-streaming-parser would lose those. */
const DEEPER = { ...HOSTILE, inner: { '@context': { title: 'urn:evil' } }, list: [{ '@context': 'urn:evil' }, 'x'] };

const { registerId } = TRANSACTION;
const [blueprintId, publicationTxId] = ['purchase-order', 'cd'.repeat(32)];

const WALLETS = ['qr1b', 'qr1a', 'qr1b', 'qr1c'];

export const THINGS: Readonly<Record<string, NamedNode>> = {
  transaction: transactionNode(TRANSACTION),
  'transaction with all members': transactionNode({
    ...{ ...TRANSACTION, prevTxId: 'ab'.repeat(32), recipientsWallets: WALLETS, expiresAt: TRANSACTION.timeStamp },
    metaData: { ...TRANSACTION.metaData, ...HOSTILE },
  }),
  'hostile transaction': transactionNode({
    ...TRANSACTION,
    metaData: { ...TRANSACTION.metaData, trackingData: DEEPER },
    payloads: TRANSACTION.payloads.map((payload) => ({ ...payload, data: DEEPER })),
  }),
  docket: docketNode({ ...DOCKET, previousHash: 'ef'.repeat(32), transactionIds: ['11', '22', '33'] }),
  register: registerNode({ ...REGISTER, name: 'A "name" \\ with\nlines, € and 😀', purpose: 'Test', metadata: DEEPER }),
  draft: draftNode({
    ...{ ...DEEPER, title: 'Order', description: 'Of goods' },
    ...{
      id: 'order/ü 1',
      version: 3,
      organizationId: 'org',
      createdAt: REGISTER.createdAt,
      updatedAt: REGISTER.updatedAt,
    },
    participants: [{ id: 'buyer', '@context': 'http://evil.example/context' }],
    actions: [{ id: 0, '@id': 'urn:evil' }],
    metadata: DEEPER,
  }),
  publication: publicationNode(
    {
      ...{ registerId, blueprintId, publicationTxId, version: 1, publishedAt: REGISTER.createdAt },
      ...{ publishedBy: 'did:quorate:w:qr1', isPublisherSigned: true, execDefHash: '01'.repeat(32) },
    },
    { ...HOSTILE, id: blueprintId, version: 7, actions: [{ id: 0 }] },
  ),
};
