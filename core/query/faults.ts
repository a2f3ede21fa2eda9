// The two ways in which an expression is refused.
import { type Issue, issue } from '../base/issue.js';

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
