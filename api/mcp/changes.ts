// Which resources a fact changes, by their topics. Facts that change no resource have none. Plain data.
import type { Announcement } from '../../actors/ports.js';

export function registerTopic(registerId: string): string {
  return `register:${registerId}`;
}

export function instanceTopic(instanceId: string): string {
  return `instance:${instanceId}`;
}

export function inboxTopic(platformUserId: string): string {
  return `inbox:${platformUserId}`;
}

export function topicsChangedBy(fact: Announcement): readonly string[] {
  switch (fact.type) {
    case 'docket-sealed': {
      const instances = fact.transactions.flatMap(({ header }) => header.instanceId ?? []);
      return [registerTopic(fact.registerId), ...new Set(instances.map(instanceTopic))];
    }
    case 'register-status':
    case 'register-sync':
    case 'register-deleted':
      return [registerTopic(fact.registerId)];
    case 'inbox-entry-added':
    case 'inbox-unread-count':
      return [inboxTopic(fact.platformUserId)];
    default:
      return 'instanceId' in fact ? [instanceTopic(fact.instanceId)] : [];
  }
}
