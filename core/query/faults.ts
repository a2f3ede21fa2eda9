// The ways in which an expression is refused, and their sentences.
import { type Issue, issue } from '../base/issue.js';
import { nearest } from '../base/nearest.js';
import type { ComplexType } from './model.js';

/** QUERY_INVALID, with the place in the text: characters are counted from 1, as a person counts them. */
export function syntaxFault(at: number, message: string): Issue {
  return issue('QUERY_INVALID', '', `At character ${at + 1}: ${message}`);
}

/**
 * NOT_IMPLEMENTED, as the standard asks for what a service does not have (OData Protocol 4.01 section 9.3.1): never
 * ignored.
 */
export function notSupported(name: string, instead: string): Issue {
  return issue('NOT_IMPLEMENTED', '', `${name} is not supported here: ${instead}`);
}

/** A sentence that names the type, and the member that may have been meant. */
export function noSuchMember({ name: type, properties }: ComplexType, name: string): string {
  const near = nearest(name, Object.keys(properties));
  return `${type} has no member ${JSON.stringify(name)}${near === undefined ? '.' : `: is it ${near}?`}`;
}
