// Metrics as a scraper reads them.
import type { RawReply } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

export async function metricsAnswer({ metrics }: Pick<ApiDeps, 'metrics'>): Promise<RawReply> {
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
    body: await metrics(),
  };
}
