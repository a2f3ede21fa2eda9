// The day of a stranger, one call after the other, and how long each kind of call took.
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, ClientError } from '../../api/client/client.js';
import { benchSubmission, type Workload } from '../../cli/harness/workload.js';

/** The results of one kind of call in a time of work. */
export interface Worked {
  readonly call: string;
  readonly refused: number;
  /** Milliseconds that each took which was not refused. */
  readonly times: readonly number[];
}

export interface Working {
  readonly clients: readonly Client[];
  readonly workload: Workload;
  readonly draft: string;
  readonly seconds: number;
  /** Of the first submission: no two are alike. */
  readonly sequence: number;
}

type Call = (client: Client, sequence: number) => Promise<unknown>;

/** Calls of a round, in their order; each user makes one round after the other at the pace of PACE_MS. */
const PACE_MS = 60;

function callsOf({ workload, draft }: Working): Readonly<Record<string, Call>> {
  const { registerId } = workload;
  return {
    submit: (client, sequence) => {
      const body = benchSubmission(workload, sequence) as never;
      return client.submitTransaction({ params: { registerId }, body }, { waitSeconds: 20 });
    },
    read: (client) => client.listDockets({ params: { registerId }, query: {} }),
    validate: (client) => client.validateBlueprint({ params: { id: draft } }),
    wallets: (client) => client.listWallets({ query: {} }),
  };
}

/** Works for so long; calls that are refused count, and are not in the times. */
export async function work(working: Working): Promise<readonly Worked[]> {
  const calls = callsOf(working);
  const times = new Map<string, number[]>(Object.keys(calls).map((name) => [name, []]));
  const refused = new Map<string, number>();
  const until = performance.now() + working.seconds * 1000;
  let sequence = working.sequence;
  for (let round = 0; performance.now() < until; round++) {
    const client = working.clients[round % working.clients.length] as Client;
    for (const [name, call] of Object.entries(calls)) {
      const begun = performance.now();
      try {
        await call(client, sequence++);
        times.get(name)?.push(performance.now() - begun);
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        refused.set(`${name}`, (refused.get(name) ?? 0) + 1);
      }
      await pause(PACE_MS / 4);
    }
  }
  return [...times].map(([call, all]) => ({ call, refused: refused.get(call) ?? 0, times: all }));
}
