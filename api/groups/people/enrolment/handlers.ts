// Enrol sessions, short codes and pairing links: loads, asks api/sign-in/enrolment, shapes the answer.
import { toBase64Url } from '../../../../core/base/bytes.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { PAIRING_TOKEN_BYTES } from '../../../../core/base/limits/node/people.js';
import { fail, isFailure } from '../../../../core/base/result.js';
import { isGoodLink, isJustSent, pairingLink } from '../../../../core/tenant/devices/pairing.js';
import { codeOver, codeProblem } from '../../../../core/tenant/devices/short-codes.js';
import { isVerified } from '../../../../core/tenant/members/address.js';
import { ofWholeAccount, wholeAccountProblem } from '../../../access/whole-account.js';
import { type DeviceKey, delegate, readDeviceKey, signDelegation } from '../../../credentials/devices/delegating.js';
import { type ApiCall, type Handlers, type Refusal, refuse } from '../../../define.js';
import {
  type Enrolled,
  enrol,
  enrollerOf,
  enrolProblem,
  identityNow,
  readEnrolToken,
  standingOf,
} from '../../../sign-in/enrolment.js';
import { endToken as spent } from '../../../sign-in/session.js';
import type { PeopleDeps } from '../deps.js';
import type { enrolmentRoutes } from './routes.js';

/** The names that reference-facts 4.5.5 has for the refusals of an enrol token. */
const REASONS: Readonly<Record<string, string>> = {
  ENROL_TOKEN_MALFORMED: 'malformed_token',
  ENROL_TOKEN_INVALID: 'invalid_signature',
  ENROL_TOKEN_SCOPE: 'scope_mismatch',
  ENROL_TOKEN_USED: 'already_used',
  ENROL_TOKEN_EXPIRED: 'expired',
};

export const enrolmentHandlers: Handlers<typeof enrolmentRoutes, PeopleDeps> = {
  createEnrolSession: ofWholeAccount(async (_, call) => {
    const { deps, caller } = call;
    const identity = enrollerOf(call);
    if (isFailure(identity)) return identity;
    const { sessionId, signIn } = identityNow(deps, caller);
    const issued = await deps.tokens.issueEnrolment({ ...identity, sessionId, signIn });
    await deps.commit([deps.audit.byCaller(call, { eventType: 'EnrolSessionIssued' })]);
    const expiresAt = new Date(deps.clock.now() + issued.expiresInSeconds * 1000).toISOString();
    return { sessionToken: issued.token, qrUrl: `${deps.config.publicUrl}/enrol#${issued.token}`, expiresAt };
  }),

  async redeemEnrolSession({ body }, call) {
    const { deps } = call;
    const caller = await readEnrolToken(deps, body.sessionToken);
    if (isFailure(caller)) return oauthRefusalOf(caller.issue);
    const key = await keyOf(call, body.device);
    if (isFailure(key)) return key;
    const problem = enrolProblem(deps, caller) ?? wholeAccountProblem({ deps, caller });
    if (problem) return oauthRefusalOf(problem);
    const identity = enrollerOf({ ...call, caller });
    if (isFailure(identity)) return identity;
    const { signIn } = identityNow(deps, caller);
    const made = await enrol(call, {
      ...{ identity, signIn, device: body.device, spend: () => [spent(deps, caller)] },
      delegate: key && (() => delegate(deps, key)),
    });
    if (isFailure(made)) return made;
    const { device, session } = made;
    const { refreshToken } = session;
    return {
      ...sessionView(made),
      ...(await delegatedView(call, made, key)),
      refreshToken,
      deviceId: device?.id ?? '',
    };
  },

  createShortCode: ofWholeAccount(async ({ body }, call) => {
    const { deps, caller } = call;
    const identity = enrollerOf(call);
    if (isFailure(identity)) return identity;
    // Another request may have spent it since this one was let in.
    const standing = deps.tokens.standing(caller);
    if (standing) return fail(standing);
    const route = body?.route ?? 'DesktopHandoff';
    const { code, lifetimeMs } = deps.enrolCodes.issue({ ...identityNow(deps, caller), route }, call.address);
    // A token brings one device: it is not redeemed as well, and makes no second code.
    const once = caller.tier === 'enrol-session' ? [spent(deps, caller)] : [];
    await deps.commit([...once, deps.audit.byCaller(call, { eventType: 'ShortCodeIssued', details: { route } })]);
    return { code, expiresAt: new Date(deps.clock.now() + lifetimeMs).toISOString() };
  }),

  async redeemShortCode({ body }, call) {
    const malformed = codeProblem(body.code);
    if (malformed) return fail(malformed);
    const key = await keyOf(call, body.device);
    if (isFailure(key)) return key;
    const enroller = call.deps.enrolCodes.redeem(body.code as string);
    if (isFailure(enroller)) return enroller;
    const identity = standingOf(call.deps, enroller);
    if (identity === undefined) return fail(codeOver());
    const { signIn, route } = enroller;
    const event = { eventType: 'ShortCodeRedeemed', details: { route } } as const;
    const made = await enrol(call, {
      ...{ identity, signIn, device: body.device, spend: () => [], event },
      delegate: key && (() => delegate(call.deps, key)),
    });
    if (isFailure(made)) return made;
    return { ...sessionView(made), ...(await delegatedView(call, made, key)), deviceId: made.device?.id };
  },

  async sendPairingMail(_, { deps, caller }) {
    const user = deps.tenants.user(caller.platformUserId);
    if (!user) return fail(issue('TOKEN_INVALID', '', 'The token stands for no person.'));
    const nowMs = deps.clock.now();
    const before = deps.pairingLinks.ofUser(user.id);
    if (!isVerified(user) || (before && isJustSent(before, nowMs))) return undefined;
    // Organisations state the addresses of accounts that they make: several may state that of one person.
    if (deps.mailRates.pairing.seconds(user.email, `account ${user.id}`) > 0) return undefined;
    const token = toBase64Url(deps.random.bytes(PAIRING_TOKEN_BYTES));
    await deps.commit(deps.pairingLinks.put(sha256Hex(token), pairingLink(user.id, nowMs)));
    const { installation, publicUrl } = deps.config;
    const subject = `Go on pairing your device with ${installation}`;
    const url = `${publicUrl}/api/auth/pairing-resumption/redeem?token=${token}`;
    const problem = deps.mailer.post({ kind: 'pairing', to: user.email, subject, text: mailText(installation, url) });
    if (problem) deps.log.warn({ code: problem.code }, 'A pairing mail was not sent.');
    return undefined;
  },

  async redeemPairingLink({ query }, { deps }) {
    const tokenHash = sha256Hex(query.token ?? '');
    const link = deps.pairingLinks.find(tokenHash);
    const isGood = link !== undefined && isGoodLink(link, deps.clock.now());
    if (link) await deps.commit(deps.pairingLinks.remove(tokenHash));
    // Nothing of the request is in the address: the link leads nowhere else.
    const query_ = isGood ? 'returnUrl=%2Fenrol&reason=pairing-resumption' : 'reason=resumption-expired';
    const headers = {
      location: `${deps.config.publicUrl}/login?${query_}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    };
    return { status: 302, headers, body: '' };
  },
};

/** The key that a device proves, where it proves one. Asked before a token or code is taken, for it takes a while. */
async function keyOf({ deps }: ApiCall<PeopleDeps>, device: { readonly keyProof?: string } | undefined) {
  return device?.keyProof === undefined ? undefined : readDeviceKey(deps, device.keyProof, '/device/keyProof');
}

async function delegatedView({ deps }: ApiCall<PeopleDeps>, { device }: Enrolled, key: DeviceKey | undefined) {
  const delegation = device?.delegation;
  return key && delegation ? signDelegation(deps, key, delegation) : {};
}

function mailText(installation: string, url: string): string {
  return [
    `You began to pair a device with your account at ${installation}. Go on here:`,
    ...['', url, ''],
    'The link is good for 24 hours, once, and asks you to sign in. If it was not you, do nothing.',
  ].join('\n');
}

function sessionView({ session, identity: { membership } }: Enrolled) {
  const { accessToken, expiresInSeconds: expiresIn } = session;
  return { accessToken, expiresIn, displayName: membership.displayName, email: membership.email };
}

function oauthRefusalOf(problem: Issue): Refusal {
  const reason = REASONS[problem.code];
  return refuse(problem, reason === undefined ? {} : { reason });
}
