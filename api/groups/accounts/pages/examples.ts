// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { pageRoutes } from './routes.js';

const page = { output: '<!doctype html>' };

export const pageExamples: Examples<typeof pageRoutes> = {
  showSignInPage: page,
  showEnrolPage: page,
  showVerifyPage: page,
  showResetPage: page,
  getSignInOptions: {
    input: { query: { orgSubdomain: EXAMPLE.subdomain } },
    output: {
      organizationName: 'Acme Ltd',
      tagline: null,
      identityProvider: 'Acme directory',
      socialProviders: ['github'],
      takesPeople: false,
      passkeyOrigins: ['https://ledger.example'],
      publicHost: 'ledger.example',
    },
  },
};
