// Parts that signatures share: kinds that an operand may have, and the places of a decimal.

import { isNumeric, type Kind, literalAs, type Type } from '../typing/type.js';
import type { Call, CallResult } from './call.js';

export type Signature = (call: Call) => CallResult;

export const MANY = Number.POSITIVE_INFINITY;
export const NUMBERS = 'numbers and decimals';

export const isKind =
  (...kinds: readonly Kind[]) =>
  ({ kind }: Type) =>
    kinds.includes(kind);
export const isNumber = (type: Type) =>
  isNumeric(type) || (typeof type.literal === 'string' && literalAs(type, 'decimal') !== undefined);
export const isInteger = isKind('integer');
/** A text of the rule that has the form of a kind counts as one. */
export const isOr = (kind: Kind) => (type: Type) => type.kind === kind || literalAs(type, kind) !== undefined;

export const placesOf = (type: Type): number | undefined =>
  type.kind === 'integer'
    ? 0
    : type.kind === 'number'
      ? undefined
      : typeof type.literal === 'string'
        ? literalAs(type, 'decimal')?.scale
        : type.scale;
