// The registers whose rows a filter asks for: those that the caller sees, and of them those that it names or that an
// index names.
import { issue } from '../../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { Condition } from '../../../../core/query/plan.js';
import { GOVERNANCE_BLUEPRINT } from '../../../../core/register/governance/operation.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { isOfTenant, visibleRegister } from '../../../access/registers.js';
import type { ODataCall } from './collection.js';
import { textsOf } from './constraints.js';

/** Registers that one request looks into. */
const REGISTERS_MAX = 500;
/** Acts of governance that are read to find a reset of the time among them. */
const ACTS_MAX = 200;

export interface RegistersAsked {
  readonly records: readonly RegisterRecord[];
  readonly others: readonly Condition[];
}

/**
 * A register that the caller does not see has no rows for it. Issues: QUERY_NOT_INDEXED for more registers than one
 * request looks into.
 */
export function registersAsked(call: ODataCall, conditions: readonly Condition[]): Result<RegistersAsked> {
  const named: (readonly string[])[] = [];
  const others: Condition[] = [];
  for (const condition of conditions) {
    const ids = textsOf(condition, 'registerId');
    if (ids === undefined) others.push(condition);
    else named.push(ids);
  }
  const [first, ...more] = named;
  if (first === undefined) return checkBound({ records: ownRegisters(call), others });
  const ids = first.filter((id) => more.every((list) => list.includes(id)));
  const records = ids.map((id) => visibleRegister(call, id)).filter((record) => !isFailure(record));
  return checkBound({ records: records as RegisterRecord[], others });
}

function checkBound(asked: RegistersAsked): Result<RegistersAsked> {
  if (asked.records.length <= REGISTERS_MAX) return asked;
  return fail(
    issue(
      'QUERY_NOT_INDEXED',
      '/$filter',
      `You see ${asked.records.length} registers, and one request looks into ${REGISTERS_MAX}: name them by registerId eq or in.`,
    ),
  );
}

/** In the order of their creation. */
export function ownRegisters({ caller, deps }: ODataCall): readonly RegisterRecord[] {
  return deps.ledger.registers().filter((record) => isOfTenant(caller, record));
}

/** Acts of governance that were looked through, and whether one of them reset the time. */
interface ActsSeen {
  readonly acts: number;
  readonly isReset: boolean;
}

const NONE_SEEN: ActsSeen = { acts: 0, isReset: false };

/** By the local number of the register, which is never given twice: acts are sealed once, and looked at once. */
const seenIn = new WeakMap<ODataCall['deps']['chain'], Map<number, ActsSeen>>();

/**
 * True where times rise from docket to docket. They do unless governance reset the time of the register (decision
 * 0083), which is seldom: its acts are looked through, and where there are too many of them nothing is taken for
 * granted.
 */
export async function timesRise({ deps: { chain } }: ODataCall, { reg }: RegisterRecord): Promise<boolean> {
  const seen = seenIn.get(chain) ?? new Map<number, ActsSeen>();
  seenIn.set(chain, seen);
  const { total } = await chain.byBlueprint(reg, GOVERNANCE_BLUEPRINT, { skip: 0, top: 0 });
  if (total > ACTS_MAX) return false;
  const known = seen.get(reg) ?? NONE_SEEN;
  // Fewer than before: the chain was taken back, and what was seen may be gone.
  const from = known.acts > total ? NONE_SEEN : known;
  if (from.acts === total) return !from.isReset;
  const { items } = await chain.byBlueprint(reg, GOVERNANCE_BLUEPRINT, { skip: from.acts, top: total - from.acts });
  const isReset = items.some(({ transaction }) => JSON.stringify(transaction.payload).includes('"reset-time"'));
  seen.set(reg, { acts: total, isReset: from.isReset || isReset });
  return !(from.isReset || isReset);
}

/**
 * The row that `attempt` finds in the register. Issues: REGISTER_BEHIND where it finds nothing and others may have
 * sealed it (decision 0074).
 */
export async function surelyRead<T>(
  { deps }: ODataCall,
  registerId: string,
  attempt: () => T | undefined,
): Promise<Result<T | undefined>> {
  const outcome = await deps.ledger.reads.surely(registerId, attempt, (result) => result === undefined);
  if (outcome !== 'behind') return outcome;
  return fail(
    issue(
      'REGISTER_BEHIND',
      '',
      'Others may have sealed it, and this node has not. Ask again, here in a moment or at another node.',
    ),
  );
}
