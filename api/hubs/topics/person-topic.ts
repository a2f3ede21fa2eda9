// The topic of one person: its connections listen to it from their start, and no other connection can. A session
// that does not speak for the account as a whole is told nothing.
import { issue } from '../../../core/base/issue.js';
import { fail, failIf } from '../../../core/base/result.js';
import { wholeAccountProblem } from '../../access/whole-account.js';
import type { Hub } from '../define.js';

export const PERSON_TOPIC: Pick<Hub, 'methods' | 'topics'> & Required<Pick<Hub, 'joins'>> = {
  methods: {},
  topics: {
    person: {
      admit: (name, call) => {
        if (name === '' || name !== call.caller.platformUserId)
          return fail(issue('USER_NOT_FOUND', '', 'Your token is not for this user.'));
        return failIf(wholeAccountProblem(call)) ?? [name];
      },
    },
  },
  joins: ({ platformUserId }) => (platformUserId === '' ? undefined : { kind: 'person', name: platformUserId }),
};

export function personTopic(platformUserId: string): string {
  return `person:${platformUserId}`;
}
