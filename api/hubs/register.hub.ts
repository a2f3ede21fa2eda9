// The hub of registers (specification section 6, reference-facts 6.1): a client listens to a register that it may see,
// or to what its tenant's registers come to. Names and contents are read over REST.
import Type from 'typebox';
import { issue } from '../../core/base/issue.js';
import type { Json } from '../../core/base/json.js';
import { ID_LENGTH_MAX } from '../../core/base/limits/ledger/transactions.js';
import { fail, isFailure } from '../../core/base/result.js';
import { seesAllTenants, visibleRegister } from '../access/registers.js';
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
  },
  streams: { FollowDockets: followDockets },
  topics: {
    register: REGISTER_TOPIC,
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
    'docket-sealed': ({ registerId, height, hash, transactions, timestampMs }) => ({
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
    }),
    'transaction-refused': (fact) => ended('TransactionRefused', fact),
    'transaction-abandoned': (fact) => ended('TransactionAbandoned', fact),
  },
};

/** The end of a promised transaction that is no seal. Its receipt says why in words. */
function ended(
  target: string,
  { registerId, txId, code }: { readonly registerId: string; readonly txId: string; readonly code: string },
): Telling {
  return { topics: [`register:${registerId}`], signals: () => [{ target, ids: [registerId, txId, code] }] };
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
