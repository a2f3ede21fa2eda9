// Reads of a register: each says the height that it was answered from, and waits for the height that its reader asks
// for. None gives a final 404 while others may have sealed what it misses. It knows the names of registers in requests
// and the codes of misses; nothing about what is read.
import { mayHaveLost } from '../../actors/register-records.js';
import { type Issue, type IssueCode, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { visibleRegister } from '../access/registers.js';
import type { AnyRoute, ApiCall } from '../define.js';
import { isRefusal, Refusal, Reply } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { IncomingCall } from '../requests/incoming.js';

const HEIGHT_HEADER = 'register-height';
const AT_LEAST_HEADER = 'if-register-height';

/** A row that is missing here may be sealed elsewhere. */
export const MISSES: ReadonlySet<IssueCode> = new Set([
  'TRANSACTION_NOT_FOUND',
  'RECEIPT_NOT_FOUND',
  'DOCKET_NOT_FOUND',
  'PUBLICATION_NOT_FOUND',
  'INSTANCE_NOT_FOUND',
  'PARTICIPANT_NOT_FOUND',
  'GOVERNANCE_PROPOSAL_NOT_FOUND',
]);

/** How paths and queries call the id of a register. */
const NAMES = ['registerId', 'register'] as const;

type Schema = { readonly properties?: Readonly<Record<string, unknown>> } | undefined;

/** True for an operation whose path or query names a register: it says in its definition what it reads of it. */
export function namesRegister({ input }: AnyRoute): boolean {
  const parts = [input?.params as Schema, input?.query as Schema];
  return parts.some((part) => NAMES.some((name) => part?.properties?.[name] !== undefined));
}

/** The answer of the handler under the rules above; path and query are as they were validated. */
export function readRegister(
  incoming: Pick<IncomingCall, 'headers' | 'params' | 'query' | 'note'>,
  call: ApiCall<ApiDeps>,
  attempt: () => unknown,
): unknown {
  const atLeast = heightIn(incoming.headers[AT_LEAST_HEADER]);
  if (isFailure(atLeast)) return atLeast;
  const registerId = registerIn(incoming);
  // Lists over all registers have no height.
  if (registerId === undefined) return atLeast === undefined ? attempt() : fail(NAMES_NONE);
  // A caller that may not see the register is not told how high it is.
  if (isFailure(visibleRegister(call, registerId))) return readUnseen(call, registerId, attempt);
  const { reads } = call.deps.ledger;
  const height = reads.height(registerId);
  const report = (result: unknown, from: number) => {
    if (!(result instanceof Reply) && isRefusal(result) && !isMiss(result)) return result;
    incoming.note(HEIGHT_HEADER, String(from));
    return result;
  };
  const surely = () => sure(call, registerId, { attempt, report: report });
  if (atLeast !== undefined && height < atLeast)
    return reads
      .whenReached(registerId, atLeast)
      .then((isThere) => (isThere ? surely() : fail(behind(call, registerId, reads.height(registerId)))));
  const result = attempt();
  if (result instanceof Promise) return result.then((answer) => (isMiss(answer) ? surely() : report(answer, height)));
  return isMiss(result) ? surely() : report(result, height);
}

/** For a party of another tenant: a miss is no more final than for others, and nothing tells a height. */
function readUnseen(call: ApiCall<ApiDeps>, registerId: string, attempt: () => unknown): unknown {
  const record = call.deps.ledger.register(registerId);
  const result = attempt();
  if (!record || record.purging) return result;
  const surely = () => sure(call, registerId, { attempt, report: (value) => value });
  if (result instanceof Promise) return result.then((answer) => (isMiss(answer) ? surely() : answer));
  return isMiss(result) ? surely() : result;
}

async function sure(
  call: ApiCall<ApiDeps>,
  registerId: string,
  { attempt, report }: { readonly attempt: () => unknown; readonly report: (result: unknown, from: number) => unknown },
): Promise<unknown> {
  const { ledger } = call.deps;
  let from = 0;
  const again = () => {
    from = ledger.reads.height(registerId);
    return attempt();
  };
  const result = await ledger.reads.surely(registerId, again, isMiss);
  return result === 'behind' ? fail(behind(call, registerId, from)) : report(result, from);
}

function behind(call: ApiCall<ApiDeps>, registerId: string, height: number): Issue {
  const has = whatIsHere(call, registerId, height);
  return issue('REGISTER_BEHIND', '', `${has}. Ask again, here in a moment or at another node.`);
}

function whatIsHere(call: ApiCall<ApiDeps>, registerId: string, height: number): string {
  const record = visibleRegister(call, registerId);
  if (isFailure(record)) return 'This node may not have all of the register';
  // How much of it is left the height of a damaged tip does not tell.
  if (mayHaveLost(record))
    return `This node may have lost a part of register ${registerId}, which has to be repaired here`;
  return `This node has register ${registerId} up to height ${height}, and others may have more of it`;
}

const NAMES_NONE = issue(
  'HEADER_INVALID',
  `/${AT_LEAST_HEADER}`,
  'The request names no register that the height could be of.',
);

function heightIn(header: string | readonly string[] | undefined): Result<number | undefined> {
  if (header === undefined) return undefined;
  const height = typeof header === 'string' && /^\d{1,16}$/.test(header) ? Number(header) : Number.NaN;
  if (Number.isSafeInteger(height)) return height;
  return fail(
    issue('HEADER_INVALID', `/${AT_LEAST_HEADER}`, 'If-Register-Height is a height: a whole number from 0 on.'),
  );
}

function registerIn({ params, query }: Pick<IncomingCall, 'params' | 'query'>): string | undefined {
  for (const part of [params, query] as readonly (Readonly<Record<string, unknown>> | undefined)[])
    for (const name of NAMES) if (typeof part?.[name] === 'string') return part[name];
  return undefined;
}

function issueOf(result: unknown): Issue | undefined {
  return result instanceof Refusal || isFailure(result) ? result.issues[0] : undefined;
}

function isMiss(result: unknown): boolean {
  const problem = issueOf(result);
  return problem !== undefined && MISSES.has(problem.code);
}
