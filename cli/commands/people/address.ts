// The own e-mail address: a mail proves that it is yours. Its token comes back with the password of the account: by the
// token alone, anybody who reads the mail would verify the account of a stranger.
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { connect } from '../../remote/session.js';
import { passwordIn } from './login.js';

const verify: Command = {
  name: 'address verify',
  summary: 'get a mail that verifies your e-mail address, or send its token back',
  examples: ['quorate address verify', 'quorate address verify --token TOKEN'],
  args: [{ name: '[email]', description: 'the address, for an account that has none (default: that of the account)' }],
  options: [
    { flags: '--token <token>', description: 'of the mail: what stands behind # in its link; asks for your password' },
    { flags: '--password-stdin', description: 'with --token: read the password from standard input' },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const token = input.text('token');
    if (token !== undefined) {
      const done = await client.verifyEmail({ body: { token, password: await passwordIn(context) } });
      out.show(done, done.message);
      return;
    }
    const email = input.optionalArg('email') ?? (await client.getMe()).email;
    if (email === '')
      throw new CommandError('expected an e-mail address, because the account has none', {
        exit: EXIT.usage,
        hint: 'quorate address verify ADA@EXAMPLE.ORG',
      });
    const asked = await client.resendVerification({ body: { email } });
    out.show(asked, asked.message);
    out.note('Next: quorate address verify --token TOKEN, with what stands behind # in the link of the mail.');
  },
};

export const addressCommands: readonly Command[] = [verify];
