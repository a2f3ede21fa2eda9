// The workflows of this node, from what is open of it: instances, and the rehearsals that walk drafts through them.
import { RehearsalHost } from '../../actors/rehearsal/rehearsals.js';
import { Sandboxes } from '../../actors/rehearsal/sandbox.js';
import { OpenedDeliveries } from '../../actors/workflow/opened-deliveries.js';
import { lostRight, type RightsPorts } from '../../actors/workflow/operations/operation-rights.js';
import { PublicationNotes } from '../../actors/workflow/publication-notes.js';
import { WorkflowHost, type WorkflowPorts } from '../../actors/workflow/workflow.js';
import { MOVES_WAITING_MAX } from '../../core/base/limits/node/sealing.js';
import type { Log } from '../../core/base/ports.js';
import type { Validator } from '../../core/model/register.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Store } from '../../storage/open.js';
import type { Blueprints } from '../../storage/tables/workflow/blueprints.js';
import { InboxRows } from '../../storage/tables/workflow/inbox.js';
import { InstanceOpenings } from '../../storage/tables/workflow/instances.js';
import { RehearsalStore } from '../../storage/tables/workflow/rehearsals.js';
import type { Metrics } from '../observe/metrics.js';
import { systemClock, systemRandom } from '../platform/clock.js';
import { EncrypterWorker } from '../threads/encrypter-worker.js';
import type { OpenKeys } from './keys.js';
import type { OpenLedger } from './ledger.js';

export interface WorkflowInput {
  readonly store: Store;
  readonly keys: OpenKeys;
  readonly opened: OpenLedger;
  readonly blueprints: Blueprints;
  readonly accounts: Pick<RightsPorts, 'services' | 'tenants'>;
  /** The seat that this node takes now. */
  readonly validator: () => Validator;
  readonly ownRuns: WorkflowPorts['ownRuns'];
  readonly knownTexts: WorkflowPorts['knownTexts'];
  readonly verifiers: WorkflowPorts['verifiers'];
  readonly kept: WorkflowPorts['kept'];
  readonly log: Log;
  readonly metrics: Metrics | null;
}

export interface OpenWorkflow {
  readonly openings: InstanceOpenings;
  readonly workflow: WorkflowHost;
  readonly publications: PublicationNotes;
  readonly rehearsals: RehearsalHost;
  readonly openedDeliveries: OpenedDeliveries;
  /** Ends the thread that seals; what waits for it is told to try again. */
  close(): Promise<void>;
}

export function openWorkflow(input: WorkflowInput): OpenWorkflow {
  const { keys, opened, store } = input;
  const { chain, clock, ledger } = opened;
  const { keystore, wallets } = keys;
  const { services, tenants } = input.accounts;
  const openings = new InstanceOpenings(store.kv, store.journal);
  const encrypter = new EncrypterWorker(MOVES_WAITING_MAX);
  const workflow = new WorkflowHost({
    ...{ clock, random: systemRandom, chain, keystore, wallets, openings },
    ledger,
    lostRight: lostRight.bind(undefined, { clock: systemClock, wallets, tenants, services }),
    trust: opened.trust,
    ownRuns: input.ownRuns,
    knownTexts: input.knownTexts,
    verifiers: input.verifiers,
    kept: input.kept,
    encrypter,
  });
  const publications = new PublicationNotes({
    ...{ clock: systemClock, announcements: opened.announcements, ledger, chain, blueprints: input.blueprints },
    log: input.log.child({ module: 'publications' }),
    commit: (ops) => store.journal.commit(ops),
  });
  const rehearsals = rehearsalsOf(input, { openings, workflow });
  const openedDeliveries = new OpenedDeliveries({
    ...{ clock: systemClock, announcements: opened.announcements, ledger, wallets, workflow },
    ...{ rows: new InboxRows(store.kv), log: input.log.child({ module: 'deliveries' }) },
  });
  return { openings, workflow, publications, rehearsals, openedDeliveries, close: () => encrypter.close() };
}

function rehearsalsOf(
  { blueprints, keys, log, metrics, opened, store, validator }: WorkflowInput,
  on: Pick<OpenWorkflow, 'openings' | 'workflow'>,
): RehearsalHost {
  const { chain, ledger, validatorSettings } = opened;
  const { keystore, systemWallet } = keys;
  const ports = {
    clock: systemClock,
    random: systemRandom,
    commit: (ops: readonly KvOp[]) => store.journal.commit(ops),
    store: new RehearsalStore(store.kv, store.journal),
    ledger,
  };
  // A single seat that is this node: neither the mode nor the caps of registers that people found matter here.
  const terms = () => {
    const { buildWindowMs } = validatorSettings.current().docketBuild;
    return { validator: validator(), policy: { consensus: { buildWindowMs } } };
  };
  const onProvisioned = (outcome: 'founded' | 'failed') => metrics?.workflow.sandboxProvisioned(outcome);
  const own = log.child({ module: 'rehearsals' });
  const sandboxes = new Sandboxes({ ...ports, systemWallet, terms, onProvisioned, log: own });
  const counts = metrics?.workflow ?? null;
  return new RehearsalHost({ ...ports, ...on, sandboxes, blueprints, keystore, chain, counts });
}
