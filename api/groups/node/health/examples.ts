// A good call of each operation of the group.
import type { Examples } from '../../../define.js';
import { EXAMPLE_ORIGIN } from '../../../examples/values.js';
import type { healthRoutes } from './routes.js';

const well = { status: 'healthy', endpoint: EXAMPLE_ORIGIN } as const;
const health = {
  status: 'healthy',
  service: 'quorate',
  timestamp: '2026-11-21T10:00:00.000Z',
  version: '0.1.0',
  uptime: '00.01:02:03',
  services: {
    store: well,
    registers: well,
    storage: well,
    validator: well,
    blueprints: well,
    mesh: well,
    gossip: well,
    disk: well,
    signatures: well,
    http: well,
    files: well,
    clock: well,
    instances: well,
    operations: well,
    webhooks: well,
  },
  metrics: { totalBlueprints: 12, publishedVersions: 4 },
} as const;

export const healthExamples: Examples<typeof healthRoutes> = {
  getAlive: { input: {}, output: { status: 'alive', timestamp: '2026-11-21T10:00:00.000Z' } },
  getReadiness: { input: {}, output: health },
  getFitness: { input: { query: { writes: true, followed: false } }, output: { status: 'ready', reasons: [] } },
  getHealth: { input: {}, output: health },
  getStats: {
    input: {},
    output: {
      totalServices: 12,
      healthyServices: 12,
      unhealthyServices: 0,
      timestamp: '2026-11-21T10:00:00.000Z',
      totalBlueprints: 12,
      totalBlueprintInstances: 9,
      activeBlueprintInstances: 4,
      serviceMetrics: {
        registers: { totalRegisters: 3, registersBehind: 0, seatsBehind: 0 },
        storage: { scrubPasses: 1, scrubFindings: 0, registersRepaired: 0, roundChangesLost: 0 },
        validator: { totalTransactions: 120 },
        blueprints: { totalBlueprints: 12, publishedVersions: 4 },
        mesh: { linksUp: 2, registersWithoutQuorum: 0, seatsWithoutPeerId: 0, seatsLost: 0 },
        gossip: { listening: 1, peers: 2, listeners: 2 },
        disk: { diskFreeBytes: 73_400_320_000 },
        files: { fileBytes: 73_400_320, filesMissed: 0 },
        clock: { inDoubt: 0, headsAhead: 0 },
        instances: { totalBlueprintInstances: 9, activeBlueprintInstances: 4 },
        operations: { operationsUnfinished: 1 },
        webhooks: { totalWebhooks: 1, waitingWebhookDeliveries: 0, deadWebhookDeliveries: 0 },
      },
    },
  },
  explainError: {
    input: { params: { code: 'REGISTER_BEHIND' } },
    output: {
      code: 'REGISTER_BEHIND',
      status: 503,
      title: 'This node may lack dockets of the register',
      retryAfter: 1,
      cause: 'The node has not the height that was asked for, or may lack dockets that others have sealed.',
      remedy: 'Ask again after Retry-After seconds, here or at another node.',
    },
  },
  listLogLines: {
    input: { query: { level: 'info', top: 100 } },
    output: {
      items: [
        {
          sequence: 1_795_000_000_000_000,
          time: '2026-11-21T10:00:00.000Z',
          level: 'info',
          message: 'The node serves.',
          fields: { version: '0.1.0', address: EXAMPLE_ORIGIN },
        },
      ],
      next: 1_795_000_000_000_000,
      missed: 0,
    },
  },
  getPrometheusMetrics: { output: '# HELP ledger_up Whether the node runs.\n' },
};
