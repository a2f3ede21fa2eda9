// The token endpoint for programs: the code of a person, a refresh token, or the code of a program on another computer.
// Each gives a session of its own; the one of the page that gave it ends.
import { sha256Hex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import { isFailure } from '../../core/base/result.js';
import type { DpopProof } from '../../core/credentials/issuing/dpop.js';
import { WalletRefusal } from '../../core/credentials/issuing/refusal.js';
import { challengeOf } from '../../core/tenant/programs/codes.js';
import { readResource } from '../../core/tenant/programs/resources.js';
import { isProgramScope, type ProgramAccess, type ProgramScope } from '../../core/tenant/programs/scopes.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { GivenSession } from '../auth/program-sign-ins.js';
import { type ApiCall, Refusal, reply } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { oauthRefusal } from '../requests/family-refusals.js';
import { standingOf } from '../sign-in/enrolment.js';
import { endFamily, familyOf, type LoginSession, openSession, refresh } from '../sign-in/session.js';
import { type CallingClient, callingClient } from './clients.js';
import { proofHeaders, proofOfProgram, proofRefusal, spendForSession } from './proving.js';

type Deps = Pick<
  ApiDeps,
  | 'announcements'
  | 'audit'
  | 'clock'
  | 'commit'
  | 'config'
  | 'counters'
  | 'devices'
  | 'log'
  | 'programs'
  | 'programSignIns'
  | 'random'
  | 'sessions'
  | 'tenants'
  | 'tokens'
>;
type Call = ApiCall<Deps>;

export interface TokenFields {
  readonly grant_type?: string | undefined;
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly client_assertion?: string | undefined;
  readonly client_assertion_type?: string | undefined;
  readonly code?: string | undefined;
  readonly code_verifier?: string | undefined;
  readonly redirect_uri?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly device_code?: string | undefined;
  readonly scope?: string | undefined;
  readonly resource?: string | undefined;
}

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

export interface TokenHeaders {
  readonly authorization?: string | undefined;
  readonly dpop?: string | undefined;
}

interface Asked {
  readonly calling: CallingClient;
  readonly body: TokenFields;
  readonly proof: DpopProof | undefined;
}

/** A session, with what its program may do. */
interface Granted {
  readonly session: LoginSession;
  readonly scopes: readonly ProgramScope[];
  /** Whether it may be refreshed. */
  readonly isLasting: boolean;
}

type Grant = (call: Call, asked: Asked) => Promise<Granted | Refusal>;

export const GRANTS: Readonly<Record<string, Grant>> = {
  authorization_code: byCode,
  refresh_token: byRefresh,
  [DEVICE_CODE_GRANT]: byDevice,
};

export async function answerProgramToken(call: Call, body: TokenFields, headers: TokenHeaders) {
  const { grant_type: name = '' } = body;
  const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined;
  if (grant === undefined) {
    const known = Object.keys(GRANTS).join(', ');
    const error = name === '' ? 'invalid_request' : 'unsupported_grant_type';
    return oauthRefusal(error, issue('BODY_INVALID', '/grant_type', `grant_type: expected one of ${known}.`));
  }
  const granted = await judgeGrant(call, grant, { body, headers });
  const { counters } = call.deps;
  if (granted instanceof Refusal) {
    counters.access?.countGrant(name, String(granted.members?.error));
    return granted;
  }
  counters.access?.countGrant(name, 'given');
  const { proof } = granted;
  const { session, scopes, isLasting } = granted;
  const answer = {
    ...{ access_token: session.accessToken, token_type: proof ? ('DPoP' as const) : ('Bearer' as const) },
    expires_in: session.expiresInSeconds,
    ...(isLasting && { refresh_token: session.refreshToken }),
    scope: scopes.join(' '),
  };
  // RFC 6749 section 5.1, for caches of HTTP/1.0.
  return reply(200, answer, { pragma: 'no-cache', ...(proof && proofHeaders(call.deps)) });
}

/** The grant, for the program that shows who it is, with the key that it proved. */
async function judgeGrant(
  call: Call,
  grant: Grant,
  { body, headers }: { readonly body: TokenFields; readonly headers: TokenHeaders },
): Promise<(Granted & Pick<Asked, 'proof'>) | Refusal> {
  const { authorization, dpop } = headers;
  const calling = await callingClient(call.deps, body, authorization);
  if (calling instanceof Refusal) return calling;
  const proof = proofOfProgram(call.deps, { dpop, path: '/oauth/token' });
  if (proof instanceof WalletRefusal) return proofRefusal(call.deps, proof);
  const granted = await grant(call, { calling, body, proof });
  if (granted instanceof Refusal) {
    reportRefusal(call, calling, granted);
    return granted;
  }
  return { ...granted, proof };
}

/** Refusals by which a program goes on: it waits, or comes again with a nonce. */
const ROUTINE: ReadonlySet<unknown> = new Set(['authorization_pending', 'slow_down', 'use_dpop_nonce']);

function reportRefusal({ deps, address }: Call, { clientId }: CallingClient, { members, issues }: Refusal): void {
  if (ROUTINE.has(members?.error)) return;
  const event = { eventType: 'ProgramRefused', clientId, error: members?.error, reason: issues[0]?.message, address };
  deps.log.child({ audit: true }).warn(event, 'A program was refused a token.');
}

async function byCode(call: Call, { calling, body, proof }: Asked): Promise<Granted | Refusal> {
  const { deps } = call;
  const { code = '', code_verifier: verifier = '' } = body;
  const granted = deps.programs.authorizations.redeem(code, ({ sessionId }) => sessionId);
  if (granted === undefined) {
    await endGiven(call, code);
    return noGrant('code', 'The code was used, is over, or is not of this program.');
  }
  const { request, given, sessionId } = granted;
  const isSame =
    request.clientId === calling.clientId &&
    challengeOf(verifier) === request.codeChallenge &&
    (body.redirect_uri ?? request.redirectUri) === request.redirectUri &&
    (request.thumbprint ?? proof?.thumbprint) === proof?.thumbprint;
  if (!isSame) return noGrant('code', 'The code was used, is over, or is not of this program.');
  return openFor(call, { given, sessionId, access: accessIn(request), body, proof });
}

/** A code that comes again was in other hands: what it gave before ends (RFC 6749 section 4.1.2). */
async function endGiven({ deps, address }: Call, code: string): Promise<void> {
  const id = deps.programs.authorizations.nameOfSpent(code);
  const family = id === undefined ? undefined : deps.sessions.family(id);
  if (family === undefined || family.revoked) return;
  await deps.commit([
    ...endFamily(deps, family),
    deps.audit.record({
      ...{ eventType: 'TokenReuseDetected', organisationId: family.organisationId, identityId: family.membershipId },
      ...{ address, success: false },
    }),
  ]);
}

async function byRefresh(call: Call, { calling, body, proof }: Asked): Promise<Granted | Refusal> {
  const { deps, address } = call;
  const { refresh_token: token = '' } = body;
  const family = familyOf(deps, token);
  const { access } = family ?? {};
  if (family === undefined || access?.clientId !== calling.clientId || !isLasting(access))
    return noGrant('refresh_token', 'The refresh token is not of this program.');
  const wrong = otherResource(deps, access, body);
  if (wrong !== undefined) return wrong;
  const scopes = readScopes(access, body.scope);
  if (scopes instanceof Refusal) return scopes;
  const { thumbprint } = proof ?? {};
  const { organisationId, membershipId: subject } = family;
  const spent = thumbprint === access.thumbprint && spendForSession(deps, proof, { organisationId, subject });
  if (spent) return spent;
  const session = await refresh(deps, token, { address, scopes, clientId: access.clientId, thumbprint });
  if (isFailure(session)) return oauthRefusal('invalid_grant', session.issue);
  return { session, scopes, isLasting: true };
}

/** Fewer scopes for one access token (RFC 6749 section 6). */
function readScopes({ scopes }: ProgramAccess, asked: string | undefined): readonly ProgramScope[] | Refusal {
  if (asked === undefined) return scopes;
  const words = [...new Set(asked.split(' ').filter((word) => word !== ''))];
  const known = words.filter(isProgramScope).filter((word) => scopes.includes(word));
  if (known.length === words.length && known.length > 0) return known;
  return oauthRefusal('invalid_scope', issue('SCOPE_INVALID', '/scope', 'scope: expected scopes of this session.'));
}

async function byDevice(call: Call, { calling, body, proof }: Asked): Promise<Granted | Refusal> {
  const { programSignIns } = call.deps;
  const { device_code: deviceCode = '' } = body;
  const over = () =>
    oauthRefusal('expired_token', refusedGrant('device_code', 'The code was used, is over, or never was.'));
  const access = programSignIns.accessOf(deviceCode);
  if (access?.clientId !== calling.clientId) return over();
  const answer = programSignIns.poll(deviceCode);
  if (answer === undefined) return over();
  if (answer === 'refused')
    return oauthRefusal('access_denied', issue('PROGRAM_REFUSED', '', 'The person let the program not in.'));
  if ('isHasty' in answer) return waits(answer);
  return openFor(call, { given: answer, sessionId: undefined, access, body, proof });
}

/** RFC 8628 section 3.5. */
function waits({ isHasty, intervalS }: { readonly isHasty: boolean; readonly intervalS: number }): Refusal {
  const message = `The person did not answer yet: ask again in ${intervalS} seconds.`;
  return oauthRefusal(isHasty ? 'slow_down' : 'authorization_pending', refusedGrant('device_code', message));
}

interface Given {
  readonly given: GivenSession;
  readonly sessionId: string | undefined;
  readonly access: ProgramAccess;
  readonly body: TokenFields;
  readonly proof: DpopProof | undefined;
}

/** The session of a program in the place of the one that let it in; nothing where that does not stand any more. */
async function openFor(
  call: Call,
  { given, sessionId, access: asked, body, proof }: Given,
): Promise<Granted | Refusal> {
  const { deps, address } = call;
  const wrong = otherResource(deps, asked, body);
  if (wrong !== undefined) return wrong;
  const spent = spendForSession(deps, proof, given);
  if (spent !== undefined) return spent;
  const access = { ...asked, ...(proof && { thumbprint: proof.thumbprint }) };
  const identity = standingOf(deps, given);
  if (identity === undefined) return noGrant('code', 'The session that gave it has ended.');
  const session = await openSession(deps, {
    ...{ identity, signIn: { ...given.signIn, access }, address, program: given.program },
    ...(sessionId !== undefined && { sessionId }),
    with: [...endOf(deps, given), letInRow(call, given, access)],
  });
  return { session, scopes: access.scopes, isLasting: isLasting(access) };
}

function endOf(deps: Deps, { sessionId }: GivenSession): readonly KvOp[] {
  const family = deps.sessions.family(sessionId);
  return family === undefined ? [] : endFamily(deps, family);
}

function letInRow(
  { deps, address, trace }: Call,
  { program, organisationId, subject }: GivenSession,
  access: ProgramAccess,
) {
  return deps.audit.record({
    ...{ eventType: 'ProgramLetIn', organisationId, identityId: subject, address, success: true, trace },
    details: { program, clientId: access.clientId, scope: access.scopes.join(' ') },
  });
}

function isLasting({ scopes }: Pick<ProgramAccess, 'scopes'>): boolean {
  return scopes.includes('offline_access');
}

/** A token is for what its person was asked for (RFC 8707 section 2.2). */
function otherResource({ config }: Deps, { resource }: ProgramAccess, body: TokenFields): Refusal | undefined {
  const asked = body.resource === undefined ? undefined : readResource(config.publicUrl, body.resource);
  if (asked === undefined || asked === (resource ?? 'api')) return undefined;
  const message = 'resource: expected the one that the person was asked for.';
  return oauthRefusal('invalid_target', issue('BODY_INVALID', '/resource', message));
}

function accessIn({ clientId, scopes, resource }: ProgramAccess): ProgramAccess {
  return { clientId, scopes, ...(resource !== undefined && { resource }) };
}

function refusedGrant(member: string, message: string) {
  return issue('PROGRAM_CODE_INVALID', `/${member}`, message);
}

function noGrant(member: string, message: string): Refusal {
  return oauthRefusal('invalid_grant', refusedGrant(member, message));
}

/** RFC 7009: ends the session of a token of this program; a token of another one, or of none, looks the same. */
export async function endProgramToken(call: Call, { clientId }: CallingClient, token: string): Promise<void> {
  const { deps, address } = call;
  const family = await sessionOf(deps, token);
  if (family === undefined || family.revoked || family.access?.clientId !== clientId) return;
  await deps.commit([
    ...endFamily(deps, family),
    deps.audit.record({
      ...{ eventType: 'TokenRevoked', organisationId: family.organisationId, identityId: family.membershipId },
      ...{ address, success: true },
    }),
  ]);
}

/** Of a refresh token by its secret, and of an access token by its signature. */
async function sessionOf(deps: Deps, token: string) {
  const family = familyOf(deps, token);
  if (family !== undefined) return family.current === sha256Hex(token) ? family : undefined;
  const caller = await deps.tokens.verify(token);
  return isFailure(caller) ? undefined : deps.sessions.family(caller.sessionId);
}
