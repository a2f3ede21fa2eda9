// Broken versions about signing in: who gets in with less than was asked for.
import type { Mutant } from './mutant.js';

export const SIGN_IN: readonly Mutant[] = [
  {
    name: 'a password alone opens an account with a second factor',
    edits: [{ file: 'api/auth/sign-in', from: 'availableMethods.length > 0', to: 'availableMethods.length > 9' }],
    test: 'contract/sign-in',
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
    edits: [{ file: 'api/auth/login-tokens', from: 'const isGood = found && !', to: 'const isGood = found || !' }],
    test: 'contract/sign-in',
    caught: 'ends with the sessions',
  },
  {
    name: 'a consumer session gets the roles of the organisation that it switches to',
    edits: [
      {
        file: 'api/auth/session',
        from: 'return { method, signedInAtMs, tier };',
        to: 'return { method, signedInAtMs };',
      },
    ],
    test: 'contract/sign-in',
    caught: 'on the consumer tier in every organisation',
  },
  {
    name: 'a refresh counts as a sign-in',
    edits: [
      {
        file: 'api/auth/session',
        from: 'sessionId: family.id, signIn: family }',
        to: 'sessionId: family.id, signIn: { ...family, signedInAtMs: deps.clock.now() } }',
      },
    ],
    test: 'contract/sign-in',
    caught: 'counts as recent for ten minutes',
  },
];
