// Opens who may use this node: organisations and users, their sessions and tokens. The first start makes the first
// administrator.
import { availableParallelism } from 'node:os';
import { Attempts } from '../../api/auth/attempts.js';
import { Audit } from '../../api/auth/audit.js';
import { bootstrapTenants, FIRST_ADMIN_EMAIL, type FirstAdmin } from '../../api/auth/bootstrap.js';
import { LoginTokens } from '../../api/auth/login-tokens.js';
import { mailRates } from '../../api/auth/mail-rate.js';
import { OneTimeSecrets } from '../../api/auth/one-time-secrets.js';
import { PasskeyCeremonies } from '../../api/auth/passkey-ceremonies.js';
import { PasswordResets } from '../../api/auth/password-resets.js';
import { Passwords } from '../../api/auth/passwords.js';
import { PendingAddresses } from '../../api/auth/pending-addresses.js';
import { ProgramSignIns } from '../../api/auth/program-sign-ins.js';
import { ConsoleLinks } from '../../api/auth/proofs/console-links.js';
import { Tokens, type TokensOptions } from '../../api/auth/tokens.js';
import type { ApiDeps } from '../../api/deps/deps.js';
import { federationPart } from '../../api/federation/part.js';
import { programPart } from '../../api/oauth/part.js';
import { PASSWORD_HASHES_AT_ONCE } from '../../core/base/limits/node/accounts.js';
import type { Log } from '../../core/base/ports.js';
import type { Invitation } from '../../core/tenant/invitation.js';
import { settingsOf } from '../../core/tenant/organisations/settings.js';
import { LINK_CHALLENGES, type LinkChallenge } from '../../core/tenant/participants/wallet-links.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Store } from '../../storage/open.js';
import type { EncryptedTexts } from '../../storage/secrets/encrypted-texts.js';
import { AuditRetention } from '../../storage/tables/accounts/audit-retention.js';
import { AuditTrail } from '../../storage/tables/accounts/audit-trail.js';
import { FactorStore } from '../../storage/tables/accounts/factors.js';
import { Invitations } from '../../storage/tables/accounts/invitations.js';
import { OrganisationKeys } from '../../storage/tables/accounts/organisation-keys.js';
import { PendingApplications } from '../../storage/tables/accounts/pending-applications.js';
import { Platform } from '../../storage/tables/accounts/platform.js';
import { PresentationHistory } from '../../storage/tables/accounts/presentation-history.js';
import { ServicePrincipals } from '../../storage/tables/accounts/service-principals.js';
import { Sessions } from '../../storage/tables/accounts/sessions.js';
import { Tenants } from '../../storage/tables/accounts/tenants.js';
import { WalletLinks } from '../../storage/tables/accounts/wallet-links.js';
import type { Config } from '../config/schema.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { FirstPassword } from '../platform/first-password.js';

export interface IdentityInput {
  readonly config: Config;
  readonly store: Store;
  readonly signingKey: string;
  readonly accountSecrets: EncryptedTexts;
  readonly log: Log;
}

/** The parts of accounts that handlers ask: rows, sessions, and sign-ins that wait for their second step. */
type Accounts = Pick<
  ApiDeps,
  | 'tenants'
  | 'invitations'
  | 'platform'
  | 'walletLinks'
  | 'linkChallenges'
  | 'services'
  | 'pendingApplications'
  | 'presentationHistory'
  | 'organisationKeys'
  | 'factors'
  | 'ceremonies'
  | 'pendingAddresses'
  | 'mailRates'
  | 'passwordResets'
  | 'consoleLinks'
  | 'programSignIns'
  | 'programs'
  | 'loginTokens'
  | 'passwords'
  | 'attempts'
  | 'sessions'
  | 'tokens'
  | 'audit'
>;

type Commit = (ops: readonly KvOp[]) => Promise<void>;

export interface OpenIdentity {
  readonly accounts: Accounts;
  readonly federation: ReturnType<typeof federationPart>;
  /** Undefined once the first start is over and its generated password was changed. */
  readonly firstAdmin: FirstAdmin | undefined;
  readonly firstPassword: FirstPassword;
  readonly auditRetention: AuditRetention;
  /**
   * Forgets sessions, invitations and programs that are over; gives what is left to commit. `telling` commits events
   * of the audit trail, and tells of them.
   */
  readonly sweep: (nowMs: number, telling: Commit) => Promise<readonly KvOp[]>;
}

export async function openIdentity({
  config,
  store,
  signingKey,
  accountSecrets: secrets,
  log,
}: IdentityInput): Promise<OpenIdentity> {
  const { kv, journal } = store;
  const ports = { clock: systemClock, random: systemRandom };
  const tenants = new Tenants(kv, journal);
  const invitations = new Invitations(kv, journal);
  const pendingApplications = new PendingApplications(kv, journal);
  const services = await ServicePrincipals.open(kv);
  const passwords = new Passwords({ atOnce: hashesAtOnce(availableParallelism()) });
  const sessions = await Sessions.open(kv, journal);
  const tokens = await Tokens.open(
    tokenOptions(config, signingKey),
    { ...ports, log },
    { sessions, tenants, services },
  );
  const firstPassword = new FirstPassword(config.node.dataDir, log);
  const commit = (ops: readonly KvOp[]) => journal.commit(ops);
  const keep = (password: string) => firstPassword.keep(password);
  const { initialPassword: password } = config.auth;
  const made = await bootstrapTenants({ ...ports, tenants, passwords, commit, keep }, { password });
  const firstAdmin = made ?? (await waitingAdmin({ tenants, passwords }, firstPassword));
  const audit = new Audit({ ...ports, log }, new AuditTrail(kv));
  const { auditDays: days, auditRowsMax: rowsMax } = config.auth;
  const monthsOf = (id: string) => {
    const organisation = tenants.organisation(id);
    return organisation ? settingsOf(organisation).auditRetentionMonths : null;
  };
  const auditRetention = new AuditRetention(kv, { days, rowsMax, monthsOf });
  const attempts = new Attempts(systemClock);
  const programs = await programPart({ ...ports, kv, journal });
  const sweep = async (nowMs: number, telling: Commit) => {
    await invitations.sweep(nowMs, { commit: telling, opsOfExpired: (expired) => [expiryOf(audit, expired)] });
    await pendingApplications.sweep(nowMs, commit);
    return [...programs.clients.sweep(nowMs), ...(await sessions.sweep(nowMs))];
  };
  const accounts: Accounts = {
    ...{ tenants, invitations, services, pendingApplications, passwords, attempts, sessions, tokens, audit },
    organisationKeys: new OrganisationKeys(kv, journal),
    platform: new Platform(kv, journal),
    walletLinks: new WalletLinks(kv, journal),
    linkChallenges: new OneTimeSecrets<LinkChallenge>(ports, LINK_CHALLENGES),
    presentationHistory: new PresentationHistory(kv, journal),
    factors: new FactorStore(kv, journal),
    pendingAddresses: new PendingAddresses(ports),
    mailRates: mailRates(systemClock),
    passwordResets: new PasswordResets(ports),
    consoleLinks: new ConsoleLinks(ports),
    programSignIns: new ProgramSignIns(ports),
    programs,
    ceremonies: new PasskeyCeremonies(ports),
    loginTokens: new LoginTokens({ ...ports, sessions }),
  };
  const federation = federationPart({ ...ports, kv, journal, secrets });
  return { accounts, federation, firstAdmin, firstPassword, auditRetention, sweep };
}

function tokenOptions({ node: { installation }, auth }: Config, signingKey: string): TokensOptions {
  const { accessTokenMs, refreshTokenMs, sessionMs, deviceSessionMs, serviceTokenMs, skewSeconds } = auth;
  return {
    ...{ installation, signingKey, accessTokenMs, refreshTokenMs, sessionMs, deviceSessionMs },
    ...{ serviceTokenMs, skewSeconds },
  };
}

function expiryOf(audit: Audit, { id, organisationId, email }: Invitation): KvOp {
  return audit.record({
    eventType: 'InvitationExpired',
    ...{ organisationId, identityId: '', address: '', success: true },
    details: { invitationId: id, email },
  });
}

/** A hash keeps a processor busy: one is left to the event loop where there are two. */
export function hashesAtOnce(processors: number): number {
  return Math.max(1, Math.min(PASSWORD_HASHES_AT_ONCE, processors - 1));
}

/**
 * The first administrator, while the generated password waits to be changed: a first start may fail after the account
 * was made, at a port that is taken. The next one has to tell whom to sign in as. A file that opens nothing is deleted:
 * after a kill between the change and the deletion, and after a reset of the stopped node.
 */
async function waitingAdmin(
  { tenants, passwords }: Pick<Accounts, 'tenants' | 'passwords'>,
  file: FirstPassword,
): Promise<FirstAdmin | undefined> {
  const user = tenants.userOfEmail(FIRST_ADMIN_EMAIL);
  if (user?.mustChangePassword !== true) {
    file.forget();
    return undefined;
  }
  const password = file.keptPassword();
  const opens = password !== undefined && (await passwords.verify(user.passwordHash, password));
  if (opens === true) return { email: user.email, password: password as string, isGenerated: true };
  if (password !== undefined && opens === false) file.forget();
  return undefined;
}
