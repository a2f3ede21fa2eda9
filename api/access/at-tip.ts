// For handlers that judge by the sealed state before the ledger does: while the node knows that its tip is old, what
// only that tip refuses is asked again at the newer one. It is told as NODE_UNAVAILABLE where that does not come in
// time. It judges nothing itself.
import type { Issue } from '../../core/base/issue.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { type ApiCall, Refusal } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

type Deps = Pick<ApiDeps, 'ledger'>;

/**
 * The handler, called again as Ledger.atTip says: what it refuses leaves nothing, or is final. `registerOf`: undefined
 * where the request does not name the register.
 */
export function atTip<I, R, D extends Deps>(
  registerOf: (input: I) => string | undefined,
  handler: (input: I, call: ApiCall<D>) => R | Promise<R>,
): (input: I, call: ApiCall<D>) => Promise<Result<R>> {
  return (input, call) => call.deps.ledger.atTip(registerOf(input), () => handler(input, call), refusalOf);
}

/**
 * The result of a look-up in the sealed state before something is sent, under the rule of `atTip`: only that is done
 * again, because a move that was sent and refused is told as it is.
 */
export function lookUpAtTip<T>(
  call: ApiCall<Deps>,
  registerId: string | undefined,
  look: () => T | Promise<T>,
): Promise<Result<T>> {
  return call.deps.ledger.atTip(registerId, look, refusalOf);
}

/**
 * The issues of an answer that is a refusal, and that another attempt may turn: a transaction that was sent has waited
 * for the tip itself, and another attempt would be another transaction.
 */
export function refusalOf(answer: unknown): readonly Issue[] {
  if (isFailure(answer)) return answer.isFinal ? [] : answer.issues;
  return answer instanceof Refusal ? answer.issues : [];
}
