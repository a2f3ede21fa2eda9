// A request of a program before the person that it asks for: what is shown, and where the answer goes. A fault of the
// request goes to the program, where an administrator registered its address; else the page shows it.
import { issue } from '../../core/base/issue.js';
import { REVOCATION_KEEP_MS, SELF_REGISTERED_KEPT_MS } from '../../core/base/limits/node/accounts.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { isFar } from '../../core/base/time/elapsed.js';
import { COMMAND_LINE, isDocumentId, type ProgramClient } from '../../core/tenant/programs/clients.js';
import { comparisonOf } from '../../core/tenant/programs/codes.js';
import { coveringConsent, type ProgramConsent, withConsent } from '../../core/tenant/programs/consent.js';
import { grantWords, lastingGrants } from '../../core/tenant/programs/grants.js';
import { answerUri, isLoopback, shownTarget } from '../../core/tenant/programs/redirects.js';
import {
  type ProgramError,
  ProgramRefusal,
  type ProgramRequest,
  type RequestForm,
  readRequest,
  redirectOf,
  stateOf,
} from '../../core/tenant/programs/request.js';
import { PROGRAM_SCOPES, type ProgramScope } from '../../core/tenant/programs/scopes.js';
import type { Caller } from '../auth/caller.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { WaitingProgramRequest } from '../deps/programs.js';
import { newSessionId, sessionNow, signInOf } from '../sign-in/session.js';
import { findClient } from './clients.js';

export type AskingDeps = Pick<
  ApiDeps,
  'audit' | 'clock' | 'commit' | 'config' | 'outgoing' | 'programs' | 'random' | 'sessions' | 'tenants' | 'tokens'
>;
type Call = ApiCall<AskingDeps>;

/** A request that a person may answer. */
export interface AskedRequest {
  readonly client: ProgramClient;
  readonly request: ProgramRequest;
}

/** Where the browser is sent with a fault of the request. */
export interface FaultOfRequest {
  readonly location: string;
}

/** The form of the address of the page, or the one that was pushed under its `request_uri`. */
export function waitingRequest({ deps }: Pick<Call, 'deps'>, form: RequestForm): Result<WaitingProgramRequest> {
  const { client_id: clientId, request_uri: requestUri } = form;
  if (typeof clientId !== 'string') return fail(invalid('client_id', 'expected the client id of a program.'));
  if (requestUri === undefined) return { clientId, form };
  // A request that another program pushed looks as none.
  const asked = { requestUri: typeof requestUri === 'string' ? requestUri : '', clientId };
  return deps.programs.authorizations.find(asked) ?? fail(notWaiting());
}

/** Judges a request before a person. */
export async function judgeRequest(
  { deps, caller }: Pick<Call, 'deps' | 'caller'>,
  { clientId, form }: WaitingProgramRequest,
): Promise<Result<AskedRequest | FaultOfRequest>> {
  const client = await findClient(deps, clientId, caller);
  if (isFailure(client)) return client;
  const redirectUri = redirectOf(form, client);
  if (redirectUri instanceof ProgramRefusal) return fail(invalid('redirect_uri', redirectUri.message));
  const { publicUrl } = deps.config;
  const request = readRequest(form, { client, redirectUri, publicUrl });
  if (!(request instanceof ProgramRefusal)) return { client, request };
  // Anybody can put a document at an address, or register one: a browser would be led there without a word of its
  // person.
  if (isDocumentId(clientId) || client.endsAtMs !== undefined) return fail(invalid(request.error, request.message));
  return { location: refusalUri({ form, redirectUri, issuer: publicUrl }, request) };
}

/** RFC 6749 section 4.1.2.1. */
function refusalUri(
  { form, redirectUri, issuer }: { readonly form: RequestForm; readonly redirectUri: string; readonly issuer: string },
  { error, message }: ProgramRefusal,
): string {
  const state = stateOf(form);
  const target = { redirectUri, ...(typeof state === 'string' && { state }) };
  return answerUri(target, { error, error_description: message }, issuer);
}

/** A refusal of the person. */
export function deniedUri(request: ProgramRequest, issuer: string): string {
  const error: ProgramError = 'access_denied';
  return answerUri(request, { error }, issuer);
}

export function scopesShown(scopes: readonly ProgramScope[]) {
  return scopes.map((scope) => ({ scope, does: PROGRAM_SCOPES[scope] }));
}

/** As the page shows it: all that is a word of the program is told beside where it comes from. */
export function requestShown({ deps, caller }: Pick<Call, 'deps' | 'caller'>, { client, request }: AskedRequest) {
  const { clientId, redirectUri, scopes, resource } = request;
  const isOwnComputer = isLoopback(redirectUri);
  const nowMs = deps.clock.now();
  const isRegistered = deps.programs.clients.find(clientId) !== undefined;
  const isByItself = client.endsAtMs !== undefined;
  return {
    ...{ name: client.name, clientId, redirectsTo: shownTarget(redirectUri), isOwnComputer },
    ...(isDocumentId(clientId) && { describedBy: new URL(clientId).host }),
    ...{
      isRegistered: isRegistered && !isByItself,
      isSelfRegistered: isByItself,
      isCommandLine: client === COMMAND_LINE,
    },
    organizationName: caller.organisationName,
    ...{ scopes: scopesShown(scopes), isForMcp: resource === 'mcp' },
    comparison: comparisonOf(request.codeChallenge),
    isKnown: standingConsent({ deps, caller }, request) !== undefined,
    // The ones that a yes keeps, whatever the scopes that are asked for now.
    standingGrants: lastingGrants({ ...standingConsent({ deps, caller }, { ...request, scopes: [] }) }, nowMs).map(
      grantWords,
    ),
    // Any program of the computer can ask as this one (RFC 8252 section 8.6): its person says yes each time.
    isVouchedFor: !isOwnComputer && new URL(redirectUri).protocol === 'https:',
  };
}

/** The word that the person gave before, which nothing ended since. */
function standingConsent(
  { deps, caller }: Pick<Call, 'deps' | 'caller'>,
  { clientId, scopes, resource }: Pick<ProgramRequest, 'clientId' | 'scopes' | 'resource'>,
): ProgramConsent | undefined {
  const { platformUserId, organisationId } = caller;
  const consent = coveringConsent(deps.programs.consents.of(platformUserId), {
    ...{ clientId, organisationId, scopes },
    ...(resource !== undefined && { resource }),
  });
  return consent !== undefined && stands(deps, platformUserId, consent) ? consent : undefined;
}

/**
 * A consent ends with all sessions of the person, of the member or of the organisation. It lasts as long as their
 * revocation is kept, and begins anew each time that the program is let in: else it would stand again after that.
 */
export function stands(
  { clock, sessions }: Pick<AskingDeps, 'clock' | 'sessions'>,
  platformUserId: string,
  { clientId, organisationId, membershipId: subject, grantedAtMs: issuedAtMs }: ProgramConsent,
): boolean {
  if (isFar(issuedAtMs, clock.now(), REVOCATION_KEEP_MS)) return false;
  const none = { tokenId: '', sessionId: '' };
  return !sessions.isRevoked({ ...none, clientId, subject, platformUserId, organisationId, issuedAtMs });
}

/** The person says yes: the code for the program, with the word of the person in the same commit. */
export async function letIn({ deps, caller, address }: Call, { client, request }: AskedRequest): Promise<string> {
  const { clientId, scopes, resource } = request;
  const consent: ProgramConsent = {
    ...{ id: newSessionId(deps), clientId, name: client.name, organisationId: caller.organisationId, scopes },
    ...{ membershipId: caller.subject, grantedAtMs: dateOf(deps, caller), ...(resource !== undefined && { resource }) },
  };
  const { consents, authorizations } = deps.programs;
  const standing = consents.of(caller.platformUserId).filter((known) => stands(deps, caller.platformUserId, known));
  await deps.commit([
    consents.put(caller.platformUserId, withConsent(standing, consent)),
    ...keepClient(deps, clientId),
    deps.audit.byCaller(
      { caller, address },
      { eventType: 'ProgramAuthorized', details: { clientId, scope: scopes.join(' ') } },
    ),
  ]);
  const given = { ...sessionNow(deps, caller), signIn: signInOf(deps, caller), program: client.name };
  return authorizations.grant({ request, given, sessionId: newSessionId(deps) }, address);
}

/** A program that registered itself stays while people use it. */
function keepClient({ programs, clock }: AskingDeps, clientId: string) {
  const client = programs.clients.find(clientId);
  if (client?.endsAtMs === undefined) return [];
  return [programs.clients.put({ ...client, endsAtMs: clock.now() + SELF_REGISTERED_KEPT_MS })];
}

function dateOf({ sessions, clock }: AskingDeps, { subject, platformUserId, organisationId }: Caller): number {
  return sessions.dateFor({ subject, platformUserId, organisationId }, clock.now());
}

export function notWaiting() {
  return issue('PROGRAM_REQUEST_NOT_FOUND', '/requestUri', 'The request of the program was answered, or is over.');
}

function invalid(member: string, message: string) {
  const text = message.startsWith(`${member}:`) ? message : `${member}: ${message}`;
  return issue('PROGRAM_REQUEST_INVALID', `/${member}`, text);
}
