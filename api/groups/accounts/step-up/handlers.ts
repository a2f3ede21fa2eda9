// Step-up: judges the proof, and lets the session go on with a fresh time of its sign-in. The way that the session
// began by stays: one of an organisation's provider is bound to it as before, whatever its person shows.
import { issue } from '../../../../core/base/issue.js';
import { fail, failIf, isFailure } from '../../../../core/base/result.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type ApiCall, type Handlers, Refusal } from '../../../define.js';
import { sessionView } from '../../../sign-in/answer.js';
import { judgedCode } from '../../../sign-in/codes.js';
import { checkLock, failLogin, ownAttempt, ownPassword } from '../../../sign-in/login.js';
import { askForSignature, proofBy, useOf } from '../../../sign-in/passkeys.js';
import { activeIdentity, goOn, ownFamily } from '../../../sign-in/session.js';
import type { AccountDeps } from '../deps.js';
import type { stepUpRoutes } from './routes.js';

type Call = ApiCall<AccountDeps>;

const NO_CODES = issue(
  'TOTP_NOT_SET_UP',
  '/code',
  'The account has no one-time codes: show the password or a passkey.',
);
const NO_PASSKEY = issue('PASSKEY_NOT_FOUND', '', 'The account has no passkey: show the password or a one-time code.');
const OTHER_SESSION = issue('PASSKEY_FAILED', '/transactionId', 'Another session began this transaction.');

export const stepUpHandlers: Handlers<typeof stepUpRoutes, AccountDeps> = {
  async stepUp({ body }, call) {
    if ('code' in body) return byCode(call, body.code);
    if ('transactionId' in body) return byPasskey(call, body);
    const user = await ownPassword(call, body.password, '/password');
    return user instanceof Refusal || isFailure(user) ? user : renewSession(call, []);
  },

  beginStepUp(_, { deps, caller: { platformUserId, sessionId }, address }) {
    const { passkeys } = deps.factors.of(platformUserId);
    if (passkeys.length === 0) return fail(NO_PASSKEY);
    const ceremony = { kind: 'step-up', platformUserId, sessionId } as const;
    return askForSignature(deps, { ceremony, passkeys, mustVerify: true }, address);
  },
};

async function byCode(call: Call, code: string) {
  const { deps, caller, address } = call;
  const user = deps.tenants.user(caller.platformUserId);
  if (!user) return fail(issue('USER_NOT_FOUND', '', 'The user does not exist any more.'));
  if (deps.factors.of(user.id).totp?.verifiedAt === undefined) return fail(NO_CODES);
  const attempt = ownAttempt(user, call);
  const lock = checkLock(deps, attempt);
  if (lock) return lock;
  // From here to the commit nothing is awaited: of two calls with one code the second finds it used.
  const value = judgedCode(deps, user, { code, isBackupCode: false, address });
  if ('used' in value) {
    deps.attempts.countSuccess(attempt);
    return renewSession(call, [value.used]);
  }
  if (!value.isLimited) return failLogin(deps, attempt, { user, ...value });
  deps.attempts.countForAccount(attempt);
  return fail(value.why);
}

async function byPasskey(
  call: Call,
  { transactionId, assertionResponse }: { readonly transactionId: string; readonly assertionResponse: unknown },
) {
  const { deps, caller } = call;
  const begun = deps.ceremonies.take(transactionId, 'step-up');
  if (isFailure(begun)) return begun;
  const { platformUserId: userId, sessionId, challenge } = begun;
  if (userId !== caller.platformUserId || sessionId !== caller.sessionId) return fail(OTHER_SESSION);
  const proof = await proofBy(deps, { challenge, userId, mustVerify: true }, assertionResponse);
  if (isFailure(proof)) return proof;
  const use = useOf(deps, proof);
  return isFailure(use) ? use : renewSession(call, [use.used]);
}

/** The session from now on, unless something ended it while the proof was judged. */
async function renewSession({ deps, caller, address }: Call, used: readonly KvOp[]) {
  const ended = failIf(deps.tokens.standing(caller));
  if (ended) return ended;
  const family = ownFamily(deps, caller);
  if (isFailure(family)) return family;
  const identity = activeIdentity(deps, caller.organisationId, caller.subject);
  if (isFailure(identity)) return identity;
  const row = deps.audit.byCaller({ caller, address }, { eventType: 'SignInRenewed' });
  const signedInAtMs = deps.sessions.signInDate(deps.clock.now());
  return sessionView(await goOn(deps, family, { identity, signedInAtMs, with: [...used, row] }));
}
