// Broken versions about programs that get sessions and passwords that are set anew: who gets one by a code alone,
// twice, too late or by guessing.
import type { Mutant } from './mutant.js';

const PROGRAMS = 'api/auth/program-sign-ins';
const RESETS = 'api/groups/accounts/password-resets/handlers';
const LOOPBACK = 'cli/remote/loopback';
const OF_PROGRAMS = 'contract/factors/program-sign-ins';
const OF_RESETS = 'contract/factors/password-resets';
const OF_LOOPBACK = 'contract/cli/connection/loopback';

export const PROGRAM_MUTANTS: readonly Mutant[] = [
  {
    name: 'a code is good without the verifier of the program that asked',
    edits: [{ file: PROGRAMS, from: 'challengeOf(verifier) === grant.codeChallenge', to: 'true' }],
    test: OF_PROGRAMS,
    caught: 'gets nothing by the code alone',
  },
  {
    name: 'codes that no program waits with are not counted',
    edits: [{ file: PROGRAMS, from: 'if (!found)\n            this.countWrong(account);', to: '' }],
    test: OF_PROGRAMS,
    caught: 'is not found by guessing',
  },
  {
    name: 'an answer to a program is given twice',
    edits: [{ file: PROGRAMS, from: 'this.byDeviceCode.take(deviceCode)?.answer', to: 'found.answer' }],
    test: OF_PROGRAMS,
    caught: 'hears a no, once',
  },
  {
    name: 'a refused program is let in later',
    edits: [{ file: PROGRAMS, from: 'this.byUserCode.take(userCode', to: 'this.byUserCode.peek(userCode' }],
    test: OF_PROGRAMS,
    caught: 'hears a no, once',
  },
  {
    name: 'the session that let a program in goes on beside it',
    edits: [
      {
        file: 'api/groups/accounts/program-sign-ins/handlers',
        from: '(family ? endFamily(deps, family) : [])',
        to: '[]',
      },
    ],
    test: OF_PROGRAMS,
    caught: 'ends the one that let it in',
  },
  {
    name: 'a token outlives the password that it was asked for',
    edits: [{ file: RESETS, from: 'stored.passwordHash !== reset.passwordHash', to: 'false' }],
    test: OF_RESETS,
    caught: 'until the password is another one',
  },
  {
    name: 'sessions go on when a password was set anew',
    edits: [{ file: RESETS, from: '{stored.id}`, deps.clock', to: '{stored.email}`, deps.clock' }],
    test: OF_RESETS,
    caught: 'ends all sessions',
  },
  {
    name: 'an address that was never verified sets a password',
    edits: [{ file: RESETS, from: 'user?.emailVerifiedAt !== undefined', to: 'user !== undefined' }],
    test: OF_RESETS,
    caught: 'never verified',
  },
  {
    name: 'all sessions of an account end but those that are not listed',
    edits: [
      {
        file: 'api/groups/accounts/sessions/handlers',
        from: '{caller.platformUserId}`, deps.clock',
        to: '{caller.subject}`, deps.clock',
      },
    ],
    test: 'contract/factors/sessions',
    caught: 'end together',
  },
  {
    name: 'a session of somebody else is ended',
    edits: [
      {
        file: 'api/groups/accounts/sessions/handlers',
        from: 'family?.platformUserId !== caller.platformUserId || family.revoked',
        to: 'family === undefined || family.revoked',
      },
    ],
    test: 'contract/factors/sessions',
    caught: 'of somebody else are not there',
  },
  {
    name: 'a page of another site answers a login of the command line',
    edits: [{ file: LOOPBACK, from: "!isSame(query.get('state') ?? '', state)", to: 'false' }],
    test: OF_LOOPBACK,
    caught: 'takes nothing else',
  },
  {
    name: 'a name that leads to the loopback address is as good as that',
    edits: [{ file: LOOPBACK, from: ' || headers.host !== host', to: '' }],
    test: OF_LOOPBACK,
    caught: 'takes nothing else',
  },
];
