// The bytes that an organisation may have sealed here: asked before a submission is taken, counted with the docket that
// seals it. It looks into memory only.
import type { StoredBytes } from '../../actors/ports.js';
import { QUOTA_ACTS_BYTES_MAX, quotaProblem } from '../../core/tenant/quotas.js';
import { PLATFORM_ORGANISATION_ID, PUBLIC_ORGANISATION_ID } from '../../core/tenant/roles.js';
import { organisationOfTurn } from '../../core/tenant/turn-key.js';
import type { Usage } from '../../storage/tables/accounts/usage.js';

/** `bytes`: the setting, which bounds neither the platform organisation nor all citizens together. */
export function storedBytes(usage: Usage, bytes: number): StoredBytes {
  return {
    problem(from, { bytes: wanted, isAct }) {
      const organisationId = organisationOfTurn(from);
      if (organisationId === undefined || organisationId === PLATFORM_ORGANISATION_ID) return undefined;
      const { bytes: used, acts = 0, quotas } = usage.of(organisationId);
      // Votes about members, validators and rules are how a register gets on, so they do not wait for room; their own
      // bytes have a bound.
      if (isAct && acts + wanted <= QUOTA_ACTS_BYTES_MAX) return undefined;
      const bound = quotas?.bytes ?? (organisationId === PUBLIC_ORGANISATION_ID ? 0 : bytes);
      return quotaProblem('bytes', { used, bound, wanted });
    },
    countSealed(from, count) {
      const organisationId = organisationOfTurn(from);
      return organisationId === undefined ? undefined : usage.countSealed(organisationId, count);
    },
  };
}
