// The shortest way to a signed action: an example comes on the register of the person, and its first action opens.
import { makeFromTemplate } from '../blueprints/keeping.js';
import { node } from '../session/node.js';

const EXAMPLE = { template: 'simple-invoice', actionId: '1' };

interface FirstAction {
  readonly title: string;
  readonly registerId: string;
  /** Kept with the publication, because it was not rehearsed. */
  readonly reason: string;
}

/** The place of the action to sign. */
export async function beginFirstAction({ title, registerId, reason }: FirstAction) {
  const blueprintId = await makeFromTemplate(EXAMPLE.template, title, {});
  const body = { registerId, override: { confirm: true, reason } };
  const { publishedBlueprint } = await node.blueprints.publishDraft(
    { params: { id: blueprintId }, body },
    { idempotencyKey: true },
  );
  const { publicationTxId } = publishedBlueprint;
  const opening = { body: { registerId, blueprintId, publicationTxId } };
  const { id: instanceId } = await node.instances.createInstance(opening, { idempotencyKey: true });
  return { instanceId, actionId: EXAMPLE.actionId };
}
