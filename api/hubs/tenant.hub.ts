// The hub of a person's account (specification section 6, reference-facts 6.5): what came to the inbox, how much of it
// is unread, and which device was enrolled. A connection hears of its own person alone, from its start.
import type { Hub } from './define.js';
import { PERSON_TOPIC, personTopic } from './topics/person-topic.js';

export const tenantHub: Hub = {
  ...PERSON_TOPIC,
  name: 'tenant',
  paths: ['/hubs/tenant'],
  can: 'RequireUser',
  program: 'organisation:admin',
  tells: {
    'inbox-entry-added': ({ platformUserId, entryId, atMs }) => ({
      topics: [personTopic(platformUserId)],
      atMs,
      signals: () => [{ target: 'InboxEntryAdded', ids: [entryId] }],
    }),
    'inbox-unread-count': ({ platformUserId, unread }) => ({
      topics: [personTopic(platformUserId)],
      signals: () => [{ target: 'InboxUnreadCountUpdated', ids: [unread] }],
    }),
    'device-enrolled': ({ platformUserId, deviceId, atMs }) => ({
      topics: [personTopic(platformUserId)],
      atMs,
      signals: () => [{ target: 'DeviceEnrolled', ids: [platformUserId, deviceId] }],
    }),
  },
};
