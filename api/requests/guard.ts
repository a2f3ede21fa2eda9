// Who calls, and whether this operation lets them in. Runs before the body is read; a token seen before costs one hash and no promise. An operation
// that is public never fails because of a stale token.
import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import type { Issue } from '../../core/base/issue.js';
import { isIssue, issue } from '../../core/base/issue.js';
import type { Log } from '../../core/base/ports.js';
import { ANONYMOUS, type Caller } from '../auth/caller.js';
import { type Capability, isAllowed } from '../auth/policy.js';
import type { Tokens } from '../auth/tokens.js';
import { sendProblem } from './request.js';

type Hook = (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction) => void;

const CHANGE_FIRST = issue(
  'PASSWORD_CHANGE_REQUIRED',
  '',
  'Change the password that was made for you first (quorate password): until then this session may do nothing else.',
);

/** Sets request.caller and request.denied; sends nothing, so that the rate limit also counts bad tokens. */
export function identify(tokens: Pick<Tokens, 'recall' | 'verify'>, takesFirstPassword = false): Hook {
  const settle = (request: FastifyRequest, outcome: Caller | Issue): void => {
    if (isIssue(outcome)) request.denied = outcome;
    else if (outcome.mustChangePassword === true && !takesFirstPassword) request.denied = CHANGE_FIRST;
    else request.caller = outcome;
  };
  return (request, _reply, done) => {
    const header = request.headers.authorization;
    if (header === undefined) return done();
    const token = bearerOf(header);
    if (token === undefined) {
      request.denied = issue('TOKEN_INVALID', '', 'The Authorization header is not "Bearer <token>".');
      return done();
    }
    const known = tokens.recall(token);
    if (known !== undefined) {
      settle(request, known);
      return done();
    }
    tokens.verify(token).then(
      (verified) => {
        settle(request, verified);
        done();
      },
      (error: Error) => done(error),
    );
  };
}

/** Lets in who may; who may not is in the audit log. */
export function authorise(capability: Capability, log: Log): Hook {
  return (request, reply, done) => {
    if (capability === 'public') return done();
    const { caller, denied } = request;
    if (denied !== undefined) {
      // Somebody may hold what was taken from its owner.
      if (denied.code === 'TOKEN_REVOKED') told(log, { eventType: 'RevokedTokenUsed' }, request);
      return sendProblem(request, reply, [denied]);
    }
    if (isAllowed(capability, caller)) return done();
    if (caller === ANONYMOUS)
      return sendProblem(request, reply, [
        issue('AUTH_REQUIRED', '', 'Send a bearer token in the Authorization header.'),
      ]);
    const { subject: identityId, organisationId } = caller;
    told(log, { eventType: 'PermissionDenied', identityId, organisationId }, request);
    sendProblem(request, reply, [issue('FORBIDDEN', '', `The caller does not satisfy the policy ${capability}.`)]);
  };
}

/** The token of an RFC 6750 header; the scheme is case-insensitive (RFC 9110 section 11.1). */
export function bearerOf(header: string): string | undefined {
  if (header.length < 8 || header.charCodeAt(6) !== 0x20) return undefined;
  const scheme = header.slice(0, 6);
  return scheme === 'Bearer' || scheme.toLowerCase() === 'bearer' ? header.slice(7) : undefined;
}

function told(log: Log, event: Readonly<Record<string, string>>, request: FastifyRequest): void {
  log.child({ audit: true }).warn(
    {
      ...event,
      operationId: request.routeOptions.config.operationId,
      address: request.ip,
    },
    'A caller was refused.',
  );
}
