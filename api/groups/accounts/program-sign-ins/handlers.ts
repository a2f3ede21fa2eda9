// Hands sessions of people over to programs. A program gets no more than the session that let it in, which ends then.
import { type Issue, issue } from '../../../../core/base/issue.js';
import { DEVICE_CODE_MS, DEVICE_CODE_POLL_S, PROGRAM_CODE_MS } from '../../../../core/base/limits/node/accounts.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { NewDevice } from '../../../../core/tenant/devices/device.js';
import { shownCode, typedCode } from '../../../../core/tenant/programs/codes.js';
import { wholeAccountProblem } from '../../../access/whole-account.js';
import type { GivenSession, WaitingProgram } from '../../../auth/program-sign-ins.js';
import { type ApiCall, type Handlers, reply } from '../../../define.js';
import { scopesShown } from '../../../oauth/asking.js';
import { findClient } from '../../../oauth/clients.js';
import { sessionView } from '../../../sign-in/answer.js';
import { enrol, identityNow, standingOf } from '../../../sign-in/enrolment.js';
import { endFamily, type LoginSession, openSession, sessionNow, signInOf } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { programSignInRoutes } from './routes.js';

type Call = ApiCall<AccountDeps>;

export const programSignInHandlers: Handlers<typeof programSignInRoutes, AccountDeps> = {
  grantProgram({ body }, call) {
    const { program, codeChallenge } = body;
    const code = call.deps.programSignIns.grant(grantOf(call, program), codeChallenge, call.address);
    return { code, expiresIn: PROGRAM_CODE_MS / 1000 };
  },

  async takeProgramSession({ body }, call) {
    const grant = call.deps.programSignIns.redeem(body.code, body.codeVerifier);
    const over = issue('PROGRAM_CODE_INVALID', '/code', 'The code was used, is over, or is not for this program.');
    return grant === undefined ? fail(over) : replyOf(await handOver(call, grant, over));
  },

  askForDeviceCode({ body: { program, device } }, { deps, address }) {
    const asked = { program, device, address, askedAtMs: deps.clock.now() };
    const { deviceCode, userCode } = deps.programSignIns.ask(asked);
    return {
      ...{ deviceCode, userCode: shownCode(userCode), verificationUri: `${deps.config.publicUrl}/login?device` },
      ...{ expiresIn: DEVICE_CODE_MS / 1000, interval: DEVICE_CODE_POLL_S },
    };
  },

  async readDeviceCode({ body }, call) {
    const { platformUserId } = call.caller;
    const value = lockIssue(call) ?? call.deps.programSignIns.find(typedCode(body.userCode), platformUserId);
    if (value === undefined || 'code' in value) return fail(value ?? noProgram());
    const { device, address, askedAtMs, access } = value;
    const program = await nameOf(call, value);
    if (isFailure(program)) return program;
    return {
      ...{ program, address, askedAt: new Date(askedAtMs).toISOString(), ...(device && { device }) },
      ...(access && { clientId: access.clientId, scopes: scopesShown(access.scopes) }),
    };
  },

  async answerDeviceCode({ body }, call) {
    const { deps, caller } = call;
    const problem = lockIssue(call);
    if (problem) return fail(problem);
    const userCode = typedCode(body.userCode);
    const program = deps.programSignIns.find(userCode, caller.platformUserId);
    if (program === undefined) return fail(noProgram());
    const bound = body.isAllowed && program.device ? wholeAccountProblem(call) : undefined;
    if (bound) return fail(bound);
    const name = body.isAllowed ? await nameOf(call, program) : program.program;
    if (isFailure(name)) return name;
    const answer = body.isAllowed ? answerTo(call, { ...program, program: name }) : 'refused';
    // Of two answers at once the second one finds no request.
    if (!deps.programSignIns.answer(userCode, caller.platformUserId, answer)) return fail(noProgram());
    const what = program.device ? 'The device' : 'The program';
    return { success: true, message: body.isAllowed ? `${what} is let in.` : `${what} is not let in.` };
  },

  async takeDeviceSession({ body }, call) {
    const { programSignIns } = call.deps;
    // A program of the authorization server asks its token endpoint, which gives no more than the scopes.
    const answer = programSignIns.accessOf(body.deviceCode) ? undefined : programSignIns.poll(body.deviceCode);
    const over = issue('DEVICE_CODE_INVALID', '/deviceCode', 'The code was used, is over, or never was.');
    if (answer === undefined) return fail(over);
    if (answer === 'refused') return fail(issue('PROGRAM_REFUSED', '', 'The person let the program not in.'));
    if ('isHasty' in answer) {
      const { isHasty, intervalS: interval } = answer;
      return reply(202, { status: isHasty ? ('slow_down' as const) : ('pending' as const), interval });
    }
    if (answer.device === undefined) return replyOf(await handOver(call, answer, over));
    return enrolDevice(call, { ...answer, device: answer.device }, over);
  },
};

/** The name that a person reads: of a program of the authorization server that of its client id. */
async function nameOf({ deps, caller }: Call, { program, access }: WaitingProgram): Promise<Result<string>> {
  if (access === undefined) return program;
  const client = await findClient(deps, access.clientId, caller);
  return isFailure(client) ? client : client.name;
}

/** A device gets a consumer session of its own, and a program that of the person. */
function answerTo(call: Call, { program, device }: WaitingProgram): GivenSession {
  return device === undefined ? grantOf(call, program) : { ...identityNow(call.deps, call.caller), program, device };
}

/** The session of a device of the person, whose own goes on; nothing where that does not stand any more. */
async function enrolDevice(
  call: Call,
  { signIn, device, program, ...given }: GivenSession & { readonly device: NewDevice },
  over: Issue,
) {
  const identity = standingOf(call.deps, given);
  if (!identity) return fail(over);
  const event = { eventType: 'ProgramLetIn', details: { program } } as const;
  const made = await enrol(call, { identity, signIn, device, spend: () => [], event });
  return isFailure(made) ? made : { ...sessionView(made.session), deviceId: made.device?.id };
}

function grantOf({ deps, caller }: Call, program: string): GivenSession {
  return { ...sessionNow(deps, caller), signIn: signInOf(deps, caller), program };
}

/** The session of a program in the place of the one that let it in; nothing where that does not stand any more. */
async function handOver(
  { deps, address, trace }: Call,
  { signIn, program, ...given }: GivenSession,
  over: Issue,
): Promise<Result<LoginSession>> {
  const identity = standingOf(deps, given);
  if (!identity) return fail(over);
  const family = deps.sessions.family(given.sessionId);
  const { organisation, membership } = identity;
  const row = deps.audit.record({
    ...{ eventType: 'ProgramLetIn', organisationId: organisation.id, identityId: membership.id },
    ...{ address, success: true, trace, details: { program } },
  });
  const ops = [...(family ? endFamily(deps, family) : []), row];
  return openSession(deps, { identity, signIn, address, program, with: ops });
}

function replyOf(session: Result<LoginSession>) {
  return 'accessToken' in session ? sessionView(session) : session;
}

function lockIssue({ deps, caller }: Call): Issue | undefined {
  const seconds = deps.programSignIns.lockSeconds(caller.platformUserId);
  if (seconds === 0) return undefined;
  return { ...issue('USER_CODE_LIMIT', '', 'Too many codes that no program waits with.'), retryAfterSeconds: seconds };
}

function noProgram(): Issue {
  return issue('USER_CODE_INVALID', '/userCode', 'No program waits with this code: it is wrong, answered or over.');
}
