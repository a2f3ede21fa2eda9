// How a node is: its health and counts, and as whom the command line would speak to it.
import { type Command, CommandError } from '../command.js';
import { fields, table } from '../output.js';
import { refusal } from '../remote.js';
import { openSession, send } from '../session.js';

interface HealthView {
  readonly status: string;
  readonly version: string;
  readonly uptime: string;
  readonly services: Readonly<Record<string, { readonly status: string; readonly error?: string | null }>>;
}

const status: Command = {
  name: 'status',
  summary: 'show how a node is',
  async run(context) {
    const { out } = context;
    const session = await openSession(context);
    const answer = await send(`${session.url}/api/health`, { headers: { accept: 'application/json' } });
    const health = (await answer.json().catch(() => undefined)) as HealthView | undefined;
    // 503 carries the same body: a node that is not ready still says why.
    if (health?.services === undefined) throw refusal(answer.status, health, answer.headers);
    const shown = { url: session.url, loggedIn: session.token !== undefined, ...health };
    out.show(shown, () => view(shown, out.paint));
    if (!answer.ok) throw new CommandError(`the node is ${health.status}`);
  },
};

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
  const rows = Object.entries(shown.services).map(([name, service]) => [name, service.status, service.error ?? '']);
  return `${colour(shown.status)}\n${head}\n\n${table(['SERVICE', 'STATUS', 'REASON'], rows)}`;
}
