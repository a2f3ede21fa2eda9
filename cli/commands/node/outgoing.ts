// Whether a node reaches what it will have to: servers of others by its guard, and people by mail.
import type { Command } from '../../command/command.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';

const check: Command = {
  name: 'outgoing check',
  summary: 'try a URL from the node, by the guard that it calls the servers of others with',
  examples: ['quorate outgoing check https://idp.example/.well-known/openid-configuration'],
  args: [{ name: '<url>', description: 'https:// and a host with public addresses, or one of outgoing.allowedHosts' }],
  async run(context) {
    const { client } = await connect(context);
    const answer = await client.checkOutgoing({ body: { url: context.input.arg('url') } });
    context.out.show(answer, () =>
      fields({ ...answer, milliseconds: undefined, time: `${Math.round(answer.milliseconds)} ms` }),
    );
  },
};

const mail: Command = {
  name: 'mail test',
  summary: 'send a mail from the node, to see whether it can',
  examples: ['quorate mail test operator@example.org'],
  args: [{ name: '<address>', description: 'mail address to send to' }],
  async run(context) {
    const { client } = await connect(context);
    const sent = await client.sendTestMail({ body: { to: context.input.arg('address') } });
    context.out.show(sent, () => fields({ ...sent }));
    if (sent.through === 'folder')
      context.out.note(
        'No mail server is set (mail.host): the mail is a file in the folder "mail" of the data folder of the node.',
      );
  },
};

export const outgoingCommands: readonly Command[] = [check, mail];
