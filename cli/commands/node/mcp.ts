// The MCP server of a node for programs that speak over standard input and output.
import { MCP_BODY_BYTES_MAX } from '../../../core/base/limits/node/requests.js';
import { bridge } from '../../assistants/mcp-bridge.js';
import { type Command, CommandError } from '../../command/command.js';
import { sender } from '../../remote/remote.js';
import { openSession } from '../../remote/session.js';

const mcp: Command = {
  name: 'mcp',
  summary: 'connect an assistant on this computer with the tools of a node',
  examples: ['quorate mcp', 'quorate mcp --profile work'],
  async run(context) {
    const { terminal } = context;
    const { token } = await openSession(context);
    if (token === undefined) throw new CommandError('nobody is logged in', { hint: 'Run: quorate login' });
    await bridge({
      lines: terminal.lines(MCP_BODY_BYTES_MAX),
      write: (line) => void terminal.stdout.write(`${line}\n`),
      post: async (body, { headers, signal }) => {
        // The token may have been renewed since.
        const session = await openSession(context);
        return sender()(`${session.url}/mcp`, {
          ...{ method: 'POST', body, signal },
          headers: {
            ...headers,
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            authorization: `Bearer ${session.token}`,
          },
        });
      },
    });
  },
};

export const mcpCommands: readonly Command[] = [mcp];
