// A server for each listener, over the deps of a test. That of workloads shows the certificate of the examples for
// every connection.
import type { FastifyInstance } from 'fastify';
import type { ListenerName } from '../../../api/define.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import { EXAMPLE_CERTIFICATE } from '../../../api/examples/certificate.js';
import { buildServers, type ServerOptions } from '../../../api/server/server.js';

export type Servers = Readonly<Record<ListenerName, FastifyInstance>>;

export async function serversFor(deps: ApiDeps, options: ServerOptions): Promise<Servers> {
  const workload = { certificateOf: () => EXAMPLE_CERTIFICATE };
  const servers = await buildServers(deps, options, { public: options, internal: {}, workload, metrics: {} });
  return servers as Servers;
}
