// The topic of one person: its connections listen to it from their start, and nobody else can.
import { issue } from '../../core/base/issue.js';
import { fail } from '../../core/base/result.js';
import type { Hub } from './define.js';

export const PERSON_TOPIC: Pick<Hub, 'methods' | 'topics'> & Required<Pick<Hub, 'joins'>> = {
  methods: {},
  topics: {
    person: {
      admit: (name, { caller }) =>
        name !== '' && name === caller.platformUserId
          ? [name]
          : fail(issue('USER_NOT_FOUND', '', 'Your token is not for this user.')),
    },
  },
  joins: ({ platformUserId }) => (platformUserId === '' ? undefined : { kind: 'person', name: platformUserId }),
};

export function personTopic(platformUserId: string): string {
  return `person:${platformUserId}`;
}
