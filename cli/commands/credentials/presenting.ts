// Answers requests of verifiers with credentials of a wallet of the caller: who asks and what is shown is said first,
// and nothing leaves the wallet without consent.
import type { JsonObject } from '../../../core/base/json.js';
import { claimRows } from '../../../core/credentials/holding/claim-rows.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { pickStated } from '../../command/input.js';
import { table } from '../../command/output.js';
import { connect, type Remote } from '../../remote/session.js';
import { HOLDING_WALLET, holdingWallet } from './holding-wallet.js';

const LIST_LENGTH = 100;

const present: Command = {
  name: 'credential present',
  summary: 'show what a verifier asks for, after saying who asks and what is shown',
  examples: [
    "quorate credential present 'openid4vp://authorize?client_id=x509_san_dns%3Ashop.example&request_uri=https%3A%2F%2F...'",
    "quorate credential present 'openid4vp://...' --credential member=019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15 --untrusted --yes",
  ],
  args: [{ name: '<request>', description: 'the text of the QR code or link, or the id of a request in your inbox' }],
  options: [
    HOLDING_WALLET,
    {
      flags: '--credential <choice>',
      description: 'QUERY=ID, which credential answers which query (repeat; default: the first that does)',
      repeat: true,
    },
    { flags: '--untrusted', description: 'you know the verifier, although no trust list vouches for it' },
    { flags: '--deny', description: 'tell the verifier that you show nothing' },
    YES_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const { client } = remote;
    const shown = await read(context, remote);
    const { presentationId, verifier } = shown;
    const names = verifier.names.length > 0 ? ` (${verifier.names.join(', ')})` : '';
    out.note(`${verifier.host}${names} asks. ${VERDICTS[verifier.verdict]}`);
    const params = { presentationId };
    if (input.flag('deny')) {
      const denied = await client.denyPresentation({ params });
      out.show(denied, () => denied.outcome);
      return;
    }
    const selection = input.list('credential').length > 0 ? input.list('credential').map(choiceOf) : shown.selection;
    if (selection.length === 0)
      throw new CommandError('no credential of the wallet answers the request', {
        hint: `It asks for: ${JSON.stringify(shown.dcqlQuery)}`,
      });
    for (const { type, data } of shown.transactionData) out.note(`You sign with it (${type}): ${JSON.stringify(data)}`);
    const preview = await client.previewPresentation({ params, body: { selection: [...selection] } });
    for (const each of preview.shown) await tellShown(context, remote, { address: shown.walletAddress, ...each });
    if (verifier.verdict !== 'TrustedListVerified' && !input.flag('untrusted'))
      throw new CommandError('no trust list vouches for the verifier', {
        hint: `If you know ${verifier.host}, state --untrusted.`,
      });
    await confirm(context, `Show it to ${verifier.host}?`);
    const body = { consent: true, acceptUntrusted: input.flag('untrusted'), selection: [...selection] };
    const sent = await client.acceptPresentation({ params, body });
    out.show(sent, () => sent.outcome);
    if (sent.redirectUri !== undefined) out.note(`Go on at ${sent.redirectUri}`);
  },
};

/** A request by its id is one to a wallet of the caller, which its inbox names. */
async function read(context: Context, remote: Remote): Promise<Shown> {
  const request = context.input.arg('request');
  if (/^[0-9a-z]{9}-[\w-]{22}$/.test(request))
    return remote.client.getWaitingPresentation({ params: { presentationId: request } });
  const walletAddress = await holdingWallet(context, remote);
  return remote.client.resolvePresentation({ body: { request, walletAddress } });
}

const VERDICTS = {
  TrustedListVerified: 'A trust list vouches for it.',
  AuthenticUntrusted: 'It signed the request, and no trust list vouches for it.',
  Unverifiable: 'The request is not signed: nothing is known of it but where the answer goes.',
} as const;

type Shown = Awaited<ReturnType<Remote['client']['resolvePresentation']>>;

type Previewed = Awaited<ReturnType<Remote['client']['previewPresentation']>>['shown'][number];

/** The values are those of the person itself: no other person is told of them here. */
async function tellShown(
  { out }: Context,
  { client }: Remote,
  { address, credentialId, claims }: Previewed & { readonly address: string },
): Promise<void> {
  const held = await client.getHeldCredential({ params: { address, credentialId } });
  const rows = claimRows(held.claims as JsonObject, claims as JsonObject).filter(({ value }) => value !== undefined);
  const names = [...new Set(rows.map(({ name }) => name))];
  out.note(`Of ${held.type} it sees: ${names.length === 0 ? 'that you have it' : names.join(', ')}`);
  if (held.uses >= held.copies)
    out.note('All copies of it were shown before: verifiers can tell that it is the same one.');
}

function choiceOf(text: string) {
  const at = text.indexOf('=');
  if (at < 1) throw new CommandError(`${text} is not QUERY=ID`, { exit: EXIT.usage });
  return { queryId: text.slice(0, at), credentialId: text.slice(at + 1) };
}

const history: Command = {
  name: 'credential history',
  summary: 'list what you showed to whom',
  examples: ['quorate credential history'],
  options: [{ flags: '--cursor <cursor>', description: 'go on where a page ended' }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const query = { pageSize: LIST_LENGTH, ...pickStated({ cursor: input.text('cursor') }) };
    const page = await client.listPresentationHistory({ query });
    const rows = page.presentations.map((row) => [
      ...[row.presentedAt, row.requestingParty, row.outcome, row.disclosedClaims.join(', ')],
    ]);
    out.show(page, () => table(['TIME', 'TO', 'OUTCOME', 'CLAIMS'], rows));
    if (page.nextCursor !== undefined) out.note(`There are more: --cursor ${page.nextCursor}`);
  },
};

export const presentingCommands: readonly Command[] = [present, history];
