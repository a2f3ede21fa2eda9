// Broken versions about signing in: who gets in with less than was asked for.
import type { Mutant } from './mutant.js';

export const SIGN_IN: readonly Mutant[] = [
  {
    name: 'a password alone opens an account with a second factor',
    edits: [{ file: 'api/sign-in/sign-in', from: 'availableMethods.length > 0', to: 'availableMethods.length > 9' }],
    test: 'contract/accounts/sign-in',
    caught: 'asks for the second factor',
  },
  {
    name: 'a login token is tried without end',
    edits: [
      {
        file: 'core/tenant/factors/challenges',
        from: 'found.attempts >= this.bounds.attempts',
        to: 'found.attempts < 0',
      },
    ],
    test: 'unit/core/tenant/factors/challenges',
    caught: 'so many tries and no more',
  },
  {
    name: 'a challenge is answered twice',
    edits: [
      {
        file: 'core/tenant/factors/challenges',
        from: 'const found = this.kept.get(key);\n        this.remove(key);',
        to: 'const found = this.kept.get(key);',
      },
    ],
    test: 'unit/core/tenant/factors/challenges',
    caught: 'is answered once',
  },
  {
    name: 'a login token outlives the end of all sessions',
    edits: [
      { file: 'api/auth/login-tokens', from: 'return this.ports.sessions.isRevoked(token) ?', to: 'return false ?' },
    ],
    test: 'contract/accounts/sign-in',
    caught: 'ends with the sessions',
  },
  {
    name: 'a consumer session gets the roles of the organisation that it switches to',
    edits: [
      {
        file: 'api/sign-in/session',
        from: 'signIn: after,',
        to: 'signIn: { ...after, tier: undefined },',
      },
    ],
    test: 'contract/accounts/sign-in',
    caught: 'on the consumer tier in every organisation',
  },
  {
    name: 'a one-time code is taken twice',
    edits: [{ file: 'core/tenant/factors/totp', from: 'step > lastStep', to: 'step >= 0' }],
    test: 'contract/factors/totp',
    caught: 'are each taken once',
  },
  {
    name: 'a backup code works again and again',
    edits: [
      { file: 'core/tenant/factors/totp', from: 'filter((one) => one !== hash)', to: 'filter((one) => one !== "")' },
    ],
    test: 'contract/factors/totp',
    caught: 'each backup code once',
  },
  {
    name: 'the use of a code is not in the commit of its session',
    edits: [{ file: 'api/sign-in/session', from: '...ops,', to: '' }],
    test: 'contract/factors/totp',
    caught: 'are each taken once',
  },
  {
    name: 'one login token opens two sessions',
    edits: [{ file: 'api/auth/login-tokens', from: 'this.tokens.take(token)', to: 'this.tokens.peek(token)' }],
    test: 'contract/factors/totp',
    caught: 'open one session with one login token',
  },
  {
    name: 'any code passes the lock of failed logins',
    edits: [
      {
        file: 'api/sign-in/login',
        from: 'const lock = checkLock(deps, attempt);',
        to: "const lock = code === '' && checkLock(deps, attempt);",
      },
    ],
    test: 'contract/factors/totp',
    caught: 'while failed logins lock the address',
  },
  {
    name: 'one more failure lifts a lock',
    edits: [{ file: 'core/tenant/lockout', from: 'Math.max(record.lockedUntilMs, ', to: 'Math.max(0, ' }],
    test: 'unit/core/tenant/lockout',
    caught: 'is not lifted by one more failure',
  },
  {
    name: 'factors are changed with any old session',
    edits: [
      { file: 'api/dispatch/admission', from: 'admission.takesRecentSignIn && !isRecent', to: 'false && !isRecent' },
    ],
    test: 'contract/factors/totp',
    caught: 'take a session that began of late',
  },
  {
    name: 'a copied passkey signs in',
    edits: [{ file: 'core/tenant/factors/passkeys', from: 'counter <= used.counter', to: 'counter < 0' }],
    test: 'unit/core/tenant/factors/passkeys',
    caught: 'that counted 5 may say 5',
  },
  {
    name: 'a passkey signs in without its user',
    edits: [
      {
        file: 'api/groups/accounts/passkeys/handlers',
        from: '{ challenge, mustVerify: true }',
        to: '{ challenge, mustVerify: false }',
      },
    ],
    test: 'contract/factors/passkeys',
    caught: 'without their user',
  },
  {
    name: 'a passkey of somebody else is the second factor',
    edits: [{ file: 'api/sign-in/passkeys', from: 'userId ?? handleOf(answer)', to: 'handleOf(answer)' }],
    test: 'contract/factors/passkeys',
    caught: 'open no login of the user',
  },
  {
    name: 'a certificate of a maker is looked into',
    edits: [{ file: 'api/sign-in/passkeys', from: '!isOwnWord(answer) || ', to: '' }],
    test: 'contract/factors/passkeys',
    caught: 'on the word of a maker',
  },
  {
    name: 'a passkey is enrolled by another session',
    edits: [
      { file: 'api/groups/accounts/passkeys/handlers', from: ' || begun.sessionId !== caller.sessionId', to: '' },
    ],
    test: 'contract/factors/passkeys',
    caught: 'for the session of somebody else',
  },
  {
    name: 'the last way into an account is revoked',
    edits: [{ file: 'api/groups/accounts/passkeys/handlers', from: 'if (!canSignIn(', to: 'if (false && !canSignIn(' }],
    test: 'contract/factors/passkeys',
    caught: 'when nothing else opens the account',
  },
  {
    name: 'a registration tells its mail to an address that has an account',
    edits: [
      {
        file: 'api/groups/accounts/registration/handlers',
        from: 'if (holder && !yields(holder))\n        return knownAddressMail(words)',
        to: 'if (false)\n        return knownAddressMail(words)',
      },
    ],
    test: 'contract/factors/registration',
    caught: 'answers alike for an address',
  },
  {
    name: 'a verified address takes the place of an account',
    edits: [
      {
        file: 'api/groups/accounts/registration/handlers',
        from: 'if (holder && !yields(holder))\n            return fail(',
        to: 'if (false)\n            return fail(',
      },
    ],
    test: 'contract/factors/registration',
    caught: 'gives the address to who verified it first',
  },
  {
    name: 'a first password need not be changed',
    edits: [{ file: 'api/groups/people/invitations/adding', from: 'mustChangePassword: true', to: 'isNameless: true' }],
    test: 'contract/accounts/first-passwords',
    caught: 'changes the password first',
  },
  {
    name: 'a first password is given to an account that was made meanwhile',
    edits: [
      {
        file: 'api/groups/people/invitations/adding',
        from: 'if (deps.tenants.userOfEmail(email) !== undefined)',
        to: 'if (false)',
      },
    ],
    test: 'contract/accounts/first-passwords',
    caught: 'takes no account that was made while its password was hashed',
  },
  {
    name: 'an organisation takes people who come alone against its settings',
    edits: [
      {
        file: 'api/registration/new-account',
        from: '!settingsOf(organisation, takesPeople).selfRegistrationEnabled',
        to: 'false',
      },
    ],
    test: 'contract/factors/registration',
    caught: 'takes no user where the organisation does not',
  },
  {
    name: 'a refresh counts as a sign-in',
    edits: [
      {
        file: 'api/sign-in/session',
        from: 'signedInAtMs = family.signedInAtMs,',
        to: 'signedInAtMs = deps.clock.now(),',
      },
    ],
    test: 'contract/accounts/sign-in',
    caught: 'counts as recent for ten minutes',
  },
  {
    name: 'a token of another store with the same key opens this one',
    edits: [{ file: 'core/tenant/members/token-owner', from: 'member === undefined', to: 'false' }],
    test: 'contract/node/two-stores',
    caught: 'the other answers 401',
  },
  {
    name: 'a token is good for the membership of somebody else',
    edits: [{ file: 'core/tenant/members/token-owner', from: 'member.platformUserId !== platformUserId', to: 'false' }],
    test: 'unit/core/tenant/members/token-owner',
    caught: 'refuses who is not here as foreign',
  },
  {
    name: 'a token outlives its account',
    edits: [
      { file: 'core/tenant/members/token-owner', from: 'tenants.user(platformUserId) === undefined', to: 'false' },
    ],
    test: 'unit/core/tenant/members/token-owner',
    caught: 'refuses who is not here as foreign',
  },
  {
    name: 'a service of another store is let in',
    edits: [
      { file: 'core/tenant/members/token-owner', from: 'if (service === undefined)', to: 'if (!service && false)' },
    ],
    test: 'unit/core/tenant/members/token-owner',
    caught: 'refuses who is not here as foreign',
  },
  {
    name: 'a session is refreshed without end',
    edits: [{ file: 'core/tenant/session', from: 'return createdAtMs + lastsMs;', to: 'return Infinity;' }],
    test: 'contract/accounts/one-session',
    caught: 'ends twelve hours after it began',
  },
  {
    name: 'the end of the other sessions ends none',
    edits: [
      {
        file: 'storage/tables/accounts/sessions',
        from: 'revocation.spares !== sessionId',
        to: 'revocation.spares === sessionId',
      },
    ],
    test: 'contract/accounts/one-session',
    caught: 'ends the others',
  },
  {
    name: 'a session that is switched keeps its refresh token of before',
    edits: [{ file: 'core/tenant/session', from: 'current: hash,', to: '' }],
    test: 'contract/accounts/one-session',
    caught: 'is ended by a refresh token of before',
  },
  {
    name: 'a session that was signed out of an organisation comes back from another one',
    edits: [{ file: 'api/sign-in/session', from: 'issuedAtMs: family.signedInAtMs })', to: 'issuedAtMs: Infinity })' }],
    test: 'contract/accounts/one-session',
    caught: 'comes back by a proof',
  },
  {
    name: 'a session that was ended goes on in a restored store',
    edits: [{ file: 'storage/open', from: '(isFresh ? [endOfAll', to: '(false ? [endOfAll' }],
    test: 'unit/storage/open',
    caught: 'ends all sessions of before, once',
  },
  {
    name: 'a copy of a store signs tokens that the first one takes',
    edits: [{ file: 'storage/backup/backup', from: 'forgetTokenKey(kv),', to: '' }],
    test: 'contract/storage/backup',
    caught: 'a key of its own for tokens',
  },
  {
    name: 'a thief of a session has tries at each address',
    edits: [{ file: 'api/sign-in/login', from: 'device: caller.sessionId,', to: '' }],
    test: 'contract/factors/step-up',
    caught: 'has its tries for itself',
  },
  {
    name: 'a proof of another session renews this one',
    edits: [{ file: 'api/groups/accounts/step-up/handlers', from: ' || sessionId !== caller.sessionId', to: '' }],
    test: 'contract/factors/step-up',
    caught: 'for the session that began it alone',
  },
  {
    name: 'a passkey renews a sign-in without its user',
    edits: [
      {
        file: 'api/groups/accounts/step-up/handlers',
        from: 'userId, mustVerify: true',
        to: 'userId, mustVerify: false',
      },
    ],
    test: 'contract/factors/step-up',
    caught: 'by a passkey that verifies its user',
  },
  {
    name: 'a session that ended meanwhile is renewed',
    edits: [
      { file: 'api/groups/accounts/step-up/handlers', from: 'failIf(deps.tokens.standing(caller))', to: 'undefined' },
    ],
    test: 'contract/factors/step-up',
    caught: 'or ends while the proof is judged',
  },
  {
    name: 'the secret of a provider follows it to another issuer',
    edits: [{ file: 'core/tenant/federation/provider', from: 'before.issuerUrl === after.issuerUrl', to: 'true' }],
    test: 'unit/core/tenant/federation/provider',
    caught: 'keep their secret for one issuer',
  },
  {
    name: 'the secret of a provider is shown for another client',
    edits: [{ file: 'core/tenant/federation/provider', from: 'before.clientId === after.clientId', to: 'true' }],
    test: 'unit/core/tenant/federation/provider',
    caught: 'keep their secret for one issuer',
  },
  {
    name: 'the secret of a provider follows its token endpoint elsewhere',
    edits: [{ file: 'api/federation/documents', from: 'if (!keepsSecret(', to: 'if (false && !keepsSecret(' }],
    test: 'contract/federation/providers',
    caught: 'keep their secret for the issuer',
  },
];
