// Pages for people, and what the sign-in page asks first: the ways to sign in that an organisation has.
import Type from 'typebox';
import { CALLBACK_QUERY_BYTES_MAX } from '../../../../core/base/limits/node/federation.js';
import { rawRoute, route } from '../../../define.js';
import { SocialProviderName } from '../../../schemas/accounts/identity-provider.js';
import { namedObject, nullable } from '../../../schemas/base/common.js';

export const SignInOptions = namedObject('SignInOptions', {
  organizationName: nullable(Type.String()),
  tagline: nullable(Type.String()),
  identityProvider: nullable(Type.String({ description: 'Name of the provider of the organisation.' })),
  socialProviders: Type.Array(SocialProviderName),
  takesPeople: Type.Boolean({ description: 'Somebody without an account can make one.' }),
  passkeyOrigins: Type.Array(Type.String(), { description: 'Pages that may ask for passkeys.' }),
  publicHost: Type.String({ description: 'Host of the node; a name before it is that of an organisation.' }),
});

const page = (url: string, summary: string, description: string) =>
  rawRoute({
    ...{ method: 'GET', url, can: 'public', summary, description, errors: [] },
    answers: { status: 200, type: 'text/html', schema: Type.String(), description: 'A page for browsers.' },
    // Read by the script of the page alone.
    anyQuery: true,
    queryBytesMax: CALLBACK_QUERY_BYTES_MAX,
    isPage: true,
  });

const KEPT = 'The same for everybody, and kept nowhere. Not served where http.pages is off.';

export const pageRoutes = {
  showSignInPage: page(
    '/login',
    'Show the page to sign in',
    `With ?org= of that organisation, with ?device to let in a program on another computer. ${KEPT}`,
  ),
  showEnrolPage: page(
    '/enrol',
    'Show the page of the own account: passkeys, one-time codes, devices',
    `Behind # the token of an enrol session, which enrols the device that shows the page. ${KEPT}`,
  ),
  showVerifyPage: page(
    '/verify-email',
    'Show the page behind the link that verifies an address',
    `The token stands behind #. ${KEPT}`,
  ),
  showResetPage: page(
    '/reset-password',
    'Show the page to set a new password',
    `With the token of the mail behind #; without one it asks for a mail. ${KEPT}`,
  ),
  getSignInOptions: route({
    method: 'GET',
    url: '/api/auth/sign-in-options',
    rate: 'auth',
    uncached: true,
    can: 'public',
    summary: 'See how people sign in, here or to one organisation',
    description: 'An organisation that is suspended and one that is not there look the same.',
    input: { query: Type.Object({ orgSubdomain: Type.Optional(Type.String({ minLength: 1, maxLength: 63 })) }) },
    output: SignInOptions,
    errors: [],
    // A page asks at once; logins of everybody behind the same address are counted apart.
    bucket: 'sign-in-options',
  }),
};
