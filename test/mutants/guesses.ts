// Broken versions of what bounds guesses and floods: wrong one-time codes, mails that strangers ask for, addresses that
// somebody else registered, and refusals that fill the audit trail.
import type { Mutant } from './mutant.js';

const REGISTRATION = 'contract/factors/registration';
const CODES = 'contract/factors/code-limit';

export const GUESSES: readonly Mutant[] = [
  {
    name: 'an address gets pairing mails without end',
    edits: [{ file: 'api/groups/people/enrolment/handlers', from: 'deps.mailRates.pairing.seconds(', to: 'Math.min(' }],
    test: 'contract/devices/devices',
    caught: 'three times an hour for one account',
  },
  {
    name: 'an administrator who unlocks again and again lets an account be guessed at full pace',
    edits: [{ file: 'api/groups/people/users/handlers', from: 'deps.attempts.unlock(', to: 'deps.attempts.forget(' }],
    test: 'contract/accounts/rank',
    caught: 'stays slow to guess',
  },
  {
    name: 'a device is known of which the password of before was right',
    edits: [
      {
        file: 'core/tenant/devices/known-device',
        from: "function signature(key, { id, passwordHash = '' }, device) {",
        to: "function signature(key, { id }, device, passwordHash = '') {",
      },
    ],
    test: 'unit/core/tenant/devices/known-device',
    caught: 'of another password',
  },
  {
    name: 'whoever fails at the address of a known device locks it',
    edits: [
      {
        file: 'api/auth/attempts',
        from: 'device === undefined ? normalizeIP(address)',
        to: 'true ? normalizeIP(address)',
      },
    ],
    test: 'unit/api/auth/attempts',
    caught: 'count its failures for it alone',
  },
  {
    name: 'the command line tells another node by what it is known',
    edits: [{ file: 'cli/commands/people/login', from: ' || profile.url !== url', to: '' }],
    test: 'unit/cli/commands/people/login',
    caught: 'is known to its node by what it keeps',
  },
  {
    name: 'a cookie of a neighbour takes the place of that of a known device',
    edits: [
      {
        file: 'api/sign-in/known-devices',
        from: 'const value = values.get(',
        to: 'const value = values.get(NAME) ?? values.get(',
      },
    ],
    test: 'contract/factors/known-devices',
    caught: 'a neighbour of this host',
  },
  {
    name: 'whoever says any code waits behind no stranger',
    edits: [
      {
        file: 'api/sign-in/login',
        from: 'isVouched ? undefined : await delayFailure',
        to: "code !== '' ? undefined : await delayed",
      },
    ],
    test: 'contract/factors/known-devices',
    caught: 'a wrong code',
  },
  {
    name: 'an address gets invitations by mail without end',
    edits: [{ file: 'api/groups/people/invitations/inviting', from: 'if (late)', to: 'if (false)' }],
    test: 'contract/accounts/mailed-invitations',
    caught: 'three times an hour',
  },
  {
    name: 'a mail counts only after others that are asked for at the same time',
    edits: [
      {
        file: 'api/auth/mail-rate',
        from: 'this.sent.set(email, [...all, { atMs: nowMs, asker }]);',
        to: 'setTimeout(() => this.sent.set(email, [...all, { atMs: nowMs, asker }]), 0);',
      },
    ],
    test: 'contract/accounts/mailed-invitations',
    caught: 'many times at once',
  },
  {
    name: 'codes are guessed all day long',
    edits: [{ file: 'api/sign-in/codes', from: 'if (seconds > 0)', to: 'if (false)' }],
    ...{ test: CODES, caught: 'are judged no more' },
  },
  {
    name: 'wrong codes are counted in memory alone',
    edits: [
      {
        file: 'api/sign-in/codes',
        from: 'const counted = [deps.factors.put(user.id, { ...before, wrongCodes })];',
        to: 'before.wrongCodes = wrongCodes; const counted = [];',
      },
    ],
    ...{ test: CODES, caught: 'over a restart too' },
  },
  {
    name: 'the limit of codes keeps out a backup code',
    edits: [
      {
        file: 'api/sign-in/codes',
        from: 'shown.isBackupCode ? 0 : codeLimitSeconds',
        to: 'false ? 0 : codeLimitSeconds',
      },
    ],
    ...{ test: CODES, caught: 'keep out no user with a backup code' },
  },
  {
    name: 'a stranger without the password spends the codes of a day',
    edits: [
      { file: 'api/sign-in/login', from: 'found && matches && found.passwordHash', to: 'found && found.passwordHash' },
    ],
    ...{ test: CODES, caught: 'of somebody without the password' },
  },
  {
    name: 'codes are guessed without a count where the address is locked',
    edits: [{ file: 'api/sign-in/login', from: 'wrong && wrong.counted.length > 0', to: 'false' }],
    ...{ test: CODES, caught: 'where failures have locked the address' },
  },
  {
    name: 'a person who opens a mail gives the address to the account of a stranger',
    edits: [
      { file: 'api/groups/accounts/registration/handlers', from: 'matches ? undefined : NOT_CHOSEN', to: 'undefined' },
    ],
    ...{ test: REGISTRATION, caught: 'a stranger who began gets no account' },
  },
  {
    name: 'an address is added to an account without a session of it',
    edits: [
      {
        file: 'api/groups/accounts/registration/handlers',
        from: 'pending.platformUserId === caller.platformUserId)',
        to: 'true)',
      },
    ],
    ...{ test: REGISTRATION, caught: 'gets an address when that is verified' },
  },
  {
    name: 'somebody else asks for all mails that an owner may get',
    edits: [{ file: 'api/auth/mail-rate', from: 'one.asker === asker', to: 'true' }],
    ...{ test: REGISTRATION, caught: 'leaves mails to the owner' },
  },
  {
    name: 'many networks fill a mailbox',
    edits: [{ file: 'api/auth/mail-rate', from: 'all.length >= VERIFICATION_MAILS_ALL ?', to: 'false ?' }],
    ...{ test: REGISTRATION, caught: 'leaves mails to the owner' },
  },
  {
    name: 'a member fills the audit trail with refusals',
    edits: [{ file: 'api/auth/audit', from: 'if (!isKept(repeats))', to: 'if (false)' }],
    ...{ test: 'contract/wallets/access-grants', caught: 'keeps few of the refusals' },
  },
  {
    name: 'the refusals of one member hide those of another',
    edits: [
      {
        file: 'api/auth/audit',
        from: '[entry.eventType, entry.organisationId, entry.identityId]',
        to: '[entry.eventType]',
      },
    ],
    ...{ test: 'contract/wallets/access-grants', caught: 'keeps few of the refusals' },
  },
];
