// A JSON document of another server, through the guard of outgoing requests and strictly parsed. A failure is told in
// the words for tenants.
import { fetchForTenant } from '../../../../../actors/tenant-requests.js';
import { issue } from '../../../../../core/base/issue.js';
import { type Json, parseJson } from '../../../../../core/base/json.js';
import { budgetIssue, valuesIn } from '../../../../../core/base/json-budget.js';
import { SCHEMA_FETCH_MS, SCHEMA_FETCH_VALUES_MAX } from '../../../../../core/base/limits/node/designs.js';
import { fail, isFailure, type Result } from '../../../../../core/base/result.js';
import type { OutgoingCall } from '../../../../../core/outgoing/ports.js';
import { turnKey } from '../../../../../core/tenant/turn-key.js';
import type { ApiCall } from '../../../../define.js';
import type { WorkflowDeps } from '../../deps.js';

export interface FetchedDocument {
  readonly document: Json;
  /** The host that answered, behind redirects. */
  readonly host: string;
}

export async function fetchDocument(
  { deps }: ApiCall<WorkflowDeps>,
  organisationId: string,
  asked: Pick<OutgoingCall, 'purpose' | 'url'> & { readonly bytesMax: number },
): Promise<Result<FetchedDocument>> {
  const from = turnKey({ organisationId, subject: '' });
  const { clock, outgoing } = deps;
  const answer = await fetchForTenant({ clock, outgoing }, { ...asked, from, timeoutMs: SCHEMA_FETCH_MS });
  if (isFailure(answer)) return answer;
  const budget = (source: string) => budgetIssue(valuesIn(source, SCHEMA_FETCH_VALUES_MAX), SCHEMA_FETCH_VALUES_MAX);
  const document = parseJson(answer.body, { budget });
  if (isFailure(document)) return refuse(`The answer is not a JSON document that is read: ${document.issue.message}`);
  return { document, host: new URL(answer.url).hostname };
}

function refuse(message: string) {
  return fail(issue('OUTGOING_ANSWER_REFUSED', '', message));
}
