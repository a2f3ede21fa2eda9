// Measurements of models that answer in conversations with the designer.
import { Counter, type Registry } from 'prom-client';
import type { ModelMetrics } from '../../designer/model-provider.js';

export function designerMetrics(registry: Registry): ModelMetrics {
  const requests = new Counter({
    name: 'ledger_designer_requests_total',
    help: 'Questions to a model in conversations with the designer, by provider: answered, or failed.',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
  });
  const tokens = new Counter({
    name: 'ledger_designer_tokens_total',
    help: 'Tokens that the host of a model counted, by provider and direction: in, of questions, and out, of answers.',
    labelNames: ['provider', 'direction'],
    registers: [registry],
  });
  return {
    countRequest: (provider, outcome) => requests.inc({ provider, outcome }),
    countTokens: (provider, direction, count) => tokens.inc({ provider, direction }, count),
  };
}
