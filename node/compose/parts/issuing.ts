// Credentials that runs of workflows issue, from what is open of the node. Behind the certificates of organisations and
// the workflows, so that it stops before them.
import { CredentialDriver } from '../../../actors/credentials/credential-driver.js';
import { PeerOffers } from '../../../api/credentials/runs/peer-offers.js';
import { publicUrlOf } from '../../config/public-url.js';
import { issuingGauges, statusListGauge } from '../../observe/counters/credential-metrics.js';
import { systemClock, systemRandom } from '../../platform/clock.js';
import type { Part } from '../lifecycle.js';
import type { OpenParts } from '../open-parts.js';

export function issuingPart(open: OpenParts): Part {
  return {
    name: 'issuing',
    start: async () => {
      const { store, keys, ledger: opened, inbox, identity, credentials, workflow, trust, world, metrics } = open;
      const { chain, ledger, announcements } = opened!;
      const { audit, tenants } = identity!.accounts;
      const issuing = new CredentialDriver({
        ...{ clock: systemClock, random: systemRandom, log: world.log.child({ module: 'issuing' }) },
        ...{ chain, ledger, announcements, tenants, wallets: keys!.wallets },
        ...{ credentials: credentials!, workflow: workflow!.workflow, certificates: trust!.certificates },
        commit: (ops) => store!.journal.commit(ops),
        commitWith: (ops, notices) => inbox!.people.notices.commit(ops, notices),
        recordChange: ({ id: credentialId, organisationId }, change) =>
          audit.record({
            ...{ eventType: 'CredentialStatusChanged', organisationId, identityId: '', address: '', success: true },
            details: { credentialId, change },
          }),
      });
      open.issuing = issuing;
      open.runOffers = new PeerOffers({
        ...{ clock: systemClock, random: systemRandom, config: { publicUrl: publicUrlOf(open.config.http) } },
        ...{ chain, ledger, tenants, audit, credentials: credentials!, commit: (ops) => store!.journal.commit(ops) },
        ...{ keystore: keys!.keystore, verifySignature: opened!.verifyThreads.check },
      });
      if (metrics) [...issuingGauges(issuing), statusListGauge(credentials!.lists)].forEach(metrics.gauge);
      await issuing.start();
    },
    stop: async () => open.issuing?.stop(),
  };
}
