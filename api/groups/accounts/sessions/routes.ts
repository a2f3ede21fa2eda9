// Sessions of the own account: seen and ended by its owner.
import Type from 'typebox';
import { SESSIONS_SHOWN_MAX } from '../../../../core/base/limits/node/accounts.js';
import { SIGN_IN_METHODS } from '../../../../core/tenant/session.js';
import { route } from '../../../define.js';
import { ProgramScopeName } from '../../../schemas/accounts/program-scope.js';
import { namedObject, nullable, Timestamp, Uuid } from '../../../schemas/base/common.js';

const SessionId = Type.String({ minLength: 22, maxLength: 22 });

export const OwnSession = namedObject('OwnSession', {
  id: SessionId,
  organizationId: Uuid,
  organizationName: Type.String(),
  method: Type.Enum([...SIGN_IN_METHODS], { title: 'SignInMethod', description: 'The way that it began by.' }),
  address: nullable(Type.String({ description: 'It began there.' })),
  program: nullable(Type.String({ description: 'The program that it was given to.' })),
  clientId: Type.Optional(Type.String({ description: 'Of a program of the authorization server.' })),
  scopes: Type.Optional(Type.Array(ProgramScopeName, { description: 'That program may do no more.' })),
  isConsumer: Type.Boolean({ description: 'It has consumer tokens, as that of a device.' }),
  signedInAt: Timestamp,
  refreshedAt: Timestamp,
  expiresAt: Timestamp,
  isCurrent: Type.Boolean(),
});

export const sessionRoutes = {
  listSessions: route({
    method: 'GET',
    url: '/api/auth/sessions',
    uncached: true,
    can: 'RequireAccount',
    summary: 'List the sessions of the own account',
    output: namedObject('OwnSessions', {
      sessions: Type.Array(OwnSession, { description: `Newest first, at most ${SESSIONS_SHOWN_MAX}.` }),
    }),
    errors: [],
    rate: 'api',
  }),
  endSession: route({
    method: 'DELETE',
    url: '/api/auth/sessions/:sessionId',
    writes: 'account',
    can: 'RequireAccount',
    summary: 'End a session of the own account',
    description: 'Its tokens and live connections end at once.',
    input: { params: Type.Object({ sessionId: SessionId }) },
    output: { 204: null },
    errors: ['SESSION_NOT_FOUND'],
    rate: 'api',
  }),
  endAllSessions: route({
    method: 'DELETE',
    url: '/api/auth/sessions',
    writes: 'account',
    can: 'RequireAccount',
    summary: 'End all sessions of the own account, or all others',
    description:
      'Also those that are too many to be listed, those of devices, and the one of this call, which `which=others` leaves. Sign-ins that wait to become a session end too.',
    input: { query: Type.Object({ which: Type.Enum(['all', 'others'], { default: 'all' }) }) },
    output: { 204: null },
    errors: [],
    rate: 'api',
  }),
};
