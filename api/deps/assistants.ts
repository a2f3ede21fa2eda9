// The ports of the documents about the MCP server. Types alone.
import type { Caller } from '../auth/caller.js';

export interface McpManifest {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly endpoint: string;
  readonly transport: string;
  readonly protocolVersions: readonly string[];
  readonly authorization: { readonly type: 'oauth2'; readonly resourceMetadata: string };
  readonly tools: string;
  readonly documentation: string;
  readonly slices: readonly { readonly name: string; readonly tools: readonly string[] }[];
}

/** A tool in the catalogue. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly slice: string;
  readonly operations: readonly string[];
  /** `never`, `always`, or `on` a code of a refusal. */
  readonly asksPerson: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

export interface AssistantReads {
  manifest(): McpManifest;
  /** The tools that the caller may use; all of them for a caller without a token. */
  tools(caller: Caller): readonly ListedTool[];
}
