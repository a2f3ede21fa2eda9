// Versions of what other nodes and later releases read. A change here follows the protocol-change recipe in
// CONTRIBUTING.md.

/** Format of the docket header and of everything it commits to. */
export const DOCKET_VERSION = 1;
/**
 * The newest validity rules of transactions and dockets that this program knows; it knows every number from 1 on. A
 * docket header names the rules that the docket was judged under.
 *
 * 1  The rules of the first programs.
 * 2  A validator that gets a seat signs that it knows the rules in force, and the sender of a publication signs its
 *    whole header (`metadata.statement`); governance may reset the time of a register whose tip is of the future
 *    (`reset-time`). Payloads are judged by core/schema, in counted steps, bounded for an action and for a docket.
 * 3  Language 2 of blueprints: runs, cells, disputes, timers, votes and what else docs/definition.md marks with (2);
 *    holders of roles follow participant records, which may delegate, and governance replaces the wallet of a lost key
 *    (`replace-wallet`). Definitions of language 1 mean what they did.
 */
export const RULES_LATEST = 3;
/**
 * Numbers that rules 3 had before they were final, in rehearsals alone. No program reads a register that follows one of
 * them any more.
 */
export const RULES_DRAFTS = { first: 0xf001, last: 0xf010 } as const;
/** Layout of the store: keys and value codecs. */
export const STORE_VERSION = 8;

/** Rules that this program judges by. `latest` is its own, but for tests that play an older one. */
export function knowsRules(rules: number, latest: number = RULES_LATEST): boolean {
  return Number.isInteger(rules) && rules >= 1 && rules <= latest;
}
