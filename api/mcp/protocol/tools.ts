// Tools over the protocol: the list, calls with their progress and cancellation, and questions to the person.
import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ToolAsked, ToolCalls } from '../calling.js';
import { listedTool } from '../manifest.js';
import type { CallWatch, ToolCaller } from '../operations.js';
import type { ToolResult } from '../results.js';

interface ToolServing {
  readonly calls: Pick<ToolCalls, 'visible' | 'call'>;
  /** False for revisions in which no person can be asked. */
  readonly canAsk: boolean;
}

export function serveTools(server: Server, { calls, canAsk }: ToolServing, from: ToolCaller): void {
  server.setRequestHandler('tools/list', () => ({
    tools: calls.visible(from.caller).map((row) => listedTool(row) as never),
  }));
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    const request = {
      name: params.name,
      input: params.arguments,
      state: canAsk ? ctx.mcpReq.requestState<string>() : undefined,
      responses: ctx.mcpReq.inputResponses ?? {},
      canAsk,
    };
    const headers = { ...from.headers, ...traceIn(ctx) };
    const answer = await calls.call(request, { ...from, headers, watch: watchOf(ctx) });
    if (answer === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.');
    return 'state' in answer ? questionOf(answer) : resultOf(answer);
  });
}

function resultOf({ structuredContent, content, isError }: ToolResult) {
  return { structuredContent, content: [...content], ...(isError && { isError }) };
}

function questionOf({ question, form, state }: ToolAsked) {
  const { properties, required } = form;
  const requestedSchema = { type: 'object' as const, properties: { ...properties }, required: [...required] };
  return inputRequired({
    inputRequests: { confirm: inputRequired.elicit({ message: question.message, requestedSchema }) },
    requestState: state,
  });
}

/** Of the message, which goes before that of the request (W3C Trace Context, as MCP carries it). */
function traceIn({ mcpReq }: ServerContext): { readonly traceparent?: string } {
  const traceparent = mcpReq._meta?.traceparent;
  return typeof traceparent === 'string' ? { traceparent } : {};
}

/** Progress goes to a client that asked for it. A client that went away has cancelled, and hears nothing more. */
function watchOf({ mcpReq }: ServerContext): CallWatch {
  const { signal, notify } = mcpReq;
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return { signal };
  let progress = 0;
  const tell = (message: string): void => {
    if (signal.aborted) return;
    progress++;
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => undefined);
  };
  return { signal, tell };
}
