// Credentials that wallets of this node wait for, and those that they take by themselves. In front of the listeners of
// the node, so that it stops after them.
import { DeferredDriver } from '../../../actors/credentials/deferred-driver.js';
import { TakingDriver } from '../../../actors/credentials/taking-driver.js';
import { pollPending } from '../../../api/credentials/holding/deferred.js';
import { takeByItself } from '../../../api/credentials/holding/taking.js';
import { publicUrlOf } from '../../config/public-url.js';
import { pendingGauge } from '../../observe/counters/credential-metrics.js';
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
      const taking = new TakingDriver({
        ...{ clock: systemClock, log: world.log.child({ module: 'taking' }), announcements },
        ...{ taking: credentials.taking, take: (row) => takeByItself({ ...deps, ...takingDeps(open) }, row) },
      });
      open.taking = taking;
      await deferred.start();
      await taking.start();
    },
    stop: async () => {
      await open.taking?.stop();
      await open.deferred?.stop();
    },
  };
}

function takingDeps({ config, ledger, keys, identity, mesh, walletAsks }: OpenParts) {
  const { chain, ledger: registers } = ledger!;
  return {
    ...{ chain, ledger: registers, keystore: keys!.keystore, audit: identity!.accounts.audit },
    ...{ walletAsks: walletAsks!.asker, config: { publicUrl: publicUrlOf(config.http) } },
    peerId: () => mesh?.surface.status().peerId ?? '',
  };
}
