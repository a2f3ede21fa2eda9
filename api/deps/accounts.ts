// The ports of accounts: who signs in, by what, and where to.
import type { FactorSecrets } from '../../storage/secrets/factor-secrets.js';
import type { ExternalIdentities } from '../../storage/tables/accounts/external-identities.js';
import type { FactorStore } from '../../storage/tables/accounts/factors.js';
import type { IdentityProviders } from '../../storage/tables/accounts/identity-providers.js';
import type { ServicePrincipals } from '../../storage/tables/accounts/service-principals.js';
import type { Sessions } from '../../storage/tables/accounts/sessions.js';
import type { Tenants } from '../../storage/tables/accounts/tenants.js';
import type { Usage } from '../../storage/tables/accounts/usage.js';
import type { Attempts } from '../auth/attempts.js';
import type { Caller } from '../auth/caller.js';
import type { LoginTokens } from '../auth/login-tokens.js';
import type { PasskeyCeremonies } from '../auth/passkey-ceremonies.js';
import type { PasswordResets } from '../auth/password-resets.js';
import type { Passwords } from '../auth/passwords.js';
import type { PendingAddresses } from '../auth/pending-addresses.js';
import type { ProgramSignIns } from '../auth/program-sign-ins.js';
import type { ConsoleLinks } from '../auth/proofs/console-links.js';
import type { SignInsUnderWay } from '../auth/under-way.js';
import type { ProgramPart } from './programs.js';

export interface ApiAccounts {
  readonly tenants: Tenants;
  readonly usage: Usage;
  /** Services that may get tokens of their own. */
  readonly services: ServicePrincipals;
  readonly identityProviders: IdentityProviders;
  readonly identities: ExternalIdentities;
  readonly signIns: SignInsUnderWay;
  readonly sessions: Sessions;
  readonly factors: FactorStore;
  readonly factorSecrets: FactorSecrets;
  readonly loginTokens: LoginTokens;
  readonly ceremonies: PasskeyCeremonies;
  readonly pendingAddresses: PendingAddresses;
  readonly passwordResets: PasswordResets;
  readonly programSignIns: ProgramSignIns;
  readonly programs: ProgramPart;
  readonly passwords: Passwords;
  readonly attempts: Attempts;
  readonly consoleLinks: ConsoleLinks;
  /** Ids of the operations that the caller may call, beside those that anybody may. */
  readonly callableBy: (caller: Caller) => readonly string[];
  /** Deletes the generated password that was kept for the operator, once it is not a password any more. */
  readonly forgetFirstPassword?: () => void;
}
