// The documented paths of the shipped templates in language 2: the same actions with the same data, but that amounts are texts with as many places as their
// schemas state, and times are UTC with milliseconds. Data only.
import type { Json, JsonObject } from '../../core/base/json.js';
import type { PathStep, TemplatePath } from './template-path.js';
import { TEMPLATE_PATHS } from './template-paths.js';

/** Members with two places. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'baseScore',
  'billed',
  'booked',
  'budget',
  'duty',
  'estimate',
  'estimatedCost',
  'fee',
  'freightCost',
  'goodsValue',
  'net',
  'orderTotal',
  'outstanding',
  'paid',
  'partsCost',
  'patientShare',
  'payout',
  'permitFee',
  'projectValue',
  'received',
  'riskScore',
  'total',
  'unitPrice',
]);
/** Goods, not money. */
const QUANTITIES: ReadonlySet<string> = new Set(['purchase-order received']);

function exact(template: string, data: JsonObject): JsonObject {
  const members = Object.entries(data).map(([name, value]): [string, Json] => {
    const isAmount = AMOUNTS.has(name) && !QUANTITIES.has(`${template} ${name}`);
    if (isAmount && typeof value === 'number') return [name, value.toFixed(2)];
    const isTime = typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
    return [name, isTime ? new Date(value).toISOString() : value];
  });
  return Object.fromEntries(members);
}

export const TEMPLATE_PATHS_2: readonly TemplatePath[] = TEMPLATE_PATHS.map((path) => ({
  ...path,
  steps: path.steps.map(
    (step): PathStep => ({
      ...step,
      payload: exact(path.template, step.payload),
      ...(step.gives && { gives: exact(path.template, step.gives) }),
    }),
  ),
}));
