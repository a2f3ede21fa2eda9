// Documents by which assistants find the MCP server of this node and its tools (specification 4.6).
import Type from 'typebox';
import { route } from '../../../define.js';
import { namedObject, OpenObject } from '../../../schemas/base/common.js';

const ManifestView = namedObject('McpManifest', {
  name: Type.String(),
  title: Type.String(),
  version: Type.String({ description: 'Of the node.' }),
  description: Type.String(),
  endpoint: Type.String({ description: 'Where the MCP server answers.' }),
  transport: Type.String(),
  protocolVersions: Type.Array(Type.String(), { description: 'Revisions of MCP, the newest first.' }),
  authorization: Type.Object({
    type: Type.Enum(['oauth2']),
    resourceMetadata: Type.String({ description: 'Document that says where tokens for it come from (RFC 9728).' }),
  }),
  tools: Type.String({ description: 'The catalogue of tools.' }),
  documentation: Type.String(),
  slices: Type.Array(Type.Object({ name: Type.String(), tools: Type.Array(Type.String()) })),
});

const ToolView = namedObject('McpTool', {
  name: Type.String(),
  title: Type.String(),
  description: Type.String(),
  slice: Type.String(),
  operations: Type.Array(Type.String(), { description: 'The operations that it calls, by their ids; no others.' }),
  asksPerson: Type.String({
    description: 'When a person is asked to confirm: never, always, or on a code with which an operation refuses.',
  }),
  inputSchema: OpenObject,
  outputSchema: OpenObject,
  annotations: Type.Object({
    title: Type.String(),
    readOnlyHint: Type.Boolean(),
    destructiveHint: Type.Boolean(),
    idempotentHint: Type.Boolean(),
    openWorldHint: Type.Boolean(),
  }),
});

export const assistantRoutes = {
  getMcpManifest: route({
    method: 'GET',
    url: '/.well-known/mcp.json',
    can: 'public',
    summary: 'Find the MCP server of this node',
    description: 'Its address, the revisions that it speaks, and its tools by slice.',
    output: ManifestView,
    errors: [],
  }),
  listMcpTools: route({
    method: 'GET',
    url: '/api/mcp/tools',
    can: 'public',
    knowsCaller: true,
    summary: 'List the tools of the MCP server',
    description: 'With a token those that its caller may use; without one all of them. In the order of tools/list.',
    output: Type.Array(ToolView),
    errors: [],
  }),
};
