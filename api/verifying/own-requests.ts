// Requests of organisations of this node to a wallet of this node: judged as those of others, by the object that a
// phone would get, and found by their id.
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { closedProblem } from '../../core/credentials/presenting/request.js';
import { ownerIdOf } from '../access/wallet-standing.js';
import { judgeObject, type ResolveCall } from '../credentials/answering/resolving.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { WaitingRequest } from '../presenting/met-requests.js';
import { signRequestObject } from './asking.js';

type Call = ResolveCall & ApiCall<Pick<ApiDeps, 'config' | 'keystore' | 'verifier'>>;

/** A request that waits for the caller. REQUEST_NOT_FOUND, REQUEST_EXPIRED, and the codes of a request object. */
export async function waitingFor(call: Call, id: string): Promise<Result<WaitingRequest>> {
  const { clock, credentials, verifier } = call.deps;
  const ownerId = ownerIdOf(call.caller);
  const known = credentials.met.find(id, ownerId);
  const asked = verifier.requests.find(id);
  if (asked?.target === undefined || asked.target.ownerId !== ownerId) return known;
  const closed = closedProblem(asked, clock.now());
  if (closed !== undefined) return fail(closed);
  if (!isFailure(known)) return known;
  const object = await signRequestObject(call.deps, asked);
  if (isFailure(object)) return object;
  const judged = await judgeObject(call, asked.clientId, { text: object });
  return isFailure(judged) ? judged : credentials.met.add({ id, ownerId, wallet: asked.target.wallet, ...judged });
}
