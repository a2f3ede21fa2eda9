// Measurements of who comes in. The hot path makes no label: each state has its counter from the start.
import { Counter, type Registry } from 'prom-client';
import type { AccessCounters, TokenState } from '../../../api/deps/access-counters.js';

const STATES: readonly TokenState[] = ['none', 'bearer', 'proven', 'expired', 'revoked', 'unproven', 'invalid'];

export function accessMetrics(registry: Registry): AccessCounters {
  const requests = new Counter({
    name: 'ledger_request_authentication_total',
    help: 'Requests by the state of their token: none, bearer, proven (bound to a key), or why it was refused.',
    labelNames: ['state'],
    registers: [registry],
  });
  const grants = new Counter({
    name: 'ledger_program_grants_total',
    help: 'Requests of programs for tokens, by grant and outcome: given, or the name of the refusal.',
    labelNames: ['grant', 'outcome'],
    registers: [registry],
  });
  // A state that did not come is 0, so that its first one is an increase.
  for (const state of STATES) requests.inc({ state }, 0);
  const byState = new Map(STATES.map((state) => [state, requests.labels(state)]));
  return {
    countAuthentication: (state) => byState.get(state)?.inc(),
    countGrant: (grant, outcome) => grants.inc({ grant, outcome }),
  };
}
