// The hub of registers (specification section 6, reference-facts 6.1): a client listens to a register that it may see,
// or to what its tenant's registers come to. Names and contents are read over REST.
import Type from 'typebox';
import type { Announcement } from '../../actors/ports.js';
import { issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import { ID_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { seesAllTenants, visibleRegister } from '../access/registers.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { receiptFound } from '../submission/receipt.js';
import { followConsensus } from './consensus-stream.js';
import type { Hub, HubMethod, HubSession, Telling, TopicKind } from './define.js';
import { followDockets } from './docket-stream.js';

const OneId = [Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX })];

/** The topic of one register: who may see the register may listen to it. */
export const REGISTER_TOPIC: TopicKind = {
  admit: (name, call) => {
    const record = visibleRegister(call, name);
    return isFailure(record) ? record : [record.id];
  },
};

/**
 * The topic of one receipt: a client that knows a TxId hears what became of the transaction. It need not see the
 * register, as it may read the receipt over REST. It tells in which docket it was sealed, and nothing of it.
 */
const OF_RECEIPT = 'the id of a register and a TxId';
const ReceiptPlace = [
  Type.String({ minLength: 1, maxLength: ID_LENGTH_MAX }),
  Type.String({ pattern: '^[0-9a-f]{64}$', description: 'TxId.' }),
];

const RECEIPT_TOPIC: TopicKind = {
  admit: (name, call) => {
    const standing = standingOf(name, call);
    return isFailure(standing) ? standing : [name];
  },
};

const RECEIPT_METHODS: Readonly<Record<string, HubMethod>> = {
  SubscribeToReceipt: {
    summary: `${OF_RECEIPT}; gives its status of now, behind which nothing is missed.`,
    args: ReceiptPlace,
    run: ([registerId, txId], session) => {
      const name = `${registerId}/${txId}`;
      return session.subscribe('receipt', name) ?? standingOf(name, session.call);
    },
  },
  UnsubscribeFromReceipt: {
    summary: `${OF_RECEIPT}.`,
    args: ReceiptPlace,
    run: ([registerId, txId], session) => session.unsubscribe('receipt', `${registerId}/${txId}`),
  },
};

export const registerHub: Hub = {
  name: 'register',
  paths: ['/hubs/register'],
  can: 'CanReadTransactions',
  methods: {
    SubscribeToRegister: {
      summary: 'the id of a register; gives how many dockets it has, of which the next one is told.',
      args: OneId,
      run: ([id], session) => session.subscribe('register', id as string) ?? heightOf(id as string, session),
    },
    UnsubscribeFromRegister: leaving('register'),
    SubscribeToTenant: {
      summary: 'the id of a tenant.',
      args: OneId,
      run: ([id], session) => session.subscribe('tenant', id as string),
    },
    UnsubscribeFromTenant: leaving('tenant'),
    ...RECEIPT_METHODS,
  },
  streams: { FollowDockets: followDockets, FollowConsensus: followConsensus },
  topics: {
    register: REGISTER_TOPIC,
    receipt: RECEIPT_TOPIC,
    tenant: {
      admit: (name, { caller }) =>
        name === caller.organisationId || seesAllTenants(caller)
          ? [name]
          : fail(issue('ORGANISATION_NOT_FOUND', '', 'Your token is not for this organisation.')),
    },
  },
  tells: {
    'register-created': ({ registerId, tenantId }) => ({
      topics: [`tenant:${tenantId}`],
      signals: () => [{ target: 'RegisterCreated', ids: [registerId] }],
    }),
    'register-deleted': ({ registerId, tenantId }) => ({
      topics: [`register:${registerId}`, `tenant:${tenantId}`],
      last: true,
      signals: () => [{ target: 'RegisterDeleted', ids: [registerId] }],
    }),
    'register-status': ({ registerId, status }) => ({
      topics: [`register:${registerId}`],
      signals: () => [{ target: 'RegisterStatusChanged', ids: [registerId, status] }],
    }),
    'register-sync': ({ registerId, syncState }) => ({
      topics: [`register:${registerId}`],
      signals: () => [{ target: 'RegisterSyncStateChanged', ids: [registerId, syncState] }],
    }),
    'docket-sealed': (fact) => [tellSealed(fact), ...receiptsOf(fact)],
    'transaction-refused': (fact) => tellEnded('TransactionRefused', fact),
    'transaction-abandoned': (fact) => tellEnded('TransactionAbandoned', fact),
  },
};

type SealedFact = Extract<Announcement, { readonly type: 'docket-sealed' }>;

function tellSealed({ registerId, height, hash, transactions, timestampMs }: SealedFact): Telling {
  return {
    topics: [`register:${registerId}`],
    atMs: timestampMs,
    signals: (traces) => {
      const confirmed = transactions.map(({ txId }) => txId);
      const trace = traces.ofAll(confirmed, hash);
      return [
        { target: 'DocketSealed', ids: [registerId, height, hash], trace },
        { target: 'RegisterHeightUpdated', ids: [registerId, height + 1], trace },
        ...confirmed.map((txId) => ({
          ...{ target: 'TransactionConfirmed', ids: [registerId, txId] },
          trace: traces.of(txId),
        })),
      ];
    },
  };
}

/** The end of a promised transaction other than a seal. Its receipt says why in words. */
function tellEnded(
  target: string,
  { registerId, txId, code }: { readonly registerId: string; readonly txId: string; readonly code: string },
): Telling {
  const topics = [`register:${registerId}`, receiptTopic(registerId, txId)];
  return { topics, signals: () => [{ target, ids: [registerId, txId, code] }] };
}

/** A client compares it with the last docket that it knows, and reads over REST those between. */
function heightOf(name: string, { call }: HubSession): Json {
  const record = call.deps.ledger.register(name);
  return { height: record === undefined ? 0 : (call.deps.chain.head(record.reg)?.height ?? -1) + 1 };
}

function leaving(kind: 'register' | 'tenant'): HubMethod {
  return {
    summary: `the id of a ${kind}.`,
    args: OneId,
    run: ([id], session) => session.unsubscribe(kind, id as string),
  };
}

function receiptTopic(registerId: string, txId: string): string {
  return `receipt:${registerId}/${txId}`;
}

/** To each listener the receipt that it waits for. It has no id of its own: it is found by that of its transaction. */
function receiptsOf({ registerId, height, transactions, timestampMs: atMs }: SealedFact): readonly Telling[] {
  return transactions.map(({ txId }) => ({
    topics: [receiptTopic(registerId, txId)],
    atMs,
    signals: (traces) => [
      { target: 'TransactionReceipt', ids: [txId, registerId, height, txId], trace: traces.of(txId) },
    ],
  }));
}

function standingOf(name: string, call: ApiCall<ApiDeps>): Result<Json> {
  const [registerId = '', txId = ''] = name.split('/');
  const receipt = receiptFound(call, { registerId, txId });
  return isFailure(receipt) ? receipt : { status: receipt.receipt.status };
}
