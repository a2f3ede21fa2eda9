// Operations to Fastify routes: the two halves of the dispatcher, with the body between them. It contains no rule of
// its own.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { AnyRoute, Method } from '../define.js';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { ApiOperation } from '../dispatch/operation.js';
import { type SenderPorts, sender } from './answers/sender.js';

export interface Mounting extends SenderPorts {
  readonly dispatcher: Pick<Dispatcher, 'admit' | 'perform'>;
  /** No operation takes a larger body, whatever its own limit. */
  readonly bodyBytesMax: number;
}

export interface Mounted {
  readonly definition: AnyRoute;
  readonly operation: ApiOperation;
}

/** Mounts one operation. Raw ones go to `rawApp`, whose content parser leaves bodies alone. */
export function mount(
  apps: { readonly app: FastifyInstance; readonly rawApp: FastifyInstance },
  { definition, operation }: Mounted,
  mounting: Mounting,
): void {
  const { dispatcher } = mounting;
  const send = sender(definition, mounting);
  const options: RouteOptions = {
    // The same route for both: a twin for HEAD would be half of the work of mounting.
    method: definition.method === 'GET' && definition.noHead !== true ? ['GET', 'HEAD'] : definition.method,
    exposeHeadRoute: false,
    url: definition.url,
    config: {
      operationId: operation.id,
      family: operation.admission.family,
      takes: operation.body.takes,
    },
    bodyLimit: Math.min(operation.body.limit.bytes, mounting.bodyBytesMax),
    onRequest: (request, reply, done) =>
      dispatcher.admit(operation.admission, request.incoming, (refused) => {
        if (refused === undefined) done();
        else send(request, reply, refused);
      }),
    handler: (request: FastifyRequest, reply: FastifyReply): void =>
      dispatcher.perform(operation, request.incoming, (outcome) => send(request, reply, outcome)),
  };
  if (definition.kind === 'raw') apps.rawApp.route(options);
  else apps.app.route(options);
}

/** For 405: the methods that some operation has at a path. */
export function methodsAt(routes: readonly Pick<AnyRoute, 'method' | 'url'>[]): (path: string) => readonly Method[] {
  const patterns = routes.map(({ method, url }) => ({
    method,
    pattern: new RegExp(`^${url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:[A-Za-z0-9]+/g, '[^/]+')}$`),
  }));
  return (path) => [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
}
