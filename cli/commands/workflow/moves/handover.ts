// A role of an instance passes to another wallet: the file that its holder and the new one sign, each where its key is.
// It signs and sends nothing itself.
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { ownOf } from '../../../../core/blueprint/state/role-holder.js';
import type { DraftSubmission } from '../../../../core/kinds/build.js';
import { type Command, CommandError, EXIT } from '../../../command/command.js';
import { give } from '../../../command/documents.js';
import { pickStated } from '../../../command/input.js';
import { connect } from '../../../remote/session.js';
import { isAddress } from '../../../workflow/acting.js';
import {
  definitionOf,
  holderOf,
  INSTANCE_ARGUMENT,
  instanceIn,
  REGISTER_OPTION,
  type ShownInstance,
} from '../../../workflow/place.js';
import { documentFor } from '../../ledger/tx-making.js';

export const handover: Command = {
  name: 'instance handover',
  summary: 'write the transaction by which a role passes to another wallet, for both to sign',
  examples: [
    'quorate instance handover 3b9d… --role lenderC --to qr1… --out share.tx',
    'quorate instance handover 3b9d… --role lenderC --to qr1… --without-holder --out share.tx',
    'quorate instance handover 3b9d… --role lenderC --refuse --out no.tx',
  ],
  args: [INSTANCE_ARGUMENT],
  options: [
    { flags: '--role <role>', description: 'the role that passes', required: true },
    { flags: '--to <address>', description: 'wallet that holds it then; it has a participant record of its own' },
    {
      flags: '--without-holder',
      description:
        'the holder does not sign: the new holder signs first, then the holder of each role of replaceBy (every other role unless the definition states it); the holder may refuse for seven days',
    },
    { flags: '--refuse', description: 'as the holder: keep a role that others give away' },
    REGISTER_OPTION,
    { flags: '--out <file>', description: 'write it to this new file' },
  ],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const instance = await client.getInstance(instanceIn(context));
    const definition = await definitionOf(client, instance, instance);
    const role = input.requiredText('role');
    const roles = definition?.participants.map(({ id }) => id) ?? Object.keys(instance.participantWallets);
    if (!roles.includes(role))
      throw new CommandError(`there is no role "${role}"`, { exit: EXIT.usage, hint: `Roles: ${roles.join(', ')}` });
    const holder = ownOf(instance.participantWallets, role);
    const { payload, signers } = passing(input, { role, holder, replacing: replacingText(instance, definition, role) });
    const action = definition?.actions[0]?.id ?? instance.activeBranches[0]?.currentActionId;
    const draft = pickStated({
      registerId: instance.registerId,
      blueprintId: instance.blueprintId,
      publicationTxId: instance.publicationTxId,
      actionId: action === undefined ? undefined : String(action),
      instanceId: instance.id,
      previousTransactionId: lastOf(instance),
      senderWallet: signers[0],
      metadata: { type: 'Handover' },
      payload,
    }) as unknown as DraftSubmission;
    const file = input.text('out');
    await give(context, await documentFor(context, draft), {
      file,
      said: `It counts with the signatures of ${signers.join(' and ')}; ${signers[0]} signs first. Next, by each in turn: quorate tx sign ${file ?? 'FILE'} --wallet ADDRESS --out SIGNED, where the next one signs SIGNED; then quorate tx submit SIGNED`,
    });
  },
};

interface Passing {
  readonly payload: object;
  /** The signers, in their order: the first one sends it. */
  readonly signers: readonly string[];
}

function passing(
  input: Pick<Parameters<Command['run']>[0]['input'], 'flag' | 'text'>,
  {
    role,
    holder,
    replacing,
  }: { readonly role: string; readonly holder: string | undefined; readonly replacing: string },
): Passing {
  const said = { type: 'handover', v: 1, role };
  if (input.flag('refuse')) {
    if (holder === undefined) throw new CommandError('the role is held by no wallet: there is nothing to refuse');
    return { payload: { ...said, refuse: true }, signers: [holder] };
  }
  const to = input.text('to');
  if (to === undefined || !isAddress(to))
    throw new CommandError('a hand-over names the wallet that holds the role then', {
      exit: EXIT.usage,
      hint: 'State its address: --to qr1…',
    });
  if (holder === undefined || input.flag('without-holder')) {
    const from = holder === undefined ? {} : { from: holder, withoutHolder: true };
    return { payload: { ...said, ...from, to }, signers: [to, replacing] };
  }
  return { payload: { ...said, from: holder, to }, signers: [holder, to] };
}

/** The roles of `replaceBy`, or of every other role, with their wallets where they have one. */
function replacingText(instance: ShownInstance, definition: Definition | undefined, role: string): string {
  if (!definition) return 'the holders of all roles that the definition names in replaceBy, or of every other role';
  const { replaceBy } = definition.participants.find(({ id }) => id === role) ?? {};
  const others = definition.participants.filter(({ id }) => id !== role && (replaceBy?.includes(id) ?? true));
  const held = others.flatMap(({ id }) => {
    const wallet = holderOf(instance, definition, id);
    return wallet === undefined ? [] : [`${id} (${wallet})`];
  });
  return held.length === 0
    ? 'those who replace the holder, of whom none is there'
    : `those who replace the holder: ${held.join(', ')}`;
}

function lastOf({ id, lastTransactionId }: ShownInstance): string {
  if (lastTransactionId !== undefined) return lastTransactionId;
  throw new CommandError('nothing of the instance is sealed yet', { hint: `Begin it: quorate action submit ${id}` });
}
