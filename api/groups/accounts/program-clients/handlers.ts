// Programs of administrators: registered, shown, removed with their sessions.
import { toHex } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { PROGRAM_CLIENTS_MAX } from '../../../../core/base/limits/node/accounts.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import {
  findBuiltIn,
  type RegisteredClient,
  redirectsProblem,
  SCOPES_OF_OTHERS,
} from '../../../../core/tenant/programs/clients.js';
import { type ProgramKey, readProgramKeys } from '../../../../core/tenant/programs/keys.js';
import { clientIdProblem } from '../../../../core/tenant/services/principal.js';
import { freshSecret } from '../../../access/service-principals.js';
import { isAllowed } from '../../../auth/policy.js';
import { isUsable } from '../../../auth/proofs/client-assertions.js';
import type { ApiCall, Handlers } from '../../../define.js';
import type { AccountDeps } from '../deps.js';
import type { programClientRoutes } from './routes.js';

type Call = ApiCall<AccountDeps>;

export const programClientHandlers: Handlers<typeof programClientRoutes, AccountDeps> = {
  async createProgramClient({ body }, call) {
    const { deps, caller, address } = call;
    const { name, redirectUris, scopes = SCOPES_OF_OTHERS, hasSecret = false, isForAll = false } = body;
    const keys = await usableKeys(body);
    if (isFailure(keys)) return keys;
    const clientId = body.clientId ?? `prg-${toHex(deps.random.bytes(10))}`;
    const problem =
      clientIdProblem(clientId) ??
      redirectsProblem(redirectUris) ??
      roomProblem(deps, clientId) ??
      (scopes.every((word) => SCOPES_OF_OTHERS.includes(word)) ? undefined : scopeProblem()) ??
      (isForAll && !isAllowed('RequireSystemAdmin', caller) ? notForAll() : undefined);
    if (problem) return fail(problem);
    const fresh = hasSecret ? freshSecret(deps) : undefined;
    const client: RegisteredClient = {
      ...{ clientId, name, redirectUris, scopes: [...new Set(scopes)] },
      ...(fresh && { secretHash: fresh.secretHash }),
      ...(keys && { keys }),
      ...(!isForAll && { organisationId: caller.organisationId }),
      ...{ createdAt: new Date(deps.clock.now()).toISOString(), createdBy: caller.subject },
    };
    const event = { eventType: 'ProgramRegistered', details: { clientId, name } } as const;
    await deps.commit([deps.programs.clients.put(client), deps.audit.byCaller({ caller, address }, event)]);
    return {
      ...{ clientId, name, redirectUris, scopes: client.scopes },
      ...(fresh && { clientSecret: fresh.secret }),
    };
  },

  listProgramClients(_, { deps, caller }) {
    const isOwn = ({ organisationId = caller.organisationId }: RegisteredClient) =>
      organisationId === caller.organisationId;
    return { programs: deps.programs.clients.all().filter(isOwn).map(programView) };
  },

  async deleteProgramClient({ params: { clientId } }, call) {
    const { deps, caller, address } = call;
    const client = deps.programs.clients.find(clientId);
    if (client === undefined || !isMine(call, client))
      return fail(issue('PROGRAM_NOT_FOUND', '/clientId', 'There is no such program of your organisation.'));
    await deps.commit([
      deps.programs.clients.delete(clientId),
      deps.sessions.revoke(`client:${clientId}`, deps.clock.now()),
      deps.audit.byCaller({ caller, address }, { eventType: 'ProgramRemoved', details: { clientId } }),
    ]);
    return undefined;
  },
};

/** The keys of a program; undefined where it has none. */
async function usableKeys({
  keys: given,
  hasSecret,
}: {
  readonly keys?: readonly object[];
  readonly hasSecret?: boolean;
}): Promise<Result<readonly ProgramKey[] | undefined>> {
  if (given === undefined) return undefined;
  if (hasSecret === true)
    return fail(issue('PROGRAM_KEYS_INVALID', '/keys', 'A program has keys or a secret, and not both.'));
  const keys = readProgramKeys(given as readonly JsonObject[]);
  if (isFailure(keys)) return keys;
  for (const [i, key] of keys.entries())
    if (!(await isUsable(key)))
      return fail(issue('PROGRAM_KEYS_INVALID', `/keys/${i}`, 'It is not a point of its curve.'));
  return keys;
}

/** The operator alone removes a program that is for all organisations. */
function isMine({ caller }: Call, { organisationId }: RegisteredClient): boolean {
  return organisationId === undefined
    ? isAllowed('RequireSystemAdmin', caller)
    : organisationId === caller.organisationId;
}

function programView({ organisationId, secretHash, keys, endsAtMs, network: _, ...client }: RegisteredClient) {
  return {
    ...(keys && { keys: keys.map((key) => ({ ...key })) }),
    ...client,
    ...(endsAtMs !== undefined && { endsAt: new Date(endsAtMs).toISOString() }),
    isForAll: organisationId === undefined,
    hasSecret: secretHash !== undefined,
  };
}

function roomProblem({ programs, services }: AccountDeps, clientId: string): Issue | undefined {
  const isTaken = programs.clients.find(clientId) ?? findBuiltIn(clientId) ?? services.ofClient(clientId);
  if (isTaken) return issue('CLIENT_ID_TAKEN', '/clientId', 'Another program or service has this client id.');
  if (programs.clients.count < PROGRAM_CLIENTS_MAX) return undefined;
  return issue('PROGRAMS_FULL', '', `The node keeps at most ${PROGRAM_CLIENTS_MAX} programs.`);
}

function scopeProblem(): Issue {
  return issue('SCOPE_INVALID', '/scopes', `Expected some of: ${SCOPES_OF_OTHERS.join(', ')}.`);
}

function notForAll(): Issue {
  return issue('FORBIDDEN', '/isForAll', 'The operator registers programs for all organisations (SystemAdmin).');
}
