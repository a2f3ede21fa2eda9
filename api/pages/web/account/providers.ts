// Signs a person in at the identity provider of an organisation or at a social one: leaves for it, and comes back.
import { fragment, query } from '../parts/address.js';
import { call } from '../parts/calls.js';
import { at, createElement } from '../parts/elements.js';
import { on } from '../parts/forms.js';
import type { PageOperations, Provider } from '../parts/operations.js';
import { say } from '../parts/say.js';
import { type Goal, isReceiptPage, isRequestPage, page } from './session.js';
import { enter } from './sign-in.js';

const KEPT = 'quorate-sign-in';
const NAMES: Readonly<Record<Provider, string>> = {
  google: 'Google',
  github: 'GitHub',
  microsoft: 'Microsoft',
  apple: 'Apple',
};
const AUTH_ERRORS = new Map([
  ['no_account', 'There is no account for this identity.'],
  ['access_denied', 'The provider did not sign you in.'],
]);

/** It waits in the tab while the person is at a provider. */
interface Kept {
  readonly state: string;
  readonly provider?: Provider;
  readonly org?: string;
  readonly goal: Goal;
}

/** A button for each provider. */
export function addProviders(): void {
  const { org, options } = page;
  const redirectUrl = `${location.origin}/login`;
  if (options.identityProvider !== null && org)
    addProvider('organisation', options.identityProvider, async () =>
      leave(await call('beginOidcSignIn', { body: { orgSubdomain: org, redirectUrl } })),
    );
  for (const provider of options.socialProviders) {
    const body = { provider, redirectUrl, ...(org && { orgSubdomain: org }) };
    addProvider(provider, NAMES[provider], async () => leave(await call('beginSocialSignIn', { body }), provider));
  }
  at('providers-part').hidden = at('providers').childElementCount === 0;
}

function addProvider(id: string, name: string, work: () => Promise<void>): void {
  const button = createElement('button', say('Sign in with {name}', { name }), 'plain');
  button.type = 'button';
  button.id = `at-${id}`;
  at('providers').append(button);
  on(button.id, work);
}

/** Leaves for a provider; the goal of the person waits in this tab, and no token with it. */
function leave({ state, authorizationUrl }: PageOperations['beginOidcSignIn']['answer'], provider?: Provider): void {
  const { goal, org } = page;
  // The code of an invitation is a secret, and is for a person who signs in to the whole account.
  const kept: Kept = {
    state,
    goal: goal.kind === 'invitation' ? { kind: 'account' } : goal,
    ...(provider && { provider }),
    ...(org && { org }),
  };
  sessionStorage.setItem(KEPT, JSON.stringify(kept));
  location.assign(authorizationUrl);
}

function takeKept(): Kept | undefined {
  const text = sessionStorage.getItem(KEPT);
  sessionStorage.removeItem(KEPT);
  return text === null ? undefined : JSON.parse(text);
}

/** Whether a sign-in at a provider led back here. */
export function isReturn(): boolean {
  const isSocial = !isReceiptPage && !isRequestPage && query.has('state') && (query.has('code') || query.has('error'));
  return fragment.has('signIn') || fragment.has('authError') || isSocial;
}

/** The end of such a sign-in. */
export async function endSignIn(): Promise<void> {
  const before = takeKept();
  if (before) {
    page.org = before.org;
    page.goal = before.goal;
  }
  const error = fragment.get('authError');
  if (error)
    throw new Error(
      AUTH_ERRORS.get(error) ?? say('The sign-in at the provider failed ({error}).', { error: error.slice(0, 60) }),
    );
  const code = fragment.get('signIn');
  if (code !== null) return enter(await call('redeemSignIn', { body: { code } }));
  const [state, provider] = [before?.state, before?.provider];
  if (state === undefined || provider === undefined || query.get('state') !== state)
    throw new Error('This sign-in did not begin in this tab. Sign in again.');
  const named = ['code', 'iss', 'error', 'name'].flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return enter(await call('endSocialSignIn', { body: { provider, state, ...Object.fromEntries(named) } }));
}
