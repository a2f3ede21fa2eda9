// The form of an objection: what it says is wrong with a run, and the cells that prove it. It judges nothing.

import { type Issue, issue } from '../base/issue.js';
import { hasOnly, isObject, type Json } from '../base/json.js';
import { OBJECTION_PLACE_MAX, OPENING_LEAVES_MAX, OPENINGS_MAX } from '../base/limits/ledger/disputes.js';
import { fail, type Result } from '../base/result.js';
import { type DisputeGround, GROUNDS } from '../blueprint/state/dispute.js';
import { isReceipt, type ReceiptText } from '../envelope/delivery/provable.js';

/** Payload of a transaction whose metadata.type is Objection. */
export interface Objection {
  readonly type: 'objection';
  readonly v: 1;
  readonly ground: DisputeGround;
  /**
   * A place below the action: of a calculation `/calculations/NAME`, of a decision `/routes`, of what a deputy did
   * `/delegation`, of what it confirmed for a role `/delegation/ROLE`; for schema and shape the pointer of the cell, or
   * '' for the whole; for undelivered the TxId of a challenge.
   */
  readonly at: string;
  /** Openings of the disputed run and of runs before it, each run once. */
  readonly shown: readonly Json[];
  /** For undelivered only: of the provable delivery to the challenger (core/envelope/delivery/provable.ts). */
  readonly proof?: ReceiptText;
}

const MEMBERS = ['type', 'v', 'ground', 'at', 'shown'];

/** VAL_SCHEMA_004 under `/payload` for what is not an objection. Openings are read where they are judged. */
export function readObjection(payload: Json): Result<Objection> {
  if (!hasOnly(payload, [...MEMBERS, 'proof']) || payload.type !== 'objection' || payload.v !== 1)
    return fail(bad('', 'An objection has the members type, which is objection, v, which is 1, ground, at and shown.'));
  const { ground, at, shown, proof } = payload;
  if (!(GROUNDS as readonly unknown[]).includes(ground))
    return fail(bad('/ground', `The ground of an objection is one of ${GROUNDS.join(', ')}.`));
  if (typeof at !== 'string' || at.length > OBJECTION_PLACE_MAX)
    return fail(bad('/at', `The place of an objection is a pointer of at most ${OBJECTION_PLACE_MAX} characters.`));
  if (!Array.isArray(shown) || shown.length > OPENINGS_MAX)
    return fail(bad('/shown', `An objection shows cells of at most ${OPENINGS_MAX} runs.`));
  if (ground === 'undelivered' && shown.length > 0)
    return fail(bad('/shown', 'The ledger proves that it was not delivered: nothing is shown.'));
  if (proof !== undefined && (ground !== 'undelivered' || !isReceipt(proof as Json)))
    return fail(bad('/proof', 'A proof is of undelivered alone: answer, challenge and shared, in base64url.'));
  if (leavesIn(shown) > OPENING_LEAVES_MAX)
    return fail(bad('/shown', `The openings of an objection have at most ${OPENING_LEAVES_MAX} leaves together.`));
  return payload as unknown as Objection;
}

/** Hashes of the openings, which need not be well-formed. */
export function leavesIn(shown: readonly Json[]): number {
  const classes = shown.flatMap((item) =>
    isObject(item) && Array.isArray(item.classes) ? (item.classes as Json[]) : [],
  );
  return classes.reduce<number>(
    (sum, item) => sum + (isObject(item) && Array.isArray(item.leaves) ? item.leaves.length : 1),
    0,
  );
}

function bad(path: string, message: string): Issue {
  return issue('VAL_SCHEMA_004', `/payload${path}`, message);
}
