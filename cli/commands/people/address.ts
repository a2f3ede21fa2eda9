// The own e-mail address: a mail proves that it is yours. Its token comes back with the password of the account: by the
// token alone, anybody who reads the mail would verify the account of a stranger.
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { twoLines } from '../../command/secrets.js';
import { connect } from '../../remote/session.js';

const verify: Command = {
  name: 'address verify',
  summary: 'get a mail that verifies your e-mail address',
  args: [{ name: '[email]', description: 'the address, for an account that has none (default: that of the account)' }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const email = input.optionalArg('email') ?? (await client.getMe()).email;
    if (email === '')
      throw new CommandError('expected an e-mail address, because the account has none', {
        exit: EXIT.usage,
        hint: 'quorate address verify ADA@EXAMPLE.ORG',
      });
    const asked = await client.resendVerification({ body: { email } });
    out.show(asked, asked.message);
    out.note('Next: quorate address confirm, which asks for what stands behind # in the link of the mail.');
  },
};

const confirm: Command = {
  name: 'address confirm',
  summary: 'verify your e-mail address with the token of the mail, and your password',
  async run(context) {
    const { client } = await connect(context);
    const [token, password] = await tokenAndPassword(context);
    const done = await client.verifyEmail({ body: { token, password } });
    context.out.show(done, done.message);
  },
};

export const addressCommands: readonly Command[] = [verify, confirm];

/** Asked for, or two lines of standard input. */
async function tokenAndPassword(context: Context): Promise<readonly [string, string]> {
  const { terminal } = context;
  const token = await terminal.ask('Token of the mail: ', { hidden: true });
  if (token === undefined) return twoLines(context, 'the token of the mail and your password');
  return [token, (await terminal.ask('Your password: ', { hidden: true })) ?? ''];
}
