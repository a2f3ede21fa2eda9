// One of the two programs that are compared: its own modules make its nodes and its requests, because another commit
// may have other transactions. What is asked of a commit is what `Modules` names: a commit that lacks one of these
// cannot be compared with.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { ActionWorkload } from '../../../cli/bench/actions.js';
import type { Stage } from '../../../cli/bench/stage.js';
import { CommandError } from '../../../cli/command/command.js';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';
import { distantStage } from '../distance/stage.js';
import { NOT_MEASURED } from './builds.js';
import type { Load } from './loads.js';

type Modules = Pick<typeof import('../../../cli/bench/stage.js'), 'setStage' | 'requestsOf' | 'cpuMicros'> &
  Pick<typeof import('../../../cli/bench/load.js'), 'runLoad' | 'SEALED'> &
  Pick<typeof import('../../../cli/bench/actions.js'), 'prepareActions'> &
  Pick<typeof import('../../../cli/harness/mesh-cluster.js'), 'MeshCluster'> &
  Pick<typeof import('../../../cli/harness/shared-register.js'), 'foundShared' | 'publishBench'> & {
    /** Of a commit that knew two languages: the order of twenty parts in both. */
    readonly prepareLanguages?: (members: readonly ClusterMember[], actions: ActionWorkload) => Promise<void>;
  };

const FILES: Readonly<Record<string, readonly (keyof Modules)[]>> = {
  'cli/bench/stage.js': ['setStage', 'requestsOf', 'cpuMicros'],
  'cli/bench/load.js': ['runLoad', 'SEALED'],
  'cli/bench/actions.js': ['prepareActions'],
  'cli/harness/mesh-cluster.js': ['MeshCluster'],
  'cli/harness/shared-register.js': ['foundShared', 'publishBench'],
};

export interface SideOptions {
  /** The folder that holds its dist/. */
  readonly root: string;
  readonly nodes: number;
  readonly delayMs: number;
}

export interface Row {
  /** Processor time of all nodes for a sealed transaction. */
  readonly cpuMicros: number;
  readonly perSecond: number;
}

/** A row of a program that hangs ends then. */
const ROW_SECONDS_MAX = 20;
/** After a row, for what it left to do: it counts as part of it. */
const REST_MS = 500;

export class Side {
  readonly #modules: Modules;
  readonly #stage: Stage;
  #actions: ActionWorkload | undefined;

  private constructor(modules: Modules, stage: Stage) {
    this.#modules = modules;
    this.#stage = stage;
  }

  /** Starts its nodes, with a register of all of them. */
  static async start({ root, nodes, delayMs }: SideOptions): Promise<Side> {
    const modules = await modulesOf(root);
    if (delayMs > 0) {
      const { stage, setLinks } = await distantStage(modules, { nodes, mode: 'majority' });
      setLinks({ delayMs });
      return new Side(modules, stage);
    }
    return new Side(modules, await modules.setStage({ nodes, mode: 'majority' }));
  }

  /** So many transactions of the load; throws where none was sealed, or none can be counted. */
  async row({ scenario, batch, concurrency }: Load, transactions: number): Promise<Row> {
    const { requestsOf, cpuMicros, runLoad, SEALED } = this.#modules;
    await this.#prepare(scenario);
    const requests = requestsOf(this.#stage, { scenario, batch, transactions });
    const [{ host, port }] = this.#stage.nodes;
    const sealed = scenario === 'plain' ? SEALED : '"transactionId"';
    const before = cpuMicros(this.#stage);
    const secondsMax = ROW_SECONDS_MAX;
    const load = await runLoad({ host, port, concurrency, requests, perRequest: batch, sealed, secondsMax });
    await pause(REST_MS);
    const cpu = cpuMicros(this.#stage) - before;
    if (load.sealed === 0) throw new CommandError('A row sealed nothing', { exit: NOT_MEASURED });
    if (cpu <= 0)
      throw new CommandError('The processor time of nodes cannot be read', {
        exit: NOT_MEASURED,
        hint: 'It comes from /proc, which Linux has.',
      });
    return { cpuMicros: cpu / load.sealed, perSecond: load.sealed / load.seconds };
  }

  /** Ends its nodes and deletes their folders; a second call finds nothing to do. */
  remove(): Promise<void> {
    return this.#stage.remove();
  }

  async #prepare(scenario: Load['scenario']): Promise<void> {
    if (scenario === 'plain' || this.#actions) return;
    const { members, workload } = this.#stage;
    this.#actions = await this.#modules.prepareActions(members, workload.registerId);
    this.#stage.actions = this.#actions;
    await this.#modules.prepareLanguages?.(members, this.#actions);
  }
}

async function modulesOf(root: string): Promise<Modules> {
  const modules: Record<string, unknown> = {};
  for (const [file, names] of Object.entries(FILES)) {
    const path = join(root, 'dist', file);
    const found = existsSync(path)
      ? ((await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>)
      : {};
    const missing = names.find((name) => found[name] === undefined);
    if (missing !== undefined)
      throw new CommandError(`The other commit has no ${missing} in ${file}`, {
        exit: NOT_MEASURED,
        hint: 'Compare with a later commit.',
      });
    for (const name of names) modules[name] = found[name];
    if ('prepareLanguages' in found) modules.prepareLanguages = found.prepareLanguages;
  }
  return modules as unknown as Modules;
}
