// Tools of people for what is their own: who they are here, credentials, devices, what they showed to whom
// (reference-facts 4.7). None gives a claim of a credential away, and none answers a verifier.
import Type from 'typebox';
import { quoteText } from '../../../core/base/hidden.js';
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure } from '../../../core/base/result.js';
import { WalletRef } from '../../schemas/accounts/wallet.js';
import { CursorPageQuery, Uuid } from '../../schemas/base/common.js';
import { type ToolRow, tool } from './define.js';
import { readingTool, statedMembers } from './reading.js';

const SLICE = 'citizen';
const reading = { isReadOnly: true, isDestructive: false, isIdempotent: true };

const myPersona = tool({
  name: 'my_persona',
  slice: SLICE,
  title: 'Read who the person is here',
  description:
    'Tells for whom the token speaks: name, roles, the organisation it is of, and the other ones of the person. Use it before you assume what the person may do.',
  operations: ['getMe', 'listMyOrganizations'],
  input: Type.Object({}),
  members: {},
  hints: reading,
  async run(_input, { call }) {
    const read = await call('getMe', {});
    if (isFailure(read)) return read;
    // An assistant knows what it may do by its list of tools.
    const { can: _, ...me } = read;
    const organisations = await call('listMyOrganizations', {});
    if (isFailure(organisations)) return organisations;
    return {
      status: 'Passed',
      message: 'data.me has the person, data.organisations its memberships.',
      data: { me, organisations },
    };
  },
});

const myCredentials = tool({
  name: 'my_credentials',
  slice: SLICE,
  title: 'List the credentials of a wallet',
  description:
    'Lists the credentials that a wallet of the person holds, without their claims, and those that issuers still owe. wallet_info has the addresses.',
  operations: ['listHeldCredentials', 'listPendingCredentials'],
  input: Type.Object({
    walletAddress: WalletRef,
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    cursor: CursorPageQuery.properties.cursor,
  }),
  members: {},
  hints: reading,
  async run({ walletAddress: address, ...query }, { call }) {
    const held = await call('listHeldCredentials', { params: { address }, query: statedMembers(query) });
    if (isFailure(held)) return held;
    const pending = await call('listPendingCredentials', { params: { address } });
    if (isFailure(pending)) return pending;
    return {
      status: 'Passed',
      message: 'data.held has the credentials, data.pending those that come later.',
      data: { held, pending },
    };
  },
});

const myPresentations = tool({
  name: 'my_presentations',
  slice: SLICE,
  title: 'List what verifiers ask for, and what was shown',
  description:
    'Lists the requests of verifiers that wait for the person, and what it showed to whom. It answers none: the person does that in its wallet.',
  operations: ['listWaitingPresentations', 'listPresentationHistory'],
  input: Type.Object({
    pageSize: Type.Optional(CursorPageQuery.properties.pageSize),
    cursor: CursorPageQuery.properties.cursor,
  }),
  members: {},
  hints: reading,
  async run(query, { call }) {
    const waiting = await call('listWaitingPresentations', {});
    if (isFailure(waiting)) return waiting;
    const history = await call('listPresentationHistory', { query: statedMembers(query) });
    if (isFailure(history)) return history;
    return {
      status: 'Passed',
      message: 'data.waiting has the requests, data.history what was shown.',
      data: { waiting, history },
    };
  },
});

const deviceRevoke = tool({
  name: 'device_revoke',
  slice: SLICE,
  title: 'Revoke a device of the person',
  description:
    'Ends the session of a device and takes its key away, as when it was lost. my_devices has the ids. The person is always asked before. It cannot be taken back.',
  operations: ['listDevices', 'revokeDevice'],
  input: Type.Object({ deviceId: Uuid }),
  members: { deviceId: Uuid },
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  gate: {
    when: 'always',
    elsewhere: 'quorate session revoke, or the page /login',
    async ask({ deviceId }, { call }) {
      const all = await call('listDevices', {});
      if (isFailure(all)) return all;
      const device = all.devices.find((its) => its.deviceId === deviceId);
      if (device === undefined) return fail(issue('DEVICE_NOT_FOUND', '/deviceId', 'The person has no such device.'));
      return {
        message: `Revoke the device ${quoteText(device.label)} (${quoteText(device.platform)}), enrolled ${device.enrolledAt}? It is signed out, and its key counts no more.`,
      };
    },
  },
  async run({ deviceId }, { call }) {
    const revoked = await call('revokeDevice', { params: { deviceId } });
    if (revoked !== undefined && isFailure(revoked)) return revoked;
    return { status: 'Passed', message: 'The device is revoked.', members: { deviceId } };
  },
});

export const citizenTools: readonly ToolRow[] = [
  myPersona,
  myCredentials,
  readingTool({
    name: 'my_devices',
    slice: SLICE,
    title: 'List the devices of the person',
    description: 'Lists enrolled devices with label, platform, state and last session. Use it before device_revoke.',
    operation: 'listDevices',
    input: Type.Object({}),
    message: 'data.devices has the devices, the newest first.',
    ask: () => ({}),
  }),
  deviceRevoke,
  myPresentations,
  readingTool({
    name: 'pending_applications',
    slice: SLICE,
    title: 'Read the notice of a pending application',
    description:
      'Reads the notice that an application of a citizen is pending somewhere. workflow_instances has the runs themselves.',
    operation: 'getPendingApplications',
    input: Type.Object({}),
    message: 'data has the notice, which is cleared after a day.',
    ask: () => ({}),
  }),
];
