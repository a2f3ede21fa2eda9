// Which scope a program has to have, by the right that an operation takes: the rows of policy.ts name one of these. A
// row of the table of operations may state another one; the column stands in docs/tiers.md.
import type { OperationScope, ProgramResource } from '../../core/tenant/programs/scopes.js';

/** `any`: each program may ask it, as who it acts for. `closed`: no program, whatever its scopes. */
export type ProgramRight = OperationScope | 'any' | 'closed';

export interface ProgramRights {
  readonly reads: ProgramRight;
  readonly writes: ProgramRight;
  /** Of a POST that writes nothing. */
  readonly asks: ProgramRight;
}

const always = (right: ProgramRight): ProgramRights => ({ reads: right, asks: right, writes: right });

export const OF_ANY_PROGRAM = always('any');
/** Rights of services. */
export const OF_NO_PROGRAM = always('closed');
/** About the account itself: its sessions, ways in and keys. */
export const OF_ACCOUNT = always('account:manage');
export const OF_ADMINISTRATION = always('organisation:admin');
export const OF_OPERATION = always('node:operate');
export const OF_DESIGN = always('blueprint:design');
export const OF_PUBLICATION = always('blueprint:publish');
export const OF_LEDGER = always('ledger:read');
export const OF_FOUNDING = always('register:create');
export const OF_HOLDING = always('credential:hold');
export const OF_WORKFLOW: ProgramRights = { reads: 'workflow:read', asks: 'workflow:read', writes: 'workflow:act' };
export const OF_SUBMISSION: ProgramRights = { reads: 'ledger:read', asks: 'ledger:read', writes: 'workflow:act' };
/** Wallets sign and decrypt bytes that are not looked at. */
export const OF_WALLETS: ProgramRights = { ...OF_ACCOUNT, reads: 'workflow:read' };

/** Of a row of the table of operations. */
export interface ForPrograms {
  /** The scope that a program has to have, where it is another one than its right says. */
  readonly program?: ProgramRight;
  /** The resource server that it is, where that has tokens of its own (RFC 8707). */
  readonly resource?: ProgramResource;
}

/** An operation, or a hub, which is heard as one reads. */
export interface AskedOfPrograms {
  readonly program?: ProgramRight | undefined;
  readonly method?: string | undefined;
  readonly writes?: string | undefined;
}

export function rightIn(
  { reads, asks, writes: written }: ProgramRights,
  { program, method = 'GET', writes }: AskedOfPrograms,
): ProgramRight {
  if (program !== undefined) return program;
  if (method === 'GET') return reads;
  return writes === 'nothing' ? asks : written;
}
