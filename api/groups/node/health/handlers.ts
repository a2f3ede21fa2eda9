// Shapes what the node says about itself; decides nothing about it.
import { codeRow, ISSUE_CODES } from '../../../../core/base/codes/table.js';
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import { isAllowed } from '../../../auth/policy.js';
import type { ApiCall, Handlers } from '../../../define.js';
import { reply } from '../../../define.js';
import type { Health } from '../../../deps/node.js';
import { metricsAnswer } from '../../../views/metrics.js';
import type { NodeDeps } from '../deps.js';
import type { healthRoutes } from './routes.js';

export const healthHandlers: Handlers<typeof healthRoutes, NodeDeps> = {
  getAlive: (_, { deps }) => ({ status: 'alive', timestamp: new Date(deps.clock.now()).toISOString() }),
  getReadiness: (_, call) => readiness(call),
  getFitness({ query: { writes, followed } }, { deps }) {
    const reasons = unfitness(deps, { writes, followed });
    if (reasons.length === 0) return { status: 'ready', reasons };
    return reply(503, { status: 'not-ready', reasons }, { 'retry-after': '5' });
  },
  getHealth: (_, call) => readiness(call),
  getStats(_, { deps, caller }) {
    const health = deps.health();
    const states = Object.values(health.services);
    const { blueprints, instances } = health.counts;
    const healthy = states.filter((s) => s.status === 'healthy').length;
    return {
      totalServices: states.length,
      healthyServices: healthy,
      unhealthyServices: states.length - healthy,
      timestamp: new Date(deps.clock.now()).toISOString(),
      totalBlueprints: blueprints?.totalBlueprints ?? 0,
      totalBlueprintInstances: instances?.totalBlueprintInstances ?? 0,
      activeBlueprintInstances: instances?.activeBlueprintInstances ?? 0,
      serviceMetrics: isAllowed('RequireSystemAdmin', caller) ? health.counts : {},
    };
  },
  explainError({ params }) {
    const code = ISSUE_CODES.find((name) => name === params.code);
    return code
      ? { code, ...codeRow(code) }
      : fail(issue('ROUTE_NOT_FOUND', '/code', 'No error of this program has this code.'));
  },
  listLogLines({ query: { after, ...query } }, { deps }) {
    const page = deps.logLines?.page({ ...query, ...(after !== undefined && { after }) });
    return page === undefined ? { items: [], next: after ?? 0, missed: 0 } : { ...page, items: [...page.items] };
  },
  getPrometheusMetrics: (_, { deps }) => metricsAnswer(deps),
};

/** Why a load balancer should send no client here. */
function unfitness(
  { health, isFull }: NodeDeps,
  { writes, followed }: { readonly writes: boolean; readonly followed: boolean },
): string[] {
  const { ready, counts } = health();
  const { registersBehind = 0, seatsBehind = 0 } = counts.registers ?? {};
  const behind = followed ? registersBehind : seatsBehind;
  return [
    !ready && 'The node starts, stops, or its store takes no more writes.',
    writes && isFull?.() === true && 'The disk is nearly full: the node only reads.',
    behind > 0 && `${behind} of the registers are behind what others sealed.`,
  ].filter((reason) => reason !== false);
}

function readiness({ deps }: ApiCall<NodeDeps>) {
  const health = deps.health();
  const view = {
    status: statusOf(health),
    service: 'quorate',
    timestamp: new Date(deps.clock.now()).toISOString(),
    version: deps.config.version,
    uptime: uptime(deps.clock.steady() - health.startedAtMs),
    metrics: health.counts.blueprints ?? {},
    services: Object.fromEntries(
      Object.entries(health.services).map(([name, s]) => [
        name,
        { status: s.status, endpoint: deps.config.publicUrl, error: s.reason },
      ]),
    ),
  };
  return health.ready ? view : reply(503, view, { 'retry-after': '5' });
}

function statusOf(health: Health): 'healthy' | 'degraded' | 'unhealthy' {
  if (!health.ready) return 'unhealthy';
  return Object.values(health.services).every((s) => s.status === 'healthy') ? 'healthy' : 'degraded';
}

/** dd.hh:mm:ss, as reference-facts 4.1.1 has it. */
function uptime(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(seconds / 86_400))}.${two(Math.floor(seconds / 3600) % 24)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
