// The caller lets a program act without being asked, within limits: stated, and ended. They are shown with the programs
// that the caller let in.
import Type from 'typebox';
import { route } from '../../../define.js';
import { GrantId, StandingGrantStated, StandingGrantView } from '../../../schemas/workflow/standing-grant.js';

const ConsentId = Type.String({ minLength: 22, maxLength: 22 });

export const standingGrantRoutes = {
  stateStandingGrant: route({
    ...{ method: 'POST', url: '/api/auth/program-consents/:consentId/grants', writes: 'account', rate: 'api' },
    can: 'RequireAccount',
    summary: 'Let a program act without asking, within limits',
    description:
      'For actions of one version of a workflow on one register, with one wallet, by tools of assistants. It ends with the consent in which it stands.',
    takesRecentSignIn: true,
    input: { params: Type.Object({ consentId: ConsentId }), body: StandingGrantStated },
    output: { 201: StandingGrantView },
    errors: [
      ...(['CONSENT_NOT_FOUND', 'REGISTER_NOT_FOUND', 'PUBLICATION_NOT_FOUND', 'VAL_BP_VERSION_001'] as const),
      ...(['WALLET_ACCESS_DENIED', 'WALLET_LOCKED'] as const),
      ...(['STANDING_GRANT_INVALID', 'STANDING_GRANT_OVERLAPS', 'STANDING_GRANTS_FULL'] as const),
      ...(['BLUEPRINT_TOO_COSTLY', 'ENGINE_BUSY'] as const),
    ],
  }),
  endStandingGrant: route({
    ...{ method: 'DELETE', url: '/api/auth/program-consents/:consentId/grants/:grantId', writes: 'account' },
    ...{ rate: 'api', can: 'RequireAccount' },
    summary: 'End a standing grant',
    description: 'The program asks from the next act on. Its consent and its sessions stay.',
    input: { params: Type.Object({ consentId: ConsentId, grantId: GrantId }) },
    output: { 204: null },
    errors: ['CONSENT_NOT_FOUND', 'STANDING_GRANT_NOT_FOUND'],
  }),
};
