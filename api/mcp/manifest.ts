// Documents by which programs find the MCP server and its tools: the manifest, the mark in the OpenAPI document and the
// catalogue. Plain data.
import { ANONYMOUS } from '../auth/caller.js';
import type { AssistantReads, ListedTool, McpManifest } from '../deps/assistants.js';
import type { ApiConfig } from '../deps/base.js';
import { MCP_PATH } from './calling.js';
import { mayUse } from './rights.js';
import { TOOL_SLICES, type ToolRow } from './tools/define.js';
import { inputSchemaOf, outputSchemaOf } from './tools/schemas.js';
import { tools } from './tools/table.js';

/** Revisions of MCP that are served, the newest first; gates take the first one. */
export const MCP_REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const;

const MANIFEST_PATH = '/.well-known/mcp.json';
/** RFC 9728: where a program learns who gives tokens for the server. */
const RESOURCE_PATH = '/.well-known/oauth-protected-resource/mcp';
const CATALOGUE_PATH = '/api/mcp/tools';

/** `info.x-mcp-server` of the OpenAPI document. */
export const MCP_MARK = {
  url: MCP_PATH,
  transport: 'streamable-http',
  protocolVersions: [...MCP_REVISIONS],
  manifest: MANIFEST_PATH,
  tools: CATALOGUE_PATH,
} as const;

function manifestOf({ publicUrl, version }: Pick<ApiConfig, 'publicUrl' | 'version'>): McpManifest {
  return {
    name: 'quorate',
    title: 'Quorate',
    version,
    description: 'Tools of a node of a multi-party ledger, by the rights of the caller.',
    endpoint: publicUrl + MCP_PATH,
    transport: MCP_MARK.transport,
    protocolVersions: [...MCP_REVISIONS],
    authorization: { type: 'oauth2', resourceMetadata: publicUrl + RESOURCE_PATH },
    tools: publicUrl + CATALOGUE_PATH,
    documentation: `${publicUrl}/docs/`,
    slices: TOOL_SLICES.map((name) => ({
      name,
      tools: tools.filter(({ slice }) => slice === name).map((row) => row.name),
    })),
  };
}

type Listed = Omit<ListedTool, 'slice' | 'operations' | 'asksPerson'>;

/** As many as the table has rows. */
const known = new WeakMap<ToolRow, Listed>();

/** A tool as MCP lists it. */
export function listedTool(row: ToolRow): Listed {
  const made = known.get(row) ?? makeListed(row);
  known.set(row, made);
  return made;
}

function makeListed(row: ToolRow): Listed {
  const { name, title, description, hints } = row;
  return {
    ...{ name, title, description },
    inputSchema: inputSchemaOf(row),
    outputSchema: outputSchemaOf(row),
    annotations: {
      title,
      readOnlyHint: hints.isReadOnly,
      destructiveHint: hints.isDestructive,
      idempotentHint: hints.isIdempotent,
      openWorldHint: false,
    },
  };
}

/** The port of the operations that give these documents. */
export function assistantReads(config: Pick<ApiConfig, 'publicUrl' | 'version'>): AssistantReads {
  return {
    manifest: () => manifestOf(config),
    tools: (caller) => tools.filter((row) => caller === ANONYMOUS || mayUse(row, caller)).map(inCatalogue),
  };
}

function inCatalogue(row: ToolRow): ListedTool {
  const { slice, operations, further = [], gate } = row;
  const asksPerson = gate === undefined ? 'never' : gate.when === 'always' ? 'always' : `on ${gate.when}`;
  return { ...listedTool(row), slice, operations: [...operations, ...further], asksPerson };
}
