// Subjects of the instances of a page, each as the wallet reads it for which it is listed.
import type { InstanceView } from '../../../../actors/workflow/instance/instance-types.js';
import { subjectFor } from '../../../access/subjects.js';
import type { ApiCall } from '../../../define.js';
import { namedInstance } from '../../../workflow/named-instance.js';
import type { WorkflowDeps } from '../deps.js';
import type { ReadItem } from './suspects.js';

/** In the order of the items. An instance is opened once for each wallet, however many of its actions wait. */
export async function subjectsOf(
  call: ApiCall<WorkflowDeps>,
  items: readonly ReadItem[],
): Promise<readonly (string | undefined)[]> {
  const known = new Map<string, string | undefined>();
  const names: (string | undefined)[] = [];
  for (const { item, registerId, address } of items) {
    const key = `${address} ${registerId} ${item.firstTransactionId}`;
    if (!known.has(key)) known.set(key, await subjectFor(call, { registerId, ...item }, [address]));
    names.push(known.get(key));
  }
  return names;
}

/** Instances of a list, one by one: a page has a hundred at most, and each is one transaction. */
export async function withSubjects(call: ApiCall<WorkflowDeps>, views: readonly InstanceView[]) {
  const bodies: Awaited<ReturnType<typeof namedInstance>>[] = [];
  for (const view of views) bodies.push(await namedInstance(call, view));
  return bodies;
}
