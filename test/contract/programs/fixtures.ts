// What tests of programs share: a session of a person that a program has, and the steps by which a program gets one.
import type { Caller } from '../../../api/auth/caller.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { GRANT_LIMITS, GRANT_PLACE } from '../../../api/groups/workflow/standing-grants/examples.js';
import { openSession, sessionNow, signInOf } from '../../../api/sign-in/session.js';
import { COMMAND_LINE, type RegisteredClient } from '../../../core/tenant/programs/clients.js';
import { challengeOf } from '../../../core/tenant/programs/codes.js';
import type { ProgramConsent } from '../../../core/tenant/programs/consent.js';
import type { StandingGrant } from '../../../core/tenant/programs/grants.js';
import type { ProgramAccess } from '../../../core/tenant/programs/scopes.js';
import { exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { postTo } from '../world/caller.js';
import { ADMIN } from '../world/personas.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

export const CLIENT_ID = 'a-program';
export const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
export const REDIRECT = 'http://127.0.0.1:50321/';
export const FORM = {
  ...{ response_type: 'code', client_id: COMMAND_LINE.clientId, redirect_uri: REDIRECT, state: 'af0ifjsldkj' },
  ...{ scope: 'ledger:read workflow:read offline_access', code_challenge: challengeOf(VERIFIER) },
  code_challenge_method: 'S256',
} as const;
type Fields = Readonly<Record<string, string | undefined>>;

export type ProgramPersona = 'systemAdmin' | 'administrator' | 'user' | 'citizen';

const MAILS: Readonly<Partial<Record<ProgramPersona, string>>> = {
  systemAdmin: ADMIN.email,
  administrator: EXAMPLE.administratorEmail,
};

/** The session of a program that this person let in. */
export async function programSession(
  { deps }: Pick<World, 'deps'>,
  persona: ProgramPersona,
  access: Omit<ProgramAccess, 'clientId'> & Partial<ProgramAccess>,
) {
  const user = deps.tenants.userOfEmail(MAILS[persona] ?? EXAMPLE.userEmail);
  const at = user?.memberships[0];
  const membership = at && deps.tenants.membership(at.organisationId, at.membershipId);
  const organisation = at && deps.tenants.organisation(at.organisationId);
  if (!membership || !organisation) throw new Error(`no ${persona} in the world`);
  return openSession(deps, {
    identity: { membership, organisation },
    signIn: {
      ...{ method: 'pwd', signedInAtMs: deps.sessions.signInDate(deps.clock.now()) },
      ...(persona === 'citizen' && { tier: 'consumer' }),
      access: { clientId: CLIENT_ID, ...access },
    },
    address: '127.0.0.1',
  });
}

/** Sends a form to an endpoint for programs. */
export function sendForm({ app }: World, url: string, fields: Fields, headers: Fields = {}) {
  const given = Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return app.inject({
    ...{ method: 'POST', url, payload: new URLSearchParams(given).toString() },
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  });
}

/** Status and name of a refusal of OAuth. */
export function refusedAs(answer: { statusCode: number; json: () => { error?: string } }): string {
  return `${answer.statusCode} ${answer.json().error ?? ''}`.trim();
}

/** Reads a request before the person of the token. */
export async function readAs(world: World, query: Fields, token: string) {
  return postTo(world, '/api/auth/program-requests/read', { query }, token);
}

/** The address that the browser is sent to, once the person said yes or no. */
export async function answeredAs(world: World, query: Fields, token: string, isAllowed = true): Promise<URL> {
  const { requestUri } = (await readAs(world, query, token)).json();
  const answer = await postTo(world, '/api/auth/program-requests/answer', { requestUri, isAllowed }, token);
  return new URL(answer.json().location);
}

/** The code of a request that a fresh session of the person answers. */
export async function codeFor(world: World, form: Fields = FORM): Promise<string> {
  return (await answeredAs(world, form, await world.token('user'))).searchParams.get('code') ?? '';
}

export const EXCHANGE = {
  ...{ grant_type: 'authorization_code', client_id: COMMAND_LINE.clientId },
  ...{ code_verifier: VERIFIER, redirect_uri: REDIRECT },
};

/** The answer of the token endpoint to a fresh code. */
export async function tokensFor(world: World, form: Fields = FORM, change: Fields = {}) {
  const code = await codeFor(world, form);
  const { client_id, redirect_uri } = form;
  return sendForm(world, '/oauth/token', { ...EXCHANGE, client_id, redirect_uri, code, ...change });
}

/** The program of an administrator, as it is kept. */
export const REGISTERED: RegisteredClient = {
  ...{ clientId: 'month-end-planner', name: 'Month-end planner', redirectUris: ['https://planner.example/callback'] },
  ...{ scopes: ['ledger:read', 'offline_access'], organisationId: EXAMPLE.organisationId },
  ...{ createdAt: EXAMPLE.time, createdBy: EXAMPLE.administratorId },
};

const withRegistered: Prepare = async ({ deps }) => {
  await deps.commit([deps.programs.clients.put(REGISTERED)]);
  return { as: 'user' };
};

/** The word of the administrator to a program, with grants for orders of the example register. */
async function withGrants(world: World, grants: readonly StandingGrant[]): Promise<void> {
  await exampleOrders(world);
  await seedExampleWallet(world.deps);
  const { organisationId, administratorId: membershipId, administratorPlatformId } = EXAMPLE;
  const owner = { subject: membershipId, platformUserId: administratorPlatformId, organisationId };
  const grantedAtMs = world.deps.sessions.dateFor(owner, world.deps.clock.now());
  const consent: ProgramConsent = {
    ...{ id: GRANT_PLACE.consentId, clientId: CLIENT_ID, name: 'A program', organisationId, membershipId },
    ...{ scopes: ['workflow:act'], resource: 'mcp', grantedAtMs, grants },
  };
  await world.deps.commit([world.deps.programs.consents.put(administratorPlatformId, [consent])]);
}

/** The id of a consent of the user to a program. */
async function consentOf(world: World): Promise<string> {
  await answeredAs(world, FORM, await world.token('user'));
  return world.deps.programs.consents.of(EXAMPLE.userPlatformId).at(-1)?.id ?? '';
}

export const prepareAuthorization: Readonly<Record<string, Prepare>> = {
  createProgramClient: async ({ deps }) => {
    await deps.commit([deps.programs.clients.delete(REGISTERED.clientId)]);
    return { as: 'administrator' };
  },
  listProgramClients: async (world) => ({ ...(await withRegistered(world)), as: 'administrator' }),
  deleteProgramClient: async (world) => ({ ...(await withRegistered(world)), as: 'administrator' }),
  listProgramConsents: async (world) => {
    await consentOf(world);
    return { as: 'user' };
  },
  endProgramConsent: async (world) => ({ as: 'user', params: { consentId: await consentOf(world) } }),
  stateStandingGrant: async (world) => {
    await withGrants(world, []);
    const until = new Date(world.deps.clock.now() + 60_000).toISOString();
    // The publication of the example has an id of its own in each world: the newest one is meant.
    const { publicationTxId: _, ...limits } = GRANT_LIMITS;
    return { as: 'administrator', body: { ...limits, until } };
  },
  endStandingGrant: async (world) => {
    const nowMs = world.deps.clock.now();
    const { walletAddress: wallet, actions, ...limits } = GRANT_LIMITS;
    const acts = actions.map((id) => ({ id, title: '' }));
    const times = { grantedAtMs: nowMs, untilMs: nowMs + 60_000 };
    await withGrants(world, [{ id: GRANT_PLACE.grantId, title: '', wallet, actions: acts, ...limits, ...times }]);
    return { as: 'administrator' };
  },
  pushProgramRequest: withRegistered,
  askForProgramCode: withRegistered,
  revokeProgramToken: withRegistered,
  readProgramRequest: withRegistered,
  answerProgramRequest: async (world) => {
    const token = await world.token('user');
    const { requestUri } = (await readAs(world, FORM, token)).json();
    return { token, body: { requestUri, isAllowed: true } };
  },
  createProgramToken: async (world) => {
    const caller = (await world.deps.tokens.verify(await world.token('user'))) as Caller;
    const given = { ...sessionNow(world.deps, caller), signIn: signInOf(world.deps, caller), program: 'quorate' };
    const request = {
      ...{ clientId: FORM.client_id, redirectUri: REDIRECT, codeChallenge: FORM.code_challenge },
      scopes: ['ledger:read', 'offline_access'] as const,
    };
    const sessionId = 'q83vEjRWeJq83u8SNFZ4mg';
    const code = world.deps.programs.authorizations.grant({ request, given, sessionId }, '127.0.0.1');
    return { body: { ...EXCHANGE, code } };
  },
};
