// The driver of credentials of runs in a world, over its stores: each call makes another one, as a restart does.
import { CredentialDriver, type CredentialDriverPorts } from '../../../../actors/credentials/credential-driver.js';
import type { Notices } from '../../../../actors/people/notices.js';
import type { ApiDeps } from '../../../../api/deps/deps.js';
import { ISSUING_DELAY_MS } from '../../../../core/base/limits/node/wallets.js';
import { atOnce } from '../../ledger/part.js';

type Deps = Pick<ApiDeps, 'audit' | 'certificates' | 'credentials' | 'random' | 'tenants' | 'wallets' | 'workflow'> &
  Pick<CredentialDriverPorts, 'announcements' | 'chain' | 'clock' | 'commit' | 'ledger' | 'log'> & {
    readonly notices: Pick<Notices, 'commit'>;
  };

type Changed = Partial<CredentialDriverPorts>;

/** `changed` are ports that a test puts in the place of those of the node, or makes of them. */
export type MakeIssuing = (changed?: Changed | ((ports: CredentialDriverPorts) => Changed)) => CredentialDriver;

export function issuingPart({ notices, audit, ...deps }: Deps): MakeIssuing {
  const { clock } = deps;
  return (changed) => {
    const ports: CredentialDriverPorts = {
      ...deps,
      // It looks at a docket at once, and what is to be tried later waits for a docket.
      clock: {
        now: () => clock.now(),
        steady: () => clock.steady(),
        setTimer: (run, ms) => atOnce(run, ms - ISSUING_DELAY_MS),
      },
      commitWith: (ops, told) => notices.commit(ops, told),
      recordChange: ({ id: credentialId, organisationId }, change) =>
        audit.record({
          ...{ eventType: 'CredentialStatusChanged', organisationId, identityId: '', address: '', success: true },
          details: { credentialId, change },
        }),
    };
    return new CredentialDriver({ ...ports, ...(typeof changed === 'function' ? changed(ports) : changed) });
  };
}
