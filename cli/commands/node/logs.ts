// The log of a node: its newest lines, and on request those that come.
import type { Client } from '../../../api/client/client.js';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '../../../core/base/limits/node/requests.js';
import type { Command, Context } from '../../command/command.js';
import { connect } from '../../remote/session.js';
import { again, type WatchLook } from '../../remote/watching.js';

type Page = Awaited<ReturnType<Client['listLogLines']>>;
type Line = Page['items'][number];

const LEVELS = ['debug', 'info', 'warn', 'error'] as const;

const logs: Command = {
  name: 'logs',
  summary: 'show the newest lines of the log of a node, for a SystemAdmin',
  examples: ['quorate logs --level warn', 'quorate logs --follow -o json'],
  options: [
    { flags: '--level <level>', description: 'least severe line to show', choices: LEVELS, default: 'debug' },
    {
      flags: '--lines <number>',
      description: 'newest lines to show',
      integer: { min: 1, max: PAGE_SIZE_MAX },
      default: PAGE_SIZE_DEFAULT,
    },
    { flags: '-f, --follow', description: 'go on with the lines that come, until Ctrl-C' },
  ],
  async run(context) {
    const { input } = context;
    const level = input.requiredText('level') as (typeof LEVELS)[number];
    const query = { level, top: input.integer('lines') ?? PAGE_SIZE_DEFAULT };
    if (input.flag('follow')) await again(context, following(context, query));
    else {
      const { client } = await connect(context);
      printPage(context, await client.listLogLines({ query }));
    }
  },
};

export const logsCommands: readonly Command[] = [logs];

function following(context: Context, first: { readonly level: Line['level']; readonly top: number }): WatchLook {
  let after: number | undefined;
  return async (client) => {
    const query = after === undefined ? first : { level: first.level, top: PAGE_SIZE_MAX, after };
    const page = await client.listLogLines({ query });
    if (page.missed > 0) context.out.note(`${page.missed} lines were written and are not kept any more.`);
    after = page.next;
    return printPage(context, page);
  };
}

function printPage({ out }: Context, { items }: Page): 'news' | 'nothing' {
  for (const { sequence: _, fields, ...line } of items)
    out.item({ ...fields, ...line }, () => lineOf({ ...line, fields }));
  return items.length > 0 ? 'news' : 'nothing';
}

/** The quotes in a line may come from a stranger: control characters are shown as JSON shows them. */
function lineOf({ time, level, message, fields }: Omit<Line, 'sequence'>): string {
  const shown = Object.entries(fields).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${time} ${level.padEnd(5)} ${message}${shown.join('')}`.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}
