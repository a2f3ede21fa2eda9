// How who is signed in proves once more who it is: what writes rights, secrets, keys or ways in asks for that.
import Type from 'typebox';
import { RECENT_SIGN_IN_MS } from '../../../../core/base/limits/node/accounts.js';
import { route } from '../../../define.js';
import { AssertionResponse, PasskeyOptions } from '../../../schemas/accounts/passkey.js';
import { PasswordField, SessionView } from '../../../schemas/accounts/tenant.js';
import { namedObject } from '../../../schemas/base/common.js';

export const StepUpRequest = Type.Union(
  [
    namedObject('StepUpByPassword', { password: PasswordField }),
    namedObject('StepUpByCode', { code: Type.String({ minLength: 6, maxLength: 10, description: 'Six digits.' }) }),
    namedObject('StepUpByPasskey', {
      transactionId: Type.String({ minLength: 1, maxLength: 100 }),
      assertionResponse: AssertionResponse,
    }),
  ],
  { description: 'A single proof.' },
);

export const stepUpRoutes = {
  stepUp: route({
    method: 'POST',
    url: '/api/auth/step-up',
    writes: 'account',
    can: 'RequireUser',
    summary: 'Prove once more who you are, without a new login',
    description: `By the password, a one-time code, or a passkey, which POST /api/auth/step-up/options begins. The session goes on with a fresh pair, whose auth_time is the time of this call: for ${RECENT_SIGN_IN_MS / 60_000} minutes it is let in where SIGN_IN_NOT_RECENT refused it. Its refresh token of before is spent. Wrong proofs count like failed logins, for this session.`,
    input: { body: StepUpRequest },
    output: SessionView,
    errors: [
      ...(['LOGIN_FAILED', 'LOGIN_LOCKED', 'SECOND_FACTOR_FAILED', 'SECOND_FACTOR_LIMIT', 'TOTP_NOT_SET_UP'] as const),
      ...(['PASSKEY_FAILED', 'TOKEN_EXPIRED', 'ACCOUNT_SUSPENDED', 'ORGANISATION_SUSPENDED'] as const),
      ...(['USER_NOT_FOUND', 'NODE_UNAVAILABLE'] as const),
    ],
    secretAnswer: true,
  }),
  beginStepUp: route({
    method: 'POST',
    url: '/api/auth/step-up/options',
    writes: 'account',
    can: 'RequireUser',
    summary: 'Begin to prove by a passkey who you are',
    output: PasskeyOptions,
    errors: ['PASSKEY_NOT_FOUND'],
    secretAnswer: true,
  }),
};
