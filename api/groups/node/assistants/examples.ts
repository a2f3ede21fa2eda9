// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE_ORIGIN } from '../../../examples/values.js';
import type { assistantRoutes } from './routes.js';

export const assistantExamples: Examples<typeof assistantRoutes> = {
  getMcpManifest: {
    input: {},
    output: {
      name: 'quorate',
      title: 'Quorate',
      version: '0.2.0',
      description: 'Tools of a node of a multi-party ledger, by the rights of the caller.',
      endpoint: `${EXAMPLE_ORIGIN}/mcp`,
      transport: 'streamable-http',
      protocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      authorization: {
        type: 'oauth2',
        resourceMetadata: `${EXAMPLE_ORIGIN}/.well-known/oauth-protected-resource/mcp`,
      },
      tools: `${EXAMPLE_ORIGIN}/api/mcp/tools`,
      documentation: `${EXAMPLE_ORIGIN}/docs/`,
      slices: [{ name: 'lifecycle', tools: ['register_create', 'rehearsal_start'] }],
    },
  },
  listMcpTools: {
    input: {},
    output: [
      {
        name: 'rehearsal_get',
        title: 'Read where a rehearsal stands',
        description: 'Reads one rehearsal: its steps, its log, the actions that wait and what the acting role sees.',
        slice: 'lifecycle',
        operations: ['getRehearsal'],
        asksPerson: 'never',
        inputSchema: {
          type: 'object',
          properties: { blueprintId: { type: 'string' }, rehearsalId: { type: 'string' } },
          required: ['blueprintId', 'rehearsalId'],
        },
        outputSchema: { type: 'object', properties: { status: { type: 'string' }, message: { type: 'string' } } },
        annotations: {
          title: 'Read where a rehearsal stands',
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: false,
        },
      },
    ],
  },
};
