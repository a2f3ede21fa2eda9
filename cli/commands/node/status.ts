// How a node is: its health and counts, and as whom the command line would speak to it.
import type { Client } from '../../../api/client/client.js';
import { type Command, CommandError } from '../../command/command.js';
import { fields, table } from '../../command/output.js';
import { isClientError } from '../../remote/remote.js';
import { connect } from '../../remote/session.js';

type HealthView = Awaited<ReturnType<Client['getHealth']>>;

const status: Command = {
  name: 'status',
  summary: 'show how a node is',
  canWatch: true,
  async run(context) {
    const { out } = context;
    const { client, url, token } = await connect(context);
    const { ready, health } = await client.getHealth().then((answer) => ({ ready: true, health: answer }), notReady);
    const shown = { url, loggedIn: token !== undefined, ...health };
    out.show(shown, () => view(shown, out.paint));
    if (!ready) throw new CommandError(`the node is ${health.status}`);
  },
};

/** A node that is not ready answers 503 with the same body and says why. */
function notReady(error: unknown): { readonly ready: false; readonly health: HealthView } {
  if (isClientError(error) && error.status === 503 && 'services' in error.details.problem)
    return { ready: false, health: error.details.problem as unknown as HealthView };
  throw error;
}

export const statusCommands: readonly Command[] = [status];

function view(
  shown: HealthView & { readonly url: string; readonly loggedIn: boolean },
  paint: { green(text: string): string; red(text: string): string },
): string {
  const colour = (text: string) => (text === 'healthy' ? paint.green(text) : paint.red(text));
  const head = fields({
    node: shown.url,
    version: shown.version,
    uptime: shown.uptime,
    'logged in': shown.loggedIn ? 'yes' : 'no',
  });
  const parts = Object.entries(shown.services);
  const isWell = ([, part]: (typeof parts)[number]) => part?.status === 'healthy';
  const rows = parts.filter((part) => !isWell(part)).map(([name, part]) => [name, part?.status, part?.error ?? '']);
  const well = parts.filter(isWell).map(([name]) => name);
  const blocks = [
    `${colour(shown.status)}\n${head}`,
    ...(rows.length === 0 ? [] : [table(['PART', 'STATUS', 'REASON'], rows)]),
    ...(well.length === 0 ? [] : [`${rows.length === 0 ? 'All parts are healthy' : 'Healthy'}: ${well.join(', ')}.`]),
  ];
  return blocks.join('\n\n');
}
