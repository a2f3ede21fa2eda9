// The methods of the operations by group: `node.registers.listRegisters(...)`. Made from the rows in calls.ts.
import type { AllRoutes } from '../../groups/routes.js';
import type { CallOptions } from '../call-options.js';
import { CALLS } from '../calls.js';
import { type ClientOptions, requester, streamer } from '../client.js';
import type { LooseRequest } from '../sending.js';
import type { NodeOperations } from './node-operations.js';
import { itemsOf } from './pages.js';

export function groupedCalls(baseUrl: string, options: ClientOptions): NodeOperations {
  const send = requester(baseUrl, options);
  const stream = streamer(baseUrl, options);
  const groups: Record<string, Record<string, unknown>> = {};
  for (const id of Object.keys(CALLS) as (keyof AllRoutes)[]) {
    const { group, isBytes, list } = CALLS[id];
    const request = (input?: LooseRequest, call?: CallOptions) => send(id, input, call);
    const method = Object.assign(
      async (input?: LooseRequest, call?: CallOptions) => (await request(input, call)).body,
      {
        answered: request,
        ...(isBytes && { stream: (input?: LooseRequest, call?: CallOptions) => stream(id, input, call) }),
        ...(list !== undefined && {
          all: (input?: LooseRequest, call?: CallOptions) =>
            itemsOf(list, (query) => send(id, withCursor(input, query), call)),
        }),
      },
    );
    groups[group] = { ...groups[group], [id]: method };
  }
  return groups as NodeOperations;
}

/** A cursor stands in place of a page. */
function withCursor(input: LooseRequest = {}, cursor: string | undefined): LooseRequest {
  if (cursor === undefined) return input;
  const { page: _page, $skip: _skip, ...query } = (input.query ?? {}) as Readonly<Record<string, unknown>>;
  return { ...input, query: { ...query, cursor } };
}
