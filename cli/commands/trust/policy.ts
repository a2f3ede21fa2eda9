// A trust policy of a definition at the terminal, with anchors from files in the place of a node's lists: the level for
// which an issuer with certificates would be trusted.
import { isFailure, type Result } from '../../../core/base/result.js';
import { isPartOf } from '../../../core/trust/lists/snapshot.js';
import { evaluateTrust, type Trust, type TrustList } from '../../../core/trust/policy.js';
import { trustPolicyOf } from '../../../core/trust/policy-form.js';
import type { Anchor } from '../../../core/trust/x509/certificate.js';
import type { Context } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';

/** Lists of anchors by their ids; the anchors of the own organisation stand under ''. */
export type AnchorLists = ReadonlyMap<string, readonly Anchor[]>;

/** The trust that the policy of the file has in the issuer of the chain; undefined where no file is named. */
export async function trustBy(
  context: Context,
  question: { readonly chain: readonly Uint8Array[]; readonly lists: AnchorLists; readonly atMs: number },
): Promise<Result<Trust> | undefined> {
  const file = context.input.text('policy');
  if (file === undefined) return undefined;
  const policy = trustPolicyOf(objectIn(await readDocument(context, file)));
  if (isFailure(policy)) return policy;
  const { chain, lists, atMs } = question;
  const all = [...lists].map(
    ([id, anchors]): TrustList => ({
      ...{ id, sequence: 0, hasKey: () => false },
      hasAnchor: (hash) => anchors.some((anchor) => anchor.hash === hash),
    }),
  );
  const view = {
    tenantList: all.find(({ id }) => id === ''),
    lists: (id: string) => all.filter((list) => list.id !== '' && isPartOf(list.id, id)),
    issuerOf: () => undefined,
    isDistrusted: () => false,
    isStrict: true,
  };
  return evaluateTrust(policy, { shown: { chain, anchors: [...lists.values()].flat() }, view, atMs });
}
