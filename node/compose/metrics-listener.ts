// The listener of those who measure the node: /metrics without a token, at an address of its own that only they reach. It answers nothing else.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Log } from '../../core/base/ports.js';
import type { Config } from '../config/schema.js';
import type { Metrics } from '../observe/metrics.js';
import type { Part } from './lifecycle.js';

/** Time for a request to arrive, and for a connection to be idle: a scraper asks at once, and may come again on the same connection. */
const REQUEST_MS = 5000;
const IDLE_MS = 65_000;
/** Some scrapers, and room for those that were cut off. */
const CONNECTIONS_MAX = 16;

export interface MetricsListener extends Part {
  /** Where it listens; undefined where there is none. */
  address(): string | undefined;
}

export function metricsListener(config: Config, metrics: Metrics | null, log: Pick<Log, 'info'>): MetricsListener {
  const { host, port } = config.metrics;
  let server: Server | undefined;
  const address = () => {
    const bound = server?.address();
    return typeof bound === 'object' && bound ? `http://${config.metrics.host}:${bound.port}` : undefined;
  };
  return {
    name: 'metrics',
    address,
    start: async () => {
      if (metrics === null || port === 0) return;
      server = await listening(metrics, host, port);
      log.info({ address: `${address()}/metrics` }, 'Metrics are served without a token.');
    },
    stop: async () => {
      const closing = server;
      server = undefined;
      closing?.closeAllConnections();
      await new Promise<void>((resolve) => (closing ? closing.close(() => resolve()) : resolve()));
    },
  };
}

function listening(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS }, (request, response) =>
    answer(metrics, request, response),
  );
  server.maxConnections = CONNECTIONS_MAX;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });
}

function answer(metrics: Metrics, { method, url }: IncomingMessage, response: ServerResponse): void {
  if (url !== '/metrics' || (method !== 'GET' && method !== 'HEAD')) {
    response.writeHead(404).end();
    return;
  }
  metrics.text().then(
    (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
    () => response.writeHead(500).end(),
  );
}
