// Gives the pages, and the ways to sign in that the sign-in page shows.
import { SOCIAL_KINDS } from '../../../../core/tenant/federation/presets.js';
import { settingsOf } from '../../../../core/tenant/organisations/settings.js';
import { PUBLIC_ORGANISATION_ID } from '../../../../core/tenant/roles.js';
import type { Handlers } from '../../../define.js';
import { accountPage } from '../../../pages/account-page.js';
import { resetPage, verifyPage } from '../../../pages/address-pages.js';
import type { AccountDeps } from '../deps.js';
import type { pageRoutes } from './routes.js';

export const pageHandlers: Handlers<typeof pageRoutes, AccountDeps> = {
  showSignInPage: () => accountPage(),
  showEnrolPage: () => accountPage(),
  showVerifyPage: () => verifyPage(),
  showResetPage: () => resetPage(),

  getSignInOptions({ query: { orgSubdomain } }, { deps }) {
    const { config, tenants, identityProviders } = deps;
    const isNamed = orgSubdomain !== undefined;
    const value = isNamed
      ? tenants.organisationOfSubdomain(orgSubdomain)
      : tenants.organisation(PUBLIC_ORGANISATION_ID);
    const organisation = value?.status === 'Active' ? value : undefined;
    const enabledProvider = (slot: 'idp' | (typeof SOCIAL_KINDS)[number]) => {
      const provider = organisation && identityProviders.get(organisation.id, slot);
      return provider?.isEnabled === true ? provider : undefined;
    };
    return {
      organizationName: (isNamed && organisation?.name) || null,
      tagline: (isNamed && organisation?.branding?.companyTagline) || null,
      identityProvider: enabledProvider('idp')?.displayName ?? null,
      socialProviders: SOCIAL_KINDS.filter((kind) => enabledProvider(kind)),
      takesPeople:
        organisation?.orgType === 'Public' && settingsOf(organisation, config.takesPeople).selfRegistrationEnabled,
      passkeyOrigins: config.passkeys.origins,
      publicHost: new URL(config.publicUrl).hostname,
    };
  },
};
