// Parts of templates that hold amounts: exact decimals as texts, with the places that they are written
// in. Data only, as parts.ts.
import type { Json, JsonObject } from '../../base/json.js';
import { calculatedField, param, type TemplateField } from './parts.js';

/** An amount of 0.00 or more with two places. */
export const AMOUNT: JsonObject = { type: 'string', format: 'decimal', 'x-scale': 2, 'x-minimum': '0.00' };

/** An amount that a person states. */
export const amountOf = (
  [name, title]: readonly [name: string, title: Json],
  schema: JsonObject = {},
): TemplateField => ({
  name,
  schema: { ...AMOUNT, ...schema },
  control: { type: 'Numeric', title, scope: `/${name}` },
});

/** An amount that a calculation gives. */
export const amountGiven = (name: string, schema: JsonObject = {}): TemplateField =>
  calculatedField(name, { ...AMOUNT, ...schema });

/** To two places; halves to the even neighbour, so that errors of many amounts do not add up. */
export const cents = (rule: Json): JsonObject => ({ round: [rule, 2, 'half-even'] });

/** A bound that is a number among the parameters. */
export const boundParameter = (name: string): JsonObject => ({ $text: [param(name)] });
