// A standing grant as its person is shown it.
import type { Json } from '../../core/base/json.js';
import { grantWords, leftToday, type StandingGrant } from '../../core/tenant/programs/grants.js';

export function grantView(grant: StandingGrant, nowMs: number) {
  const { id, registerId, blueprintId, publicationTxId, actions, wallet, rule, perDay, grantedAtMs, untilMs } = grant;
  return {
    ...{ id, says: grantWords(grant), registerId, blueprintId, publicationTxId, actions: actions.map((act) => act.id) },
    ...{
      walletAddress: wallet,
      perDay,
      leftToday: leftToday(grant, nowMs),
      ...(rule !== undefined && { rule: rule as Json }),
    },
    ...{ grantedAt: new Date(grantedAtMs).toISOString(), until: new Date(untilMs).toISOString() },
  };
}
