// Credentials that wallets of this node wait for, from what is open of the node. In front of its listeners, so that it
// stops after them.
import { DeferredDriver } from '../../../actors/credentials/deferred-driver.js';
import { pollPending } from '../../../api/credentials/holding/deferred.js';
import { pendingGauge } from '../../observe/credential-metrics.js';
import { systemClock, systemRandom } from '../../platform/clock.js';
import type { Part } from '../lifecycle.js';
import type { OpenParts } from '../open-parts.js';

export function deferredPart(open: OpenParts): Part {
  return {
    name: 'deferred',
    start: async () => {
      const { store, keys, ledger, inbox, identity, trust, world, metrics } = open;
      const { announcements, chain, ledger: registers } = ledger!;
      const credentials = open.credentials!;
      const deps = {
        ...{ clock: systemClock, random: systemRandom, credentials, announcements, wallets: keys!.wallets },
        ...{ chain, ledger: registers },
        ...{ tenants: identity!.accounts.tenants, trustLists: trust!.trustLists, notices: inbox!.people.notices },
        commit: store!.journal.commit.bind(store!.journal),
      };
      const deferred = new DeferredDriver({
        ...{ clock: systemClock, log: world.log.child({ module: 'deferred' }), announcements },
        ...{ pending: credentials.pending, poll: (row) => pollPending(deps, row) },
      });
      open.deferred = deferred;
      if (metrics) metrics.gauge(pendingGauge(deferred));
      await deferred.start();
    },
    stop: async () => open.deferred?.stop(),
  };
}
