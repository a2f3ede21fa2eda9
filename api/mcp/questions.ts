// The words of a question to a person. A row says in words of the node what its tool would do; here each argument of
// the call is written out behind them, so that no row leaves one out. All that others wrote is in the quotes of JSON,
// with each character that people do not see written out.
import { showHidden } from '../../core/base/hidden.js';
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';

/** Characters of one value, and members of one object, that a question shows. */
const VALUE_SHOWN = 200;
const MEMBERS_SHOWN = 30;

/**
 * The question, with the call that it is about. Objects come last: none of them pushes another argument out of sight.
 */
export function questionText(message: string, input: JsonObject): string {
  const members = Object.entries(input);
  const lines = [
    ...members.filter(([, value]) => !isObject(value)).map(memberText),
    ...members.flatMap(([name, value]) => (isObject(value) ? objectText(name, value) : [])),
  ];
  return showHidden(`${message} The call: ${lines.join('; ')}.`);
}

type Member = readonly [name: string, value: Json];

function memberText([name, value]: Member): string {
  const text = JSON.stringify(value);
  const more = text.length - VALUE_SHOWN;
  return `${name} = ${more <= 0 ? text : `${text.slice(0, VALUE_SHOWN)}… (and ${more} characters)`}`;
}

function objectText(name: string, value: JsonObject): readonly string[] {
  const members = Object.entries(value);
  const shown = members.slice(0, MEMBERS_SHOWN).map(([own, of]) => memberText([`${name}.${nameText(own)}`, of]));
  const more = members.length - shown.length;
  return [...(members.length === 0 ? [`${name} = {}`] : shown), ...(more === 0 ? [] : [`and ${more} more of ${name}`])];
}

/** Names of data are words of others too. */
function nameText(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}
