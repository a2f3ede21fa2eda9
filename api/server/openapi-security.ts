// The part of the OpenAPI document that says how an operation is called: without a token, with a tier that its right
// takes, or with the id and the secret of a client; and at which listener only with a certificate. It says no more than
// the table of operations does, by which the server judges.

import type { OperationScope } from '../../core/tenant/programs/scopes.js';
import { TIERS, type Tier } from '../auth/caller.js';
import { looksAtTokens, programRightOf, scopeNeeded, tiersOf } from '../auth/policy.js';
import type { AnyRoute, ListenerName } from '../define.js';

type Json = { [member: string]: unknown };

function bearer(description: string): Json {
  return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description };
}

/** A scheme for each tier of tokens, under its name. */
const OF_TIERS: Readonly<Record<Tier, Json>> = {
  consumer: bearer(
    'Access token of a citizen or holder of a wallet, of POST /api/auth/login or the enrolment of a device. Audience {installation}:consumer.',
  ),
  platform: bearer(
    'Access token of a member of an organisation, of POST /api/auth/login or POST /api/service-auth/token. Audience {installation}:platform.',
  ),
  service: bearer(
    'Token of a service, of POST /api/internal/service-auth/token at the listeners for services. Audience {installation}:service.',
  ),
  'enrol-session': bearer(
    'Token by which a device is enrolled, of POST /api/auth/enrol-session. Audience {installation}:enrol-session.',
  ),
  delegated: bearer(
    'Token of a service that acts for a user, of POST /api/internal/service-auth/token/delegated at the listeners for services. Audience {installation}:service.',
  ),
};

/** Id and secret of a client, for what takes them as a header besides in its body. */
const CLIENT = 'client';
const CLIENT_SCHEME: Json = {
  type: 'http',
  scheme: 'basic',
  description: 'Id and secret of a client (RFC 6749 section 2.3.1).',
};

/** Read by the scheme of the client, so it is shown as no parameter. */
export const CREDENTIALS = 'authorization';

function takesClient({ input = {} }: AnyRoute): boolean {
  const headers = 'headers' in input ? input.headers : undefined;
  return Object.hasOwn((headers as { readonly properties?: object } | undefined)?.properties ?? {}, CREDENTIALS);
}

/** Any one of these is enough; an empty list asks for nothing. */
export function securityOf(definition: AnyRoute): readonly Json[] {
  if (!looksAtTokens(definition)) return takesClient(definition) ? [{ [CLIENT]: [] }, {}] : [];
  const taken = tiersOf(definition).map((tier) => ({ [tier]: [] }));
  return definition.can === 'public' ? [...taken, {}] : taken;
}

/** OpenAPI 3.0 takes scopes at OAuth 2.0 and OpenID Connect alone: those of services and programs stand beside. */
export function namedScopes(definition: AnyRoute): Json {
  const scope = scopeNeeded(definition);
  const program = programScope(definition);
  return {
    ...(scope !== undefined && { 'x-service-scope': scope }),
    ...(program !== undefined && { 'x-program-scope': program }),
  };
}

/** The scope that a program of a person has to have; undefined where each may call it, or none. */
export function programScope(definition: AnyRoute): OperationScope | undefined {
  const right = programRightOf(definition);
  const isForPeople = tiersOf(definition).some((tier) => tier === 'consumer' || tier === 'platform');
  return definition.can === 'public' || !isForPeople || right === 'any' || right === 'closed' ? undefined : right;
}

/** The schemes that the operations name. */
export function securitySchemes(definitions: readonly AnyRoute[]): Json {
  const named = new Set(definitions.flatMap((definition) => securityOf(definition).flatMap(Object.keys)));
  const schemes = [...TIERS.map((tier) => [tier, OF_TIERS[tier]] as const), [CLIENT, CLIENT_SCHEME] as const];
  return Object.fromEntries(schemes.filter(([name]) => named.has(name)));
}

/** OpenAPI 3.0 has no scheme for a certificate of the connection: 3.1 was the first, with the type mutualTLS. */
export function certificateOf(listener: ListenerName): Json {
  if (listener !== 'workload') return {};
  return { 'x-client-certificate': { required: true, uri: 'spiffe://{installation}/service/{client_id}' } };
}
