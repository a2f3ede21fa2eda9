// The next version of the record of a participant, signed by its primary wallet: for commands that change a part of it.
import type { Client } from '../../../api/client/client.js';
import { CommandError, type Context, EXIT } from '../../command/command.js';
import type { connect } from '../../remote/session.js';
import { walletIn } from '../../workflow/acting.js';

/** Seconds that a publication waits for its docket. */
const WAIT_SECONDS = 10;

type Remote = Awaited<ReturnType<typeof connect>>;
type Latest = Awaited<ReturnType<Client['getParticipant']>>['latest'];
type Body = Parameters<Client['updateParticipant']>[0]['body'];

/** By `--wallet` and `--organisation`, or the caller's own. */
export async function publishVersion(
  context: Context,
  remote: Remote,
  { latest, changes }: { readonly latest: Latest; readonly changes: Omit<Body, 'registerId' | 'signerWalletAddress'> },
) {
  const { input } = context;
  const [registerId, participantId] = [input.arg('register'), input.arg('participant')];
  const primary = latest.addresses.find((address) => address.primary)?.walletAddress ?? '';
  const signerWalletAddress = await walletIn(context, remote, [primary]);
  const organizationId = input.text('organisation') ?? (await remote.client.getMe()).organizationId;
  if (!organizationId)
    throw new CommandError('you belong to no organisation', {
      exit: EXIT.usage,
      hint: 'State one: --organisation ID',
    });
  return remote.client.updateParticipant(
    { params: { organizationId, participantId }, body: { registerId, signerWalletAddress, ...changes } },
    { waitSeconds: WAIT_SECONDS },
  );
}
