// The operator that makes a record: `{"record": ["net", a, "tax", b]}`. Its names stand in the rule as
// they are, so that its members, and their types, are known before there is data.
import type { Json } from '../../base/json.js';
import { make, spend } from '../logic/logic-values.js';
import { type Apply, endMistyped } from './operator.js';

const record: Apply = (run, { name, values }) => {
  const members: (readonly [string, Json])[] = [];
  for (let i = 0; i < values.length; i += 2) {
    const [member, value] = [values[i], values[i + 1]];
    if (typeof member !== 'string' || value === undefined)
      return endMistyped(run, name, { expected: 'names, each with a value behind it', value: member });
    if (!spend(run, 1) || !make(run, 1 + member.length)) return null;
    members.push([member, value]);
  }
  // Unlike assignment this makes an own member of every name.
  return Object.fromEntries(members);
};

export const RECORD_OPERATORS: readonly (readonly [string, Apply])[] = [['record', record]];
