// The console of a node for who is logged in: a link that signs in there, or its address where links are not for this
// browser. It opens no browser by itself.
import type { Client } from '../../../api/client/client.js';
import type { Command } from '../../command/command.js';
import { isClientError } from '../../remote/remote.js';
import { connect } from '../../remote/session.js';

const console: Command = {
  name: 'console',
  summary: 'print a link that signs you in at the console of this computer: good once, for ten minutes',
  examples: ['quorate console'],
  async run(context) {
    const { client, url } = await connect(context);
    const { out } = context;
    const link = await linkOf(client);
    if (link === undefined) {
      const address = `${url}/console`;
      out.show({ url: address, expiresAt: null }, address);
      out.note('Sign in there: links are for a browser on the computer of a node that nobody else reaches.');
      return;
    }
    out.show(link, link.url);
    out.note('The first to open it is signed in as you: show it to nobody.');
  },
};

async function linkOf(client: Client) {
  try {
    return await client.createConsoleLink();
  } catch (error) {
    if (isClientError(error) && error.code === 'CONSOLE_NOT_LOCAL') return undefined;
    throw error;
  }
}

export const consoleCommands: readonly Command[] = [console];
