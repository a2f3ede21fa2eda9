// Gives the documents about the MCP server.
import type { Handlers } from '../../../define.js';
import type { NodeDeps } from '../deps.js';
import type { assistantRoutes } from './routes.js';

export const assistantHandlers: Handlers<typeof assistantRoutes, NodeDeps> = {
  getMcpManifest: (_input, { deps }) => deps.assistants.manifest(),
  listMcpTools: (_input, { caller, deps }) => deps.assistants.tools(caller),
};
