// The type of a record that a rule makes: its names are texts of the rule, so that its members are known without data.
import { RECORD_MEMBERS_MAX } from '../../base/limits/ledger/constants.js';
import { shownName } from '../definition/shown-name.js';
import { ANY, type Type } from '../typing/type.js';
import type { Call } from './call.js';
import type { Signature } from './signature.js';

/** As that of a calculated member: a rule could read no other. */
const NAME = /^(?!@|__proto__$|\*$)[^./~]{1,100}$/;

export const record: Signature = (call) => {
  const { rules } = call;
  const names = rules.flatMap((_, i) => (i % 2 === 0 ? [call.constant(i)] : []));
  const wrong = wrongIn(call, names);
  if (wrong !== undefined) {
    call.refuse(wrong);
    return { type: ANY };
  }
  const members = new Map(names.map((name, i) => [name as string, call.arg(2 * i + 1)]));
  const type: Type = { kind: 'record', names: [...members.keys()], member: (name) => members.get(name) };
  return { type };
};

function wrongIn({ name, rules }: Call, names: readonly unknown[]): string | undefined {
  const form = `"${name}" takes names, each with a rule behind it: {"${name}": ["net", RULE, "tax", RULE]}`;
  if (rules.length === 0 || rules.length % 2 === 1) return `${form}; and it has ${rules.length} parts.`;
  if (names.length > RECORD_MEMBERS_MAX) return `"${name}" makes at most ${RECORD_MEMBERS_MAX} members.`;
  const odd = names.findIndex((item) => typeof item !== 'string' || !NAME.test(item));
  if (odd >= 0)
    return `${form}. Name ${odd + 1} has to be a text of 1 to 100 characters without . / and ~ that does not start with @.`;
  const twice = names.find((item, i) => names.indexOf(item) < i);
  return twice === undefined ? undefined : `"${name}" makes ${shownName(String(twice))} twice: keep one of both.`;
}
