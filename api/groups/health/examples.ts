// One good call of each operation of the group.
import type { Examples } from '../../define.js';
import type { healthRoutes } from './routes.js';

const health = {
  status: 'healthy',
  timestamp: '2026-11-21T10:00:00.000Z',
  version: '0.1.0',
  uptime: '00.01:02:03',
  services: { store: { status: 'healthy', endpoint: 'http://127.0.0.1:8080' } },
} as const;

export const healthExamples: Examples<typeof healthRoutes> = {
  getAlive: { input: {}, output: { status: 'alive', timestamp: '2026-11-21T10:00:00.000Z' } },
  getReadiness: { input: {}, output: health },
  getHealth: { input: {}, output: health },
  getStats: {
    input: {},
    output: {
      totalServices: 1,
      healthyServices: 1,
      unhealthyServices: 0,
      timestamp: '2026-11-21T10:00:00.000Z',
      serviceMetrics: { registers: { totalRegisters: 3 } },
    },
  },
  getPrometheusMetrics: { output: '# HELP ledger_up Whether the node runs.\n' },
};
