// Rejections: an instance is sent back, or ended, in place of doing its action.
import { type Command, CommandError, type Context, EXIT } from '../../../command/command.js';
import { pickStated } from '../../../command/input.js';
import { fields } from '../../../command/output.js';
import { connect } from '../../../remote/session.js';
import { WALLET_OPTION, walletIn } from '../../../workflow/acting.js';
import {
  ACTION_ARGUMENT,
  INSTANCE_ARGUMENT,
  instanceIn,
  placeIn,
  REGISTER_OPTION,
  type WorkflowPlace,
} from '../../../workflow/place.js';
import { PREVIOUS, pending, WAIT, waiting } from '../../../workflow/sending.js';

export const reject: Command = {
  name: 'action reject',
  summary: 'send an instance back, or end it, in place of doing its action',
  examples: [
    'quorate action reject 3b9d… --reason "The plans are of another site."',
    'quorate action reject 3b9d… 3 --reason "Too high." --field-error storeys="At most 4 here."',
  ],
  args: [INSTANCE_ARGUMENT, ACTION_ARGUMENT],
  options: [
    WALLET_OPTION,
    { flags: '--reason <text>', description: 'why (default: asks)' },
    { flags: '--field-error <name=text>', description: 'what is wrong with a field (repeat)', repeat: true },
    PREVIOUS,
    WAIT,
    REGISTER_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const place = await placeIn(context, remote);
    const senderWallet = await walletIn(context, remote, place.holders);
    const { params, query } = instanceIn(context);
    const body = pickStated({
      senderWallet,
      reason: await reasonIn(context, place),
      fieldErrors: fieldErrorsIn(input.list('field-error')),
      previousTransactionHash: input.text('previous'),
    });
    const made = await remote.client.rejectInstanceAction(
      { params: { ...params, actionId: place.actionId }, query, body },
      waiting(input),
    );
    const target = made.targetAction;
    out.show(made, () =>
      fields({
        instance: made.instanceId,
        transaction: made.transactionId,
        status: made.status,
        'back to': target && `${target.actionId} ${target.actionTitle} (${target.participantId})`,
        state: target || made.status === 'pending' ? undefined : 'ended',
      }),
    );
    if (made.status === 'pending') await pending(context, place, made.transactionId);
    else if (target) out.note(`Where it stands, and who is next: quorate instance show ${made.instanceId}`);
  },
};

async function reasonIn(context: Context, { action }: WorkflowPlace): Promise<string | undefined> {
  const reason = context.input.text('reason') ?? (await context.terminal.ask('Reason: '))?.trim();
  if (reason !== undefined && reason !== '') return reason;
  if (action?.rejectionConfig?.requireReason === false) return undefined;
  throw new CommandError('a rejection says why', { exit: EXIT.usage, hint: 'State it with --reason.' });
}

function fieldErrorsIn(given: readonly string[]): Record<string, string> | undefined {
  if (given.length === 0) return undefined;
  return Object.fromEntries(
    given.map((text) => {
      const at = text.indexOf('=');
      if (at < 1 || at === text.length - 1)
        throw new CommandError(`--field-error ${text} is not of the form name=text`, { exit: EXIT.usage });
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
