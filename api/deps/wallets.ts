// The ports of wallets and what opens them.
import type { LinkChallenge } from '../../core/tenant/participants/wallet-links.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { OrganisationKeys } from '../../storage/tables/accounts/organisation-keys.js';
import type { PendingApplications } from '../../storage/tables/accounts/pending-applications.js';
import type { PresentationHistory } from '../../storage/tables/accounts/presentation-history.js';
import type { WalletLinks } from '../../storage/tables/accounts/wallet-links.js';
import type { WalletStore } from '../../storage/tables/accounts/wallets.js';
import type { OneTimeSecrets } from '../auth/one-time-secrets.js';

export interface ApiWallets {
  readonly wallets: WalletStore;
  /** Wallets that participants proved to be their own, and the proofs that are under way. */
  readonly walletLinks: WalletLinks;
  readonly linkChallenges: OneTimeSecrets<LinkChallenge>;
  /** Keys that organisations derived for their members. */
  readonly organisationKeys: OrganisationKeys;
  /** Notices of citizens about what is on its way to their wallets. */
  readonly pendingApplications: PendingApplications;
  readonly presentationHistory: PresentationHistory;
  readonly keystore: Keystore;
}
