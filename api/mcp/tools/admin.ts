// Tools of those who run an organisation or a node (reference-facts 4.7). Each that changes something asks before. None
// shows a secret, takes a password, or acts in the governance of a register.
import Type from 'typebox';
import { quoteText, showHidden } from '../../../core/base/hidden.js';
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { AUDIT_EVENTS } from '../../../core/tenant/organisations/audit-events.js';
import { StatusSchema } from '../../schemas/accounts/tenant.js';
import { CursorPageQuery, RegisterId, StatedTime, Uuid } from '../../schemas/base/common.js';
import { type ToolPorts, type ToolRow, tool } from './define.js';
import { readingTool, statedMembers } from './reading.js';

const SLICE = 'admin';
const reading = { isReadOnly: true, isDestructive: false, isIdempotent: true };
const LINES_MAX = 200;
const paging = {
  page: Type.Optional(CursorPageQuery.properties.page),
  pageSize: Type.Optional(CursorPageQuery.properties.pageSize),
  cursor: CursorPageQuery.properties.cursor,
};
const organizationId = Type.Optional({ ...Uuid, description: 'Without it the organisation of the token.' });

/** The organisation that is meant: the stated one, else that of the caller. */
async function organisationFor(stated: string | undefined, call: ToolPorts<'getMe'>['call']): Promise<Result<string>> {
  if (stated !== undefined) return stated;
  const me = await call('getMe', {});
  if (isFailure(me)) return me;
  return (
    me.organizationId ??
    fail(issue('ORGANISATION_NOT_FOUND', '/organizationId', 'The token is of no organisation: name one.'))
  );
}

const validatorStatus = tool({
  name: 'validator_status',
  slice: SLICE,
  title: 'Read the state of validators',
  description:
    'Tells whether the validator of a register runs, and its place in consensus; without a register it lists those that run here. Use it when nothing is sealed.',
  operations: ['getValidatorStatus', 'getMonitoring'],
  input: Type.Object({ registerId: Type.Optional(RegisterId) }),
  members: {},
  hints: reading,
  async run({ registerId }, { call }) {
    const state = await (registerId === undefined
      ? call('getMonitoring', {})
      : call('getValidatorStatus', { params: { registerId } }));
    if (isFailure(state)) return state;
    return {
      status: 'Passed',
      message: 'data has the state of the validator, or the registers of those that run.',
      data: state,
    };
  },
});

const auditQuery = tool({
  name: 'audit_query',
  slice: SLICE,
  title: 'Read the audit trail of an organisation',
  description:
    'Lists security events, the newest first: who signed in, who changed rights, which program acted. Use it to find out what happened. It changes nothing.',
  operations: ['getMe', 'listAuditEvents'],
  input: Type.Object({
    organizationId,
    identityId: Type.Optional(Type.String({ maxLength: 100, description: 'Of the one who acted.' })),
    eventType: Type.Optional(Type.Enum([...AUDIT_EVENTS])),
    success: Type.Optional(Type.Boolean()),
    from: Type.Optional(StatedTime),
    to: Type.Optional(StatedTime),
    pageSize: paging.pageSize,
    before: Type.Optional(Type.String({ maxLength: 100, description: 'data.next of the page before.' })),
  }),
  members: {},
  hints: reading,
  async run({ organizationId: stated, ...query }, { call }) {
    const of = await organisationFor(stated, call);
    if (isFailure(of)) return of;
    const events = await call('listAuditEvents', { params: { organizationId: of }, query: statedMembers(query) });
    if (isFailure(events)) return events;
    return { status: 'Passed', message: 'data.items has the events; data.next leads on.', data: events };
  },
});

const userList = tool({
  name: 'user_list',
  slice: SLICE,
  title: 'List the users of an organisation',
  description: 'Lists users with roles, state and last sign-in. Use it to find the id that user_manage takes.',
  operations: ['getMe', 'listUsers'],
  input: Type.Object({ organizationId, ...paging }),
  members: {},
  hints: reading,
  async run({ organizationId: stated, ...query }, { call }) {
    const of = await organisationFor(stated, call);
    if (isFailure(of)) return of;
    const users = await call('listUsers', { params: { organizationId: of }, query: statedMembers(query) });
    return isFailure(users) ? users : { status: 'Passed', message: 'data.users has the users.', data: users };
  },
});

export const adminTools: readonly ToolRow[] = [
  readingTool({
    name: 'health_check',
    slice: SLICE,
    title: 'Read the health of the node',
    description: 'Tells the state of each part of the node. Use it first when something does not work.',
    operation: 'getHealth',
    input: Type.Object({}),
    message: 'data.status says how the node is; data.services each part.',
    ask: () => ({}),
  }),
  readingTool({
    name: 'peer_status',
    slice: SLICE,
    title: 'Read the mesh of the node',
    description:
      'Tells which peers the node has, and how far its replicas are behind. Use it when a register does not come.',
    operation: 'getMeshStatus',
    input: Type.Object({}),
    message: 'data has the node, its peers and its replicas.',
    ask: () => ({}),
  }),
  validatorStatus,
  readingTool({
    name: 'metrics',
    slice: SLICE,
    title: 'Read the figures of validators',
    description:
      'Counts dockets, transactions, rounds of consensus and what waits since the start of the node, of one register or of all.',
    operation: 'getMetrics',
    input: Type.Object({ registerId: Type.Optional(RegisterId) }),
    message: 'data has the figures since the node started.',
    ask: (query) => ({ query: statedMembers(query) }),
  }),
  readingTool({
    name: 'log_query',
    slice: SLICE,
    title: 'Read the newest lines of the log',
    description:
      'Reads the last lines of the log of the node, from a level on. Secrets are hidden in them. Use it when health_check names a part.',
    operation: 'listLogLines',
    input: Type.Object({
      level: Type.Optional(Type.Enum(['debug', 'info', 'warn', 'error'])),
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: LINES_MAX })),
    }),
    message: 'data.items has the lines in order of time; data.next leads on to those that come.',
    ask: (query) => ({ query: statedMembers(query) }),
  }),
  auditQuery,
  readingTool({
    name: 'tenant_list',
    slice: SLICE,
    title: 'List the organisations of the node',
    description: 'Lists all organisations with state and subdomain. Use it to find the id that tenant_update takes.',
    operation: 'listPlatformOrganizations',
    input: Type.Object({ status: Type.Optional(StatusSchema), ...paging }),
    message: 'data.items has the organisations.',
    ask: (query) => ({ query: statedMembers(query) }),
  }),
  userList,
];

const tenantUpdate = tool({
  name: 'tenant_update',
  slice: SLICE,
  title: 'Rename, suspend or reactivate an organisation',
  description:
    'Changes the name or the state of an organisation. Suspension ends every session of its members. The person is always asked before.',
  operations: ['getOrganization', 'updateOrganization', 'setOrganizationStatus'],
  input: Type.Object({
    organizationId: Uuid,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    status: Type.Optional(StatusSchema),
  }),
  members: { organizationId: Uuid },
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  gate: {
    when: 'always',
    elsewhere: 'quorate organisation, or PUT /api/organizations/{id}',
    async ask({ organizationId: id, name, status }, { call }) {
      const organisation = await call('getOrganization', { params: { id } });
      if (isFailure(organisation)) return organisation;
      const changes = [
        ...(name === undefined ? [] : [`the name to ${quoteText(name)}`]),
        ...(status === undefined ? [] : [`the state to ${status}`]),
      ];
      if (changes.length === 0) return fail(issue('BODY_INVALID', '/name', 'State a name, a status, or both.'));
      return {
        message: `Change of the organisation ${quoteText(organisation.name)} (${id}) ${changes.join(' and ')}? A suspension ends every session of its members.`,
      };
    },
  },
  async run({ organizationId: id, name, status }, { call }) {
    const renamed =
      name === undefined ? undefined : await call('updateOrganization', { params: { id }, body: { name } });
    if (renamed !== undefined && isFailure(renamed)) return renamed;
    const set = status && (await call('setOrganizationStatus', { params: { orgId: id }, body: { status } }));
    if (set !== undefined && isFailure(set)) return set;
    return {
      status: 'Passed',
      message: 'The organisation is changed.',
      members: { organizationId: id },
      data: renamed,
    };
  },
});

const USER_ACTS = ['Suspend', 'Reactivate', 'Unlock', 'ChangeRole'] as const;

const userManage = tool({
  name: 'user_manage',
  slice: SLICE,
  title: 'Suspend, reactivate or unlock a user, or change its role',
  description:
    'Does one of Suspend, Reactivate, Unlock and ChangeRole to a user of an organisation. ChangeRole takes the one role that the user then has. The person is always asked before.',
  operations: ['getMe', 'getUser', 'suspendUser', 'reactivateUser', 'unlockUser', 'setUserRole'],
  input: Type.Object({
    userId: Uuid,
    organizationId,
    action: Type.Enum([...USER_ACTS]),
    role: Type.Optional(Type.String({ maxLength: 30, description: 'Of ChangeRole.' })),
  }),
  members: { userId: Uuid },
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  gate: {
    when: 'always',
    elsewhere: 'quorate user suspend, reactivate, unlock or role',
    async ask({ userId, organizationId: stated, action, role }, { call }) {
      if ((action === 'ChangeRole') !== (role !== undefined))
        return fail(issue('BODY_INVALID', '/role', 'ChangeRole takes a role, and nothing else does.'));
      const of = await organisationFor(stated, call);
      if (isFailure(of)) return of;
      const user = await call('getUser', { params: { organizationId: of, userId } });
      if (isFailure(user)) return user;
      const act = role === undefined ? action : `ChangeRole to ${showHidden(role)}`;
      return {
        message:
          `${act}: the user ${quoteText(user.displayName)} (${showHidden(user.email)}) with the roles ${user.roles.join(', ')}, who is ${user.status}? ` +
          'Sessions end where the user may do less than before.',
        kept: { organizationId: of },
      };
    },
  },
  async run({ userId, action, role = '' }, { call }, confirmation) {
    const params = { organizationId: String(confirmation?.kept.organizationId), userId };
    const done = await (action === 'ChangeRole'
      ? call('setUserRole', { params, body: { role } })
      : call(ACT_OF[action], { params }));
    if (done !== undefined && isFailure(done)) return done;
    return { status: 'Passed', message: 'It is done.', members: { userId }, data: done };
  },
});

const ACT_OF = { Suspend: 'suspendUser', Reactivate: 'reactivateUser', Unlock: 'unlockUser' } as const;

const tokenRevoke = tool({
  name: 'token_revoke',
  slice: SLICE,
  title: 'End the sessions of a user or an organisation',
  description:
    'Ends all tokens of one user, or of all members of one organisation. They sign in again afterwards; to keep somebody out use user_manage. The person is always asked before.',
  operations: ['getMe', 'getUser', 'getOrganization', 'revokeUserTokens', 'revokeOrganizationTokens'],
  input: Type.Object({
    userId: Type.Optional({ ...Uuid, description: 'In the organisation of the token.' }),
    organizationId: Type.Optional({ ...Uuid, description: 'Of all members; stated without a user.' }),
    reason: Type.String({ minLength: 1, maxLength: 200, description: 'Shown to the person who confirms.' }),
  }),
  members: {},
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  gate: {
    when: 'always',
    elsewhere: 'POST /api/auth/token/revoke-user or /revoke-organization',
    async ask({ userId, organizationId: id, reason }, { call }) {
      if ((userId === undefined) === (id === undefined))
        return fail(issue('BODY_INVALID', '/userId', 'State a user or an organisation, and not both.'));
      const whom = await (userId === undefined ? membersOf(id ?? '', call) : nameOf(userId, call));
      if (isFailure(whom)) return whom;
      return { message: `End all sessions of ${whom}? Reason given: ${quoteText(reason)}.` };
    },
  },
  async run({ userId, organizationId: id = '' }, { call }) {
    const ended = await (userId === undefined
      ? call('revokeOrganizationTokens', { body: { organizationId: id } })
      : call('revokeUserTokens', { body: { userId } }));
    return isFailure(ended) ? ended : { status: 'Passed', message: 'All of these sessions are ended.', data: ended };
  },
});

async function membersOf(id: string, call: ToolPorts<'getOrganization'>['call']): Promise<Result<string>> {
  const organisation = await call('getOrganization', { params: { id } });
  return isFailure(organisation) ? organisation : `all members of ${quoteText(organisation.name)} (${id})`;
}

async function nameOf(userId: string, call: ToolPorts<'getMe' | 'getUser'>['call']): Promise<Result<string>> {
  const of = await organisationFor(undefined, call);
  if (isFailure(of)) return of;
  const user = await call('getUser', { params: { organizationId: of, userId } });
  return isFailure(user) ? user : `the user ${quoteText(user.displayName)} (${showHidden(user.email)})`;
}

export const managingTools: readonly ToolRow[] = [tenantUpdate, userManage, tokenRevoke];
