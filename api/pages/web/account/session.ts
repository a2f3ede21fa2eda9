// The state of the account page while it is open: the session, and what the person came for. Nowhere but in variables.
import { fragment, query } from '../parts/address.js';
import { bytesOf } from '../parts/base64url.js';
import { call } from '../parts/calls.js';
import { show } from '../parts/elements.js';
import type { PageOperations, Session, SignInOptions } from '../parts/operations.js';

export interface ProgramGoal {
  readonly kind: 'program';
  readonly program: string;
  readonly port: number;
  readonly state: string;
  readonly challenge: string;
}

/** The answer of an issuer, with which the person came back. */
export interface ReceiptGoal {
  readonly kind: 'receipt';
  readonly answer: { readonly state: string } & Readonly<Partial<Record<'code' | 'iss' | 'error', string>>>;
}

/** A program asks for a session (OAuth 2.1), with the members of the address. */
export interface RequestGoal {
  readonly kind: 'request';
  readonly query: Readonly<Record<string, string>>;
}

/** A page of the console, which has no session: the path below /console. */
export interface ConsoleGoal {
  readonly kind: 'console';
  readonly path: string;
}

/** The reason why the person came; kept over a visit to a provider, which is another page. */
export type Goal =
  | ProgramGoal
  | { readonly kind: 'device' }
  | { readonly kind: 'invitation'; readonly code: string }
  | { readonly kind: 'wallet'; readonly requestUri: string; readonly clientId: string }
  | ReceiptGoal
  | RequestGoal
  | ConsoleGoal
  | { readonly kind: 'account' };

/** The page to which issuers send back: its members are theirs, and not those of a provider of sign-ins. */
export const isReceiptPage = location.pathname === '/wallet/receive';

/** The page to which programs send: its members are theirs too. */
export const isRequestPage = location.pathname === '/oauth/authorize';

interface AccountPage {
  session: Session | undefined;
  /** Of a sign-in whose second factor is asked for. */
  loginToken: string | undefined;
  /** The organisation of the address: ?org=, or the name before that of the node. */
  org: string | undefined;
  goal: Goal;
  options: SignInOptions;
}

export const page: AccountPage = {
  session: undefined,
  loginToken: undefined,
  org: query.get('org') || undefined,
  goal: goalOf(),
  options: {
    organizationName: null,
    tagline: null,
    identityProvider: null,
    socialProviders: [],
    takesPeople: false,
    passkeyOrigins: [],
    publicHost: '',
  },
};

function goalOf(): Goal {
  if (isRequestPage) return { kind: 'request', query: Object.fromEntries(query) };
  const port = Number(fragment.get('port'));
  const member = (name: string) => fragment.get(name) ?? '';
  const [state, challenge, invitation] = [member('state'), member('challenge'), fragment.get('invitation')];
  if (/^[\w-]{20,200}$/.test(state) && /^[\w-]{43}$/.test(challenge) && port >= 1024 && port <= 65535)
    return { kind: 'program', program: member('program').slice(0, 60), port, state, challenge };
  if (query.has('device')) return { kind: 'device' };
  const path = query.get('console');
  // Below /console of this node, whatever it says.
  if (path !== null) return { kind: 'console', path: /^(?:\/[\w~:@-]+)*(?:\?[\w~:@%&=+.-]*)?$/.test(path) ? path : '' };
  const requestUri = query.get('request_uri');
  if (requestUri !== null) return { kind: 'wallet', requestUri, clientId: query.get('client_id') ?? '' };
  const answered = query.get('state');
  if (isReceiptPage && answered !== null) return { kind: 'receipt', answer: { state: answered, ...receiptMembers() } };
  return invitation === null ? { kind: 'account' } : { kind: 'invitation', code: invitation };
}

function receiptMembers(): Partial<Record<'code' | 'iss' | 'error', string>> {
  const members = (['code', 'iss', 'error'] as const).flatMap((name) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(members);
}

/** The goal of the person, and the organisation, for the same page under another name of the node. */
export function goalInAddress(): string {
  const { goal, org } = page;
  if (goal.kind === 'device') return '?device';
  if (goal.kind === 'console') return `?${new URLSearchParams({ console: goal.path })}`;
  if (goal.kind === 'wallet')
    return `?${new URLSearchParams({ client_id: goal.clientId, request_uri: goal.requestUri })}`;
  if (goal.kind === 'receipt') return `?${new URLSearchParams(goal.answer)}`;
  if (goal.kind === 'request') return `?${new URLSearchParams(goal.query)}`;
  if (goal.kind === 'invitation') return `#invitation=${encodeURIComponent(goal.code)}`;
  return org ? `?org=${encodeURIComponent(org)}` : '';
}

/** A call with the session. */
export function callOwn<Id extends keyof PageOperations>(
  id: Id,
  input: PageOperations[Id]['input'],
): Promise<PageOperations[Id]['answer']> {
  return call(id, input, page.session?.accessToken);
}

/** Whether the person has to choose another password before anything else, as the token says. */
export function mustChangePassword({ accessToken }: Session): boolean {
  const [, claims = ''] = accessToken.split('.');
  return JSON.parse(new TextDecoder().decode(bytesOf(claims))).must_change_password === true;
}

/** Whether passkeys of the node work under this address. */
export const hasPasskeysHere = (): boolean => page.options.passkeyOrigins.includes(location.origin);

export function showSignIn(): void {
  page.loginToken = undefined;
  show('sign-in');
}
