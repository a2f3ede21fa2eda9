// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE_CERTIFICATE } from '../../../examples/certificate.js';
import { EXAMPLE } from '../../../examples/values.js';
import type { internalRoutes } from './routes.js';

export const internalExamples: Examples<typeof internalRoutes> = {
  postInboxEntry: {
    input: {
      body: {
        platformUserId: EXAMPLE.userPlatformId,
        sourceEventId: 'credential-7',
        category: 'Credential',
        type: 'credential-available',
        details: { credentialId: '7' },
      },
    },
    output: { entryId: EXAMPLE.inboxEntryId, isNew: true },
  },
  showWorkload: {
    input: {},
    output: {
      clientId: 'inbox',
      uri: 'spiffe://test/service/inbox',
      validUntil: new Date(EXAMPLE_CERTIFICATE.notAfterMs).toISOString(),
      fingerprint: EXAMPLE_CERTIFICATE.fingerprint,
    },
  },
  scrapeMetrics: {},
};
