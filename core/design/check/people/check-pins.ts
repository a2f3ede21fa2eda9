// Findings about lists of anchors that gates name and a register has not pinned. They are about one register, so that
// the check of a definition alone cannot tell them. Pure.

import { isObject, type Json } from '../../../base/json.js';
import { shownName } from '../../../blueprint/definition/shown-name.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Finding } from '../../../blueprint/findings/finding.js';

/** A source whose list is not pinned lets no holder pass, but by anchors of its own. */
export function findUnpinned({ actions }: Definition, pinned: ReadonlySet<string>): readonly Finding[] {
  return actions.flatMap(({ credentialRequirements = [] }, i) =>
    credentialRequirements.flatMap(({ trustPolicy }, j) =>
      sourcesOf(trustPolicy).flatMap((source, k): readonly Finding[] => {
        const { kind, trustListId, anchors } = isObject(source) ? source : {};
        if (kind !== 'x509-lotl' || typeof trustListId !== 'string' || pinned.has(trustListId)) return [];
        if (Array.isArray(anchors) && anchors.length > 0) return [];
        return [
          {
            ...{ severity: 'error', code: 'BP_TRUST_UNPINNED' },
            location: `/actions/${i}/credentialRequirements/${j}/trustPolicy/sources/${k}/trustListId`,
            message: `The register has not pinned the list ${shownName(trustListId)}, so nobody passes by it: have it pinned (quorate trust pin), or state anchors.`,
          },
        ];
      }),
    ),
  );
}

function sourcesOf(policy: Json | undefined): readonly Json[] {
  return isObject(policy) && Array.isArray(policy.sources) ? policy.sources : [];
}
