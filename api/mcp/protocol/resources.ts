// Resources over the protocol: lists, templates and reads.
import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type Server } from '@modelcontextprotocol/server';
import { codeRow } from '../../../core/base/codes/table.js';
import type { Issue } from '../../../core/base/issue.js';
import { isFailure } from '../../../core/base/result.js';
import type { ToolCaller } from '../operations.js';
import type { ResourceReads } from '../resources/reading.js';

export function serveResources(server: Server, resources: ResourceReads, from: ToolCaller): void {
  server.setRequestHandler('resources/list', async () => ({ resources: [...(await resources.list(from))] }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resources.templates(from.caller).map(({ name, title, description, template, mimeType }) => ({
      ...{ name, title, description, mimeType },
      uriTemplate: template,
    })),
  }));
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const content = await resources.read(uri, from);
    if (content === undefined) throw new ResourceNotFoundError(uri, NOT_FOUND);
    if (isFailure(content)) throw refusalAsError(content.issue, uri);
    return { contents: [{ uri, ...content }] };
  });
}

const NOT_FOUND = 'There is no resource at this address: see resources/templates/list.';

/** The protocol has a name of its own for a resource that is not there, or not the caller's to see. */
function refusalAsError({ code, message }: Issue, uri: string): ProtocolError {
  const { status, cause, remedy } = codeRow(code);
  if (status === 404) return new ResourceNotFoundError(uri, message);
  const of = status < 500 && status !== 429 ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(of, message, { uri, code, cause, remedy });
}
