// Credentials that a person brings into a wallet, and what the owner notes of one.
import { KEPT_STATES } from '../../../core/credentials/holding/kept.js';
import { type Command, CommandError, EXIT, isCommandError } from '../../command/command.js';
import { readText } from '../../command/documents.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { HOLDING_WALLET, holdingWallet } from './holding-wallet.js';

const store: Command = {
  name: 'credential store',
  summary: 'keep a credential that you have as a text in a wallet of yours',
  examples: ['quorate credential store member.sd-jwt'],
  args: [{ name: '<file>', description: 'its text: an SD-JWT VC with all disclosures, or an mdoc in base64url' }],
  options: [HOLDING_WALLET],
  async run(context) {
    const { input, out } = context;
    const rawToken = readText(input.arg('file')).trim();
    if (rawToken === '') throw new CommandError('the file is empty', { exit: EXIT.usage });
    const remote = await connect(context);
    const address = await holdingWallet(context, remote);
    const kept = await remote.client
      .storeHeldCredential({ params: { address }, body: { rawToken } })
      .catch(refusedText);
    out.show(kept, () =>
      fields({
        ...{ credential: kept.credentialId, type: kept.type, issuer: kept.issuer, verdict: kept.issuerVerdict },
        'can present': String(kept.canPresent),
      }),
    );
    if (!kept.canPresent) out.note('It is bound to a key that the wallet does not have: this node cannot present it.');
  },
};

/** The refusal of an action that shows a credential has another way on. */
function refusedText(error: unknown): never {
  if (!isCommandError(error) || error.code !== 'CREDENTIAL_REFUSED') throw error;
  const hint =
    'The file has the text of one credential and nothing else, as "quorate credential issue --out FILE" writes it. Ask its issuer where it does.';
  throw new CommandError(error.message, { exit: error.exit, code: error.code, hint });
}

const mark: Command = {
  name: 'credential mark',
  summary: 'note the status of a credential of a wallet of yours; its issuer hears nothing',
  examples: ['quorate credential mark 019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15 --as Suspended'],
  args: [{ name: '<credential>', description: 'id of the credential' }],
  options: [
    HOLDING_WALLET,
    {
      flags: '--as <status>',
      description: 'one that is not Active is never presented; Revoked is final',
      choices: KEPT_STATES,
      required: true,
    },
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const params = { address: await holdingWallet(context, remote), credentialId: input.arg('credential') };
    const status = input.requiredText('as') as (typeof KEPT_STATES)[number];
    const kept = await remote.client.setHeldCredentialStatus({ params, body: { status } });
    out.show(kept, () => fields({ credential: kept.credentialId, status: kept.status, 'changed at': kept.changedAt }));
  },
};

export const keepingCommands: readonly Command[] = [store, mark];
