// The session of a browser in the console. Its refresh token is in a cookie that no script reads, and that two
// operations here alone read: all others take the access token of a header.
import Type from 'typebox';
import { route } from '../../../define.js';
import { namedObject, Timestamp, Uuid } from '../../../schemas/base/common.js';
import { COOKIES_MAX } from '../../../sign-in/cookies.js';

/** Headers by which a page of this node is told from one of another site. Browsers send them. */
const PageHeaders = Type.Object({
  cookie: Type.Optional(Type.String({ maxLength: COOKIES_MAX })),
  origin: Type.Optional(Type.String({ maxLength: 300 })),
  host: Type.Optional(Type.String({ maxLength: 300 })),
  'sec-fetch-site': Type.Optional(Type.String({ maxLength: 20 })),
  'x-quorate-console': Type.Optional(
    Type.String({ maxLength: 1, description: '1. Other sites cannot send it unasked.' }),
  ),
});

/** Headers by which a proxy says for whom it asks: behind one it is not known whose browser it is. */
const HereHeaders = Type.Object({
  ...PageHeaders.properties,
  forwarded: Type.Optional(Type.String({ maxLength: 1000 })),
  via: Type.Optional(Type.String({ maxLength: 1000 })),
  'x-forwarded-for': Type.Optional(Type.String({ maxLength: 1000 })),
});

export const ConsoleLinkRequest = namedObject('ConsoleLinkRequest', {
  link: Type.String({
    minLength: 43,
    maxLength: 43,
    description: 'The part of the address of the link after #start=.',
  }),
});

export const ConsoleLinkView = namedObject('ConsoleLink', { url: Type.String(), expiresAt: Timestamp });

export const ConsoleSessionRequest = namedObject('ConsoleSessionRequest', {
  refreshToken: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Of a sign-in that the page just made; the cookie of the browser where absent.',
    }),
  ),
  organizationId: Type.Optional(
    Type.String({ ...Uuid, description: 'For this organisation of the person, where the session is of another one.' }),
  ),
});

export const ConsoleSession = namedObject('ConsoleSession', {
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds.' }),
});

export const consoleSessionRoutes = {
  openConsoleSession: route({
    method: 'POST',
    url: '/api/auth/console/session',
    writes: 'account',
    can: 'public',
    // Each page that is loaded asks once: people reload, and many sit behind one address.
    rate: 'api',
    summary: 'Go on with the session of this browser, for a page of this node',
    description:
      'The refresh token of the cookie is spent, and the next one is set: HttpOnly, SameSite=Strict. With a refresh token of a sign-in the browser keeps that session from now on; that of a program is not known here. A session of the provider of an organisation is of that one alone. FORBIDDEN unless Sec-Fetch-Site is same-origin, or Origin is this node where a browser does not send the former, and x-quorate-console is 1.',
    input: { body: ConsoleSessionRequest, headers: PageHeaders },
    output: ConsoleSession,
    errors: [
      ...(['FORBIDDEN', 'TOKEN_INVALID', 'TOKEN_EXPIRED', 'TOKEN_REVOKED'] as const),
      ...(['SIGN_IN_NOT_RECENT', 'ORGANISATION_NOT_FOUND', 'ORGANISATION_SUSPENDED'] as const),
      ...(['ACCOUNT_SUSPENDED', 'USER_NOT_FOUND'] as const),
    ],
    secretAnswer: true,
  }),
  createConsoleLink: route({
    method: 'POST',
    url: '/api/auth/console/links',
    writes: 'account',
    can: 'RequireUser',
    takesRecentSignIn: true,
    summary: 'Make a link that signs the caller in at the console of this computer',
    description:
      'Good once, for ten minutes, in a browser on the computer of the node, and while the session of the caller stands. CONSOLE_NOT_LOCAL where others reach the node too.',
    input: {},
    output: { 201: ConsoleLinkView },
    errors: ['CONSOLE_NOT_LOCAL', 'FORBIDDEN'],
    secretAnswer: true,
  }),
  redeemConsoleLink: route({
    method: 'POST',
    url: '/api/auth/console/redeem',
    writes: 'account',
    can: 'public',
    summary: 'Begin a session of this browser by a link',
    description:
      'The same pages may ask as for the session, on the computer of the node: from a loopback address, with an Origin that is one, and no proxy between. The session is that of who asked for the link; by the link of a first start, of the first administrator, who may then choose a password without stating the first one.',
    input: { body: ConsoleLinkRequest, headers: HereHeaders },
    output: ConsoleSession,
    errors: ['FORBIDDEN', 'CONSOLE_NOT_LOCAL', 'CONSOLE_LINK_INVALID'],
    secretAnswer: true,
  }),
  endConsoleSession: route({
    method: 'POST',
    url: '/api/auth/console/end',
    writes: 'account',
    can: 'public',
    summary: 'End the session of this browser',
    description: 'Its access tokens end with it, and the cookie is removed. The same pages may ask as for the session.',
    input: { headers: PageHeaders },
    output: { 204: null },
    errors: ['FORBIDDEN'],
  }),
};
