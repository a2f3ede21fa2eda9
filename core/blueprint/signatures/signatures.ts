// THE table of types of the operators whose operands are calculated first: what each takes, what it gives, and by what
// it compares. The signatures that choose what is calculated, and on what, are in rule-types.ts.

import { ANY, isNumeric, type Type, typeText } from '../typing/type.js';
import { among } from './call.js';
import { DATE_SIGNATURES } from './date-signatures.js';
import { hash } from './hash-signature.js';
import { LIST_SIGNATURES } from './list-signatures.js';
import { NUMBER_SIGNATURES } from './number-signatures.js';
import { record } from './record-signature.js';
import type { Signature } from './signature.js';

const table: Signature = (call) => {
  const name = call.constant(0);
  const value = typeof name === 'string' ? call.named.tables.get(name) : undefined;
  if (!value) {
    call.refuse('"table" takes first the name of a table that the definition has under "tables".');
    return { type: ANY };
  }
  if (!call.count(value.inputs.length + 1)) return { type: value.gives };
  for (const [i, input] of value.inputs.entries()) {
    const type = among(call.arg(i + 1), [input]);
    call.expect(i + 1, () => isAsked(type, input), `${typeText(input)} as value ${i + 2}`);
  }
  return { type: value.gives };
};

/** Decimals and numbers are compared by value; a table of whole numbers has no row between two of them. */
function isAsked(type: Type, input: Type): boolean {
  if (type.kind === input.kind || !isNumeric(input)) return type.kind === input.kind;
  return isNumeric(type) && input.kind !== 'integer';
}

export const SIGNATURES: ReadonlyMap<string, Signature> = new Map<string, Signature>([
  ...NUMBER_SIGNATURES,
  ...LIST_SIGNATURES,
  ...DATE_SIGNATURES,
  ['hash', hash],
  ['record', record],
  ['table', table],
]);
