// Parts of a move of an instance, shown with what proves them. The caller reads as a wallet that it may use to decrypt.
import type { Static } from 'typebox';
import { type Issue, isIssue } from '../../../core/base/issue.js';
import { instanceFor, readerOf } from '../../access/instances.js';
import type { ApiCall } from '../../define.js';
import type { ApiDeps } from '../../deps.js';
import type { NewOpening, OpeningBody } from '../../schemas/workflow/opening.js';

/** Issues of `instanceFor`, `readerOf` and `Workflow.show`. */
export async function shownParts(
  call: ApiCall<ApiDeps>,
  at: { readonly instanceId: string; readonly registerId: string | undefined },
  { txId, pointers, wallet }: Static<typeof NewOpening>,
): Promise<Static<typeof OpeningBody> | Issue> {
  const view = await instanceFor(call, at.instanceId, at.registerId);
  if (isIssue(view)) return view;
  const reader = await readerOf(call, view, wallet);
  if (isIssue(reader)) return reader;
  const { registerId, id: instanceId } = view;
  const shown = await call.deps.workflow.show({ registerId, instanceId, txId, pointers, reader });
  return isIssue(shown) ? shown : (shown as unknown as Static<typeof OpeningBody>);
}
