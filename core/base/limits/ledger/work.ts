// Bounds on the work of schemas in steps: rules of the ledger, so they never change under the rules of a register
// (core/schema/README.md).

/**
 * Steps of all schemas of an action on its payload: 5,000 ordinary rows take some 0.66 million, a step up to 40 ns. A
 * rule: every node counts alike.
 */
export const SCHEMA_STEPS_MAX = 1_000_000;
/**
 * The same for the form of a definition: the schema is ours, and the largest definition that was ever taken stays under
 * it.
 */
export const FORM_STEPS_MAX = 8_000_000;
/** The same of all actions of one docket: under half a second, in which a validator does not vote. */
export const DOCKET_STEPS_MAX = 10_000_000;
/**
 * Of a publication: of each byte, whose check takes up to 0.8 µs; and of each part of its rules that is
 * looked at for its type, up to 2 µs. At most so many that an action with all the steps that it may take fits beside
 * it, so that it is sealed. A rule.
 */
export const PUBLISHED_BYTE_STEPS = 16;
export const TYPING_VISIT_STEPS = 40;
export const PUBLISHED_STEPS_MAX = DOCKET_STEPS_MAX - SCHEMA_STEPS_MAX;
/**
 * Of a vote, for each role that votes on its action: rows of its holder, and of what it did, are read in some 40 µs. A
 * rule.
 */
export const VOTER_STEPS = 1000;
/** The same for each action that a voter is kept apart from: some 10 µs. A rule. */
export const APART_STEPS = 250;
/** Of a row of a run that the rules of an action find: it is read in some 4 µs. A rule. */
export const ROW_STEPS = 100;
/**
 * Of a provable delivery, and of an objection that shows its content: multiplications of points take some 10 ms. A
 * rule.
 */
export const POINT_PROOF_STEPS = 250_000;
/** Of a gate whose evidence stands in the clear: eleven signatures at most take some 8 ms. A rule. */
export const PUBLIC_GATE_STEPS = 200_000;
/** Of the signature of a verifier of a gate: one of ML-DSA-65 beside a classical one takes some 3 ms. A rule. */
export const VERIFIED_GATE_STEPS = 75_000;
/**
 * Parts of all rules of a definition that are looked at to find their types: some half a second of a thread. A rule,
 * and so is how often a part is looked at again.
 */
export const TYPING_VISITS_MAX = 250_000;
/**
 * Transactions of plain runs that the rules of one action are evaluated on: once so many bytes are read,
 * what is not read yet counts as sealed. Two of the largest, or 2,000 ordinary ones. Refused instead, somebody who
 * sends much could stop an instance; a false value is found by every reader all the same.
 */
export const OPERAND_BYTES_MAX = 8 * 1024 * 1024;
