// The hub of wallets on devices (specification section 6, reference-facts 6.4): a device hears that it was revoked, and
// locks. All devices of the person hear the same id and compare it with their own.
import type { Hub } from './define.js';
import { PERSON_TOPIC, personTopic } from './person-topic.js';

export const walletHub: Hub = {
  ...PERSON_TOPIC,
  name: 'wallet',
  paths: ['/hubs/wallet'],
  can: 'RequireUser',
  tells: {
    'device-revoked': ({ platformUserId, deviceId, atMs }) => ({
      topics: [personTopic(platformUserId)],
      atMs,
      // The session of the device ended when it was revoked, a moment before its status was flipped.
      parting: true,
      signals: () => [{ target: 'DeviceRevoked', ids: [deviceId] }],
    }),
  },
};
