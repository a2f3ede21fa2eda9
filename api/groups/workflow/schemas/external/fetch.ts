// A JSON document of another server, through the guard of outgoing requests and strictly parsed. A failure is told in the
// words for tenants.
import { issue } from '../../../../../core/base/issue.js';
import { type Json, parseJson } from '../../../../../core/base/json.js';
import { budgetIssue, valuesIn } from '../../../../../core/base/json-budget.js';
import { SCHEMA_FETCH_MS, SCHEMA_FETCH_VALUES_MAX } from '../../../../../core/base/limits/node/designs.js';
import { fail, isFailure, type Result } from '../../../../../core/base/result.js';
import type { OutgoingCall } from '../../../../../core/outgoing/ports.js';
import { issueForTenant } from '../../../../../core/outgoing/told.js';
import { turnKey } from '../../../../../core/tenant/turn-key.js';
import type { ApiCall } from '../../../../define.js';
import type { WorkflowDeps } from '../../deps.js';

const REDIRECTS_MAX = 3;

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
  const { outgoing, clock } = deps;
  const begunMs = clock.steady();
  const answer = await outgoing.request({
    ...{ ...asked, from: turnKey({ organisationId, subject: '' }) },
    ...{ redirectsMax: REDIRECTS_MAX, timeoutMs: SCHEMA_FETCH_MS },
  });
  if (isFailure(answer)) {
    const isLate = clock.steady() - begunMs >= SCHEMA_FETCH_MS;
    return answer.mapIssues((problem) => issueForTenant(problem, isLate));
  }
  if (answer.status !== 200) return refuse(`The server answered ${answer.status}; a document comes with 200.`);
  const budget = (source: string) => budgetIssue(valuesIn(source, SCHEMA_FETCH_VALUES_MAX), SCHEMA_FETCH_VALUES_MAX);
  const document = parseJson(answer.body, { budget });
  if (isFailure(document)) return refuse(`The answer is not a JSON document that is read: ${document.issue.message}`);
  return { document, host: new URL(answer.url).hostname };
}

function refuse(message: string) {
  return fail(issue('OUTGOING_ANSWER_REFUSED', '', message));
}
