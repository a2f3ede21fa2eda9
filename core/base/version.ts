// Versions of what other nodes and later releases read. A change here follows the protocol-change recipe in
// CONTRIBUTING.md.

/** Format of the docket header and of everything it commits to. */
export const DOCKET_VERSION = 1;
/**
 * The newest validity rules of transactions and dockets that this program knows; it knows every number from 1 on. A
 * docket header names the rules that the docket was judged under. A rule that changes what is valid has the next
 * number. Its branch asks `state.rules`, so that what was sealed before is judged as it was.
 */
export const RULES_LATEST = 1;
/** Layout of the store: keys and value codecs. Version 0.2 and before had numbers of their own (storage/engine). */
export const STORE_VERSION = 1;

/** Rules that this program judges by. `latest` is its own, but for tests that play another one. */
export function knowsRules(rules: number, latest: number = RULES_LATEST): boolean {
  return Number.isInteger(rules) && rules >= 1 && rules <= latest;
}
