// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import type { outgoingRoutes } from './routes.js';

export const outgoingExamples: Examples<typeof outgoingRoutes> = {
  checkOutgoing: {
    input: { body: { url: 'https://idp.example/.well-known/openid-configuration' } },
    output: {
      url: 'https://idp.example/.well-known/openid-configuration',
      address: '93.184.216.34',
      status: 200,
      bytes: 1024,
      milliseconds: 87,
    },
  },
  sendTestMail: {
    input: { body: { to: 'operator@example.org' } },
    output: { to: 'operator@example.org', through: 'server' },
  },
};
