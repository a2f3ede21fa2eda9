// Liveness, readiness, counts, metrics and the log of the node, and what its errors mean.
import Type from 'typebox';
import { PAGE_SIZE_MAX } from '../../../../core/base/limits/node/requests.js';
import { rawRoute, route } from '../../../define.js';
import { namedObject, Timestamp } from '../../../schemas/base/common.js';

export const ServiceState = namedObject('ServiceState', {
  status: Type.Enum(['healthy', 'degraded', 'unhealthy'], { title: 'HealthStatus' }),
  endpoint: Type.String(),
  error: Type.Optional(Type.String()),
});

export const HealthView = namedObject('Health', {
  status: Type.Enum(['healthy', 'degraded', 'unhealthy'], { title: 'HealthStatus' }),
  service: Type.String({ description: 'quorate: one process is every service.' }),
  timestamp: Timestamp,
  version: Type.String(),
  uptime: Type.String({ description: 'dd.hh:mm:ss' }),
  services: Type.Record(Type.String(), ServiceState, {
    description:
      'By part: store, registers, storage, validator, blueprints, mesh, gossip, disk, http, files, clock and instances. A part that is switched off is healthy; error says what is wrong with one that is not, and of http whether an unnamed proxy is before the node.',
  }),
  metrics: Type.Record(Type.String(), Type.Number(), { description: 'Counts of blueprints.' }),
});

export const FitnessView = namedObject('Fitness', {
  status: Type.Enum(['ready', 'not-ready'], { title: 'FitnessStatus' }),
  reasons: Type.Array(Type.String(), { description: 'Why no traffic should come here; they name no register.' }),
});

export const Liveness = namedObject('Liveness', { status: Type.Enum(['alive']), timestamp: Timestamp });

export const StatsView = namedObject('Stats', {
  totalServices: Type.Integer(),
  healthyServices: Type.Integer(),
  unhealthyServices: Type.Integer(),
  timestamp: Timestamp,
  totalBlueprints: Type.Integer({ description: 'Drafts that are not deleted, of every organisation.' }),
  totalBlueprintInstances: Type.Integer({ description: 'On every register of this node.' }),
  activeBlueprintInstances: Type.Integer(),
  serviceMetrics: Type.Record(Type.String(), Type.Record(Type.String(), Type.Number()), {
    description: 'Figures of the node by part, for the system administrator; empty for all others.',
  }),
});

export const ErrorExplanation = namedObject('ErrorExplanation', {
  code: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  title: Type.String({ description: 'Its meaning, as the problem states it.' }),
  retryAfter: Type.Optional(Type.Integer({ minimum: 1, description: 'Seconds.' })),
  cause: Type.String(),
  remedy: Type.String({ description: 'Advice to the caller or the operator.' }),
});

const LogLevel = Type.Enum(['debug', 'info', 'warn', 'error'], { title: 'LogLevel' });
const Sequence = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const LogLinePage = namedObject('LogLinePage', {
  items: Type.Array(
    Type.Object({
      sequence: Sequence,
      time: Timestamp,
      level: LogLevel,
      message: Type.String(),
      fields: Type.Record(Type.String(), Type.Unknown(), {
        description: 'Keys, tokens, passwords and codes are hidden.',
      }),
    }),
    { description: 'In order of time.' },
  ),
  next: Type.Integer({ description: 'Send it as after, for the lines that come.' }),
  missed: Type.Integer({ minimum: 0, description: 'Lines behind after that are not kept any more.' }),
});

/** The addresses of callers where a load balancer stands before the node. */
const PROBED = ['public', 'internal', 'workload'] as const;

export const healthRoutes = {
  getAlive: route({
    method: 'GET',
    url: '/alive',
    can: 'public',
    listeners: PROBED,
    summary: 'Tell that the process runs',
    output: Liveness,
    errors: [],
    anyQuery: true,
    rate: 'none',
  }),
  getReadiness: route({
    method: 'GET',
    url: '/health',
    can: 'public',
    listeners: PROBED,
    summary: 'Tell whether the node can serve',
    description:
      '200 when every part that the node needs is usable; 503 with the same body when it starts, drains or its store takes no more writes. A node that is behind, or whose disk is nearly full, answers 200: see /ready.',
    output: { 200: HealthView, 503: HealthView },
    errors: [],
    anyQuery: true,
    rate: 'none',
  }),
  getFitness: route({
    method: 'GET',
    url: '/ready',
    can: 'public',
    listeners: PROBED,
    summary: 'Tell whether clients should be sent to the node',
    description:
      '200 where /health answers 200, the node takes writes, and no register with a seat here is behind what others sealed (RECOVERY); 503 with the reasons otherwise.',
    input: {
      query: Type.Object({
        writes: Type.Boolean({ default: true, description: 'false: a node that only reads is good enough.' }),
        followed: Type.Boolean({
          default: false,
          description: 'true: registers that the node follows without a seat may not be behind either.',
        }),
      }),
    },
    output: { 200: FitnessView, 503: FitnessView },
    errors: [],
    anyQuery: true,
    rate: 'none',
  }),
  getHealth: route({
    method: 'GET',
    url: '/api/health',
    can: 'public',
    summary: 'Read the state of every part of the node',
    output: { 200: HealthView, 503: HealthView },
    errors: [],
    anyQuery: true,
    rate: 'none',
  }),
  getStats: route({
    method: 'GET',
    url: '/api/stats',
    can: 'public',
    knowsCaller: true,
    summary: 'Read the counts of every part of the node',
    output: StatsView,
    errors: [],
  }),
  explainError: route({
    method: 'GET',
    url: '/api/errors/:code',
    can: 'public',
    summary: 'Explain the code of an error',
    description: 'The code of a problem, whose type is urn:quorate:problem: and the code. 404 for an unknown code.',
    input: { params: Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }) },
    output: ErrorExplanation,
    errors: ['PATH_INVALID', 'ROUTE_NOT_FOUND'],
  }),
  listLogLines: route({
    method: 'GET',
    url: '/api/platform/logs',
    can: 'RequireSystemAdmin',
    summary: 'Read the newest lines of the log',
    description:
      'The last 1,000 lines of this run of the node, of the level that it logs. They are of all organisations. Without after the newest ones, with it the oldest behind it.',
    input: {
      query: Type.Object({
        after: Type.Optional(Sequence),
        level: Type.Enum(['debug', 'info', 'warn', 'error'], { title: 'LogLevel', default: 'debug' }),
        top: Type.Integer({ minimum: 1, maximum: PAGE_SIZE_MAX, default: 100 }),
      }),
    },
    output: LogLinePage,
    errors: [],
  }),
  getPrometheusMetrics: rawRoute({
    method: 'GET',
    url: '/metrics',
    can: 'RequireSystemAdmin',
    summary: 'Read metrics in the Prometheus text format',
    description:
      'At most a second old. A Prometheus server reads them without a token where the operator opened metrics.port.',
    answers: { status: 200, type: 'text/plain', schema: Type.String(), description: 'Metrics.' },
    errors: [],
    anyQuery: true,
  }),
};
