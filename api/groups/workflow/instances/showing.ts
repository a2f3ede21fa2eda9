// Parts of a move of an instance, shown with what proves them. The caller reads as a wallet that it may use to decrypt.
import type { Static } from 'typebox';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { instanceFor, readerOf } from '../../../access/instances.js';
import type { ApiCall } from '../../../define.js';
import type { CreateOpening, OpeningBody } from '../../../schemas/workflow/opening.js';
import type { WorkflowDeps } from '../deps.js';

/** Issues of `instanceFor`, `readerOf` and `Workflow.show`. */
export async function shownParts(
  call: ApiCall<WorkflowDeps>,
  at: { readonly instanceId: string; readonly registerId: string | undefined },
  { txId, pointers, wallet }: Static<typeof CreateOpening>,
): Promise<Result<Static<typeof OpeningBody>>> {
  const view = await instanceFor(call, at.instanceId, at.registerId);
  if (isFailure(view)) return view;
  const reader = await readerOf(call, view, wallet);
  if (isFailure(reader)) return reader;
  const { registerId, id: instanceId } = view;
  const shown = await call.deps.workflow.show({ registerId, instanceId, txId, pointers, reader });
  return isFailure(shown) ? shown : (shown as unknown as Static<typeof OpeningBody>);
}
