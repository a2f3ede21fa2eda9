// The schema of names that people read: organisations, registers, wallets, people, devices, programs.
import Type, { type TString } from 'typebox';
import { NAME_PATTERN, NAME_RULE } from '../../../core/base/hidden.js';

/** A name of 1 to `maxLength` characters. The format is judged by `nameProblem` (api/requests/validation.ts). */
export function nameSchema(maxLength: number, description = 'A name for people.'): TString {
  const rule = { pattern: NAME_PATTERN, format: 'name', description: `${description} ${NAME_RULE}` };
  return Type.String({ ...rule, minLength: 1, maxLength });
}
