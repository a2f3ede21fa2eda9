// Versions of what other nodes and later releases read. A change here follows the protocol-change recipe in CONTRIBUTING.md.

/** Format of the docket header and of everything it commits to. */
export const DOCKET_VERSION = 1;
/**
 * The newest validity rules of transactions and dockets that this program knows; it knows every number from 1 on. A docket header names the rules that
 * the docket was judged under.
 *
 * 1  what the first programs sealed.
 * 2  a validator that gets a seat signs that it knows the rules in force, and the sender of a publication signs its whole header (`metadata.statement`); governance may reset the
 *    time of a register whose head is of the future (`reset-time`). Payloads are judged by core/schema, in counted steps, bounded for an action and for a docket.
 */
export const RULES_LATEST = 2;
/**
 * Rules 3 as they stand in this program, not final: language 2 of blueprints (core/flow). Rehearsals of such blueprints
 * follow them, on registers that no other node has. Each change takes the next number, so that another program does not
 * read what it would judge otherwise: it says that it does not know these rules.
 */
export const RULES_DRAFT = 0xf010;
/** The first of these numbers: what follows one below that of this program is read by no program any more. */
export const RULES_DRAFT_FIRST = 0xf001;
/** Layout of the store: keys and value codecs. */
export const STORE_VERSION = 4;

/** `latest` is that of this program, but for tests that play an older one. */
export function knowsRules(rules: number, latest: number = RULES_LATEST): boolean {
  return mayFollow(rules, latest) || (rules === RULES_DRAFT && latest === RULES_LATEST);
}

/** Rules that governance may put in force. */
export function mayFollow(rules: number, latest: number = RULES_LATEST): boolean {
  return Number.isInteger(rules) && rules >= 1 && rules <= latest;
}
