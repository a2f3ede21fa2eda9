// Service principals (specification 5.6): which scopes one has, and what becomes of it. Pure: a secret is its hash
// here, and nothing here has seen the secret itself.
import { isUuid } from '../../base/bytes.js';
import { type Issue, issue } from '../../base/issue.js';
import { SERVICE_SCOPES_MAX } from '../../base/limits/node/accounts.js';
import { nearest } from '../../base/nearest.js';
import { fail, type Result } from '../../base/result.js';

export type PrincipalStatus = 'Active' | 'Suspended' | 'Revoked';

export interface Principal {
  readonly id: string;
  /** Claim `sub` of its tokens, and the last segment of its SPIFFE URI. Never given twice: wallets belong to it. */
  readonly clientId: string;
  readonly serviceName: string;
  /** The organisation that it works for; the platform where absent. */
  readonly organisationId?: string;
  readonly scopes: readonly string[];
  readonly status: PrincipalStatus;
  /** SHA-256 of its secret, 64 hex digits; absent where it has none. */
  readonly secretHash?: string;
  readonly secretSetAt?: string;
  readonly createdAt: string;
  /** Claim `sub` of the administrator. */
  readonly createdBy: string;
}

/** The scopes that there are: all rights of services. The table of policies says which right takes which scope. */
export const SCOPES = {
  readRegisters: 'registers:read',
  submit: 'transactions:submit',
  execute: 'blueprints:execute',
  design: 'blueprints:write',
  publish: 'blueprints:publish',
  wallets: 'wallets:use',
  validators: 'validators:manage',
  peers: 'peers:manage',
  introspect: 'tokens:introspect',
  dockets: 'dockets:write',
  delegate: 'users:delegate',
  systemWallet: 'system-wallet:sign',
  inbox: 'inbox:write',
  backup: 'store:backup',
  readTrust: 'trust:read',
  credentials: 'credentials:issue',
  presentations: 'credentials:verify',
} as const;

export type ServiceScope = (typeof SCOPES)[keyof typeof SCOPES];

/** For people: what a service with the scope does. */
const DOES: Readonly<Record<ServiceScope, string>> = {
  'registers:read': 'reads registers',
  'transactions:submit': 'submits transactions',
  'blueprints:execute': 'acts in workflows',
  'blueprints:write': 'drafts and rehearses blueprints',
  'blueprints:publish': 'publishes blueprints',
  'wallets:use': 'makes wallets and uses its own',
  'validators:manage': 'starts and stops validators',
  'peers:manage': 'replicates, advertises and purges registers',
  'tokens:introspect': 'asks whose a token is',
  'dockets:write': 'brings dockets that another validator sealed',
  'users:delegate': 'gets tokens by which it acts for users',
  'system-wallet:sign': 'signs with the system wallet',
  'inbox:write': 'tells people something in their inboxes',
  'store:backup': 'saves the whole store of the node',
  'trust:read': 'reads the roots of trust lists',
  'credentials:issue': 'offers credentials, changes their status, and signs as an issuer',
  'credentials:verify': 'asks wallets for credentials, and reads what they show',
};

export const SCOPE_WORDS = Object.keys(DOES) as readonly ServiceScope[];
const WORDS: readonly string[] = SCOPE_WORDS;

/** All scopes in one sentence. */
export const SCOPES_EXPLAINED = `${SCOPE_WORDS.map((word) => `${word} ${DOES[word]}`).join('; ')}.`;

export const CLIENT_ID = /^[a-z][a-z0-9-]{1,61}[a-z0-9]$/;

/** A client id is the name of a person nowhere: ids of people are UUIDs. Issue: CLIENT_ID_INVALID. */
export function clientIdProblem(clientId: string): Issue | undefined {
  if (CLIENT_ID.test(clientId) && !isUuid(clientId)) return undefined;
  return issue(
    'CLIENT_ID_INVALID',
    '/clientId',
    'A client id has 3 to 63 lower-case letters, digits and inner hyphens, begins with a letter, and is not a UUID.',
  );
}

/** Issue: SCOPE_INVALID. */
export function scopesProblem(scopes: readonly string[]): Issue | undefined {
  if (scopes.length > SERVICE_SCOPES_MAX)
    return issue('SCOPE_INVALID', '/scopes', `A service has at most ${SERVICE_SCOPES_MAX} scopes.`);
  const bad = scopes.findIndex((scope, i) => !WORDS.includes(scope) || scopes.indexOf(scope) !== i);
  if (bad < 0) return undefined;
  const isTwice = WORDS.includes(scopes[bad] as string);
  const near = nearest(scopes[bad] as string, WORDS);
  const meant = near === undefined ? '' : ` Did you mean ${near}?`;
  const message = isTwice ? 'The scope is named twice.' : `There is no such scope.${meant} ${SCOPES_EXPLAINED}`;
  return issue('SCOPE_INVALID', `/scopes/${bad}`, message);
}

/** The scopes of a token: those that were asked for, or all. Issue: SCOPE_INVALID for one that it does not have. */
export function grantedScopes(
  { scopes }: Pick<Principal, 'scopes'>,
  asked: string | undefined,
): Result<readonly string[]> {
  if (asked === undefined) return scopes;
  const wanted = [...new Set(asked.split(' ').filter((scope) => scope !== ''))];
  const foreign = wanted.filter((scope) => !scopes.includes(scope));
  if (foreign.length > 0) return fail(issue('SCOPE_INVALID', '/scope', 'The service has not all of these scopes.'));
  return wanted;
}

export type PrincipalAct =
  | { readonly kind: 'suspend' }
  | { readonly kind: 'reactivate' }
  | { readonly kind: 'revoke' }
  | { readonly kind: 'scopes'; readonly scopes: readonly string[] }
  | { readonly kind: 'secret'; readonly secretHash: string; readonly at: string };

/**
 * The principal after an act; a repeated one changes nothing. Revoked is the end: issue SERVICE_PRINCIPAL_REVOKED for
 * all acts but another revocation.
 */
export function afterAct(principal: Principal, act: PrincipalAct): Result<Principal> {
  if (act.kind === 'revoke') return withoutSecret({ ...principal, status: 'Revoked' });
  if (principal.status === 'Revoked')
    return fail(issue('SERVICE_PRINCIPAL_REVOKED', '', 'The service principal was deleted; make another one.'));
  switch (act.kind) {
    case 'suspend':
      return { ...principal, status: 'Suspended' };
    case 'reactivate':
      return { ...principal, status: 'Active' };
    case 'scopes':
      return { ...principal, scopes: act.scopes };
    case 'secret':
      return { ...principal, secretHash: act.secretHash, secretSetAt: act.at };
  }
}

/**
 * Whether tokens that were issued before have to end: all but a return to what was there before, and a wider scope,
 * take something away.
 */
export function endsTokens(before: Principal, after: Principal): boolean {
  return (
    after.status !== 'Active' ||
    after.secretHash !== before.secretHash ||
    before.scopes.some((scope) => !after.scopes.includes(scope))
  );
}

/**
 * Whether a service may still do the action of a workflow that it asked for: as one that is there and acts in
 * workflows, and where it acts for a member of `organisationId`, as one that may.
 */
export function standsFor(principal: Principal | undefined, organisationId?: string): boolean {
  if (principal?.status !== 'Active' || !principal.scopes.includes(SCOPES.execute)) return false;
  if (organisationId === undefined) return true;
  const { scopes, organisationId: own = organisationId } = principal;
  return scopes.includes(SCOPES.delegate) && own === organisationId;
}

function withoutSecret({ secretHash: _hash, secretSetAt: _at, ...rest }: Principal): Principal {
  return rest;
}
