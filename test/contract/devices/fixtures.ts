// Needs of the examples of personal inboxes, preferences, devices and enrolment in a world.
import { EXAMPLE } from '../../../api/examples/values.js';
import type { Device } from '../../../core/tenant/devices/device.js';
import type { InboxNotice } from '../../../core/tenant/inbox/entry.js';
import { entryId } from '../../../storage/tables/people/personal-inbox.js';
import { aKey, Phone } from '../credentials/phone.js';
import { ask } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { seedExample } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';

export const USER = EXAMPLE.userPlatformId;

export const aNotice = (sourceEventId: string, more: Partial<InboxNotice> = {}): InboxNotice => ({
  ...{ platformUserId: USER, sourceEventId, category: 'Membership', type: 'told', occurredAtMs: 1, details: {} },
  ...more,
});

const withEntry: Prepare = async ({ deps }) => {
  await seedExample(deps);
  await deps.notices.commit([], [aNotice('example')]);
  return { as: 'user', params: { entryId: entryId(USER, 'example') } };
};

const owner: Prepare = async ({ deps }) => {
  await seedExampleWallet(deps);
  return { as: 'administrator' };
};

/** A device of the user, as new. */
const withDevice: Prepare = async ({ deps }) => {
  await seedExample(deps);
  const { deviceId: id } = EXAMPLE;
  const device: Device = {
    ...{ id, label: 'Phone', platform: 'ios', status: 'Active' },
    enrolledAtMs: 1,
    sessionId: 's',
  };
  await deps.commit(deps.devices.put(USER, [device]));
  return { as: 'user' };
};

let told = 0;

export const prepareDevices: Readonly<Record<string, Prepare>> = {
  listInboxEntries: withEntry,
  getInboxEntry: withEntry,
  markEntryRead: withEntry,
  dismissEntry: withEntry,
  putDefaultWallet: owner,
  listDevices: withDevice,
  hasAnyDevice: withDevice,
  revokeDevice: withDevice,
  renewDeviceCredential: async (world) => {
    const phone = new Phone(world, '/credentials/system-admin');
    const key = aKey();
    const keyProof = async () => phone.proof((await phone.nonces()).proof, { key });
    await world.deps.commit(world.deps.devices.put(USER, []));
    const { json } = await ask(world, 'createEnrolSession', {}, { as: 'user' });
    const device = { label: 'Phone', platform: 'ios', keyProof: await keyProof() };
    const made = await ask(world, 'redeemEnrolSession', { body: { sessionToken: json.sessionToken, device } });
    return { as: 'user', params: { deviceId: made.json.deviceId }, body: { keyProof: await keyProof() } };
  },
  redeemEnrolSession: async (world) => {
    await world.deps.commit(world.deps.devices.put(USER, []));
    const { json } = await ask(world, 'createEnrolSession', {}, { as: 'user' });
    return { body: { sessionToken: json.sessionToken, device: { label: 'Phone', platform: 'ios' } } };
  },
  redeemShortCode: async (world) => {
    const { json } = await ask(world, 'createShortCode', {}, { as: 'user' });
    return { body: { code: json.code } };
  },
  // Each is another event: a repeat has another status.
  postInboxEntry: async ({ deps }) => {
    await seedExample(deps);
    told++;
    const body = {
      platformUserId: USER,
      sourceEventId: `credential-${told}`,
      category: 'Credential',
      type: 'available',
    };
    return { as: 'service', body };
  },
};
