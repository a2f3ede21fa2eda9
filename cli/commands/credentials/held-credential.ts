// Credentials that a wallet of the caller holds: taken of an issuer, listed, shown with their claims, exported and
// deleted.
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { writeNew } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { connect, type Remote } from '../../remote/session.js';
import { again } from '../../remote/watching.js';
import { HOLDING_WALLET, holdingWallet } from './holding-wallet.js';

const LIST_LENGTH = 100;
const CREDENTIAL = { name: '<credential>', description: 'id of the credential' };

const receive: Command = {
  name: 'credential receive',
  summary: 'take a credential that an issuer offers, after showing what it is',
  examples: [
    "quorate credential receive 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2F...'",
    "quorate credential receive 'openid-credential-offer://?...' --tx-code 493536 --yes",
  ],
  args: [{ name: '<offer>', description: 'the URI of the offer: what its QR code says' }],
  options: [
    HOLDING_WALLET,
    { flags: '--tx-code <code>', description: 'transaction code, which the issuer gave by another way' },
    YES_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const params = { address: await holdingWallet(context, remote) };
    const offerUri = input.arg('offer');
    const preview = await remote.client.receiveCredentials({ params, body: { offerUri } });
    if (!('issuer' in preview)) throw new CommandError('the node took the credential unasked');
    const { issuer, credentials, txCode } = preview;
    out.note(`${issuer.name ?? 'An issuer'} (${issuer.url}) offers: ${credentials.map(({ type }) => type).join(', ')}`);
    if (txCode !== undefined && input.text('tx-code') === undefined)
      throw new CommandError('the offer takes a transaction code', {
        ...{ exit: EXIT.usage, hint: 'The issuer gave it by another way: state it with --tx-code.' },
      });
    await confirm(context, 'Take it?');
    const body = { offerUri, consent: true, ...pickStated({ txCode: input.text('tx-code') }) };
    const taken = await remote.client.receiveCredentials({ params, body });
    if ('issuer' in taken) throw new CommandError('the node asked once more in the place of taking it');
    tellReceived(context, taken.authorization === undefined ? taken : await fromIssuer(context, taken));
  },
};

type Taken = Exclude<Awaited<ReturnType<Remote['client']['receiveCredentials']>>, { readonly issuer: unknown }>;

/** Once the person was at the issuer, in a browser where it is signed in to this node too. */
async function fromIssuer(context: Context, { authorization }: Taken): Promise<Pick<Taken, 'credentials' | 'pending'>> {
  const { receiptId = '', url = '', expiresAt = '' } = authorization ?? {};
  const { out, terminal } = context;
  out.note(`Open this address in a browser, and sign in at the issuer:\n  ${url}`);
  out.note('It sends you back to this node, where you sign in too. This command waits.');
  const seconds = Math.max(1, Math.ceil((Date.parse(expiresAt) - terminal.now()) / 1000));
  let received: Pick<Taken, 'credentials' | 'pending'> | undefined;
  let refusal: string | undefined;
  await again(
    context,
    async (node) => {
      const {
        status,
        credentials = [],
        pending = [],
        reason,
      } = await node.getCredentialReceipt({ params: { receiptId } });
      if (status === 'Received') received = { credentials, pending };
      refusal = reason;
      return status === 'Waiting' ? 'nothing' : 'end';
    },
    seconds,
  );
  if (received !== undefined) return received;
  throw new CommandError(refusal ?? 'the issuer did not answer in time', { hint: 'Ask the issuer for another offer.' });
}

function tellReceived({ out }: Context, received: Pick<Taken, 'credentials' | 'pending'>): void {
  const { credentials: rows, pending = [] } = received;
  out.show(received, () => (rows.length === 0 ? '' : table(...tableOf(rows))));
  for (const { type, pendingId } of pending)
    out.note(`The issuer has ${type} later. The node asks for it: quorate credential pending ${pendingId}`);
}

const held: Command = {
  name: 'credential held',
  summary: 'list the credentials of a wallet of yours, or show one with its claims, or delete it',
  examples: ['quorate credential held', 'quorate credential held 019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15'],
  args: [{ name: '[credential]', description: 'id of the one to show' }],
  options: [
    HOLDING_WALLET,
    { flags: '--cursor <cursor>', description: 'go on where a page ended' },
    { flags: '--delete', description: 'delete the one that is named' },
    YES_OPTION,
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const { client } = remote;
    const address = await holdingWallet(context, remote);
    const credentialId = input.optionalArg('credential');
    if (credentialId === undefined) {
      if (input.flag('delete')) throw new CommandError('name the credential to delete', { exit: EXIT.usage });
      const query = { pageSize: LIST_LENGTH, ...pickStated({ cursor: input.text('cursor') }) };
      const page = await client.listHeldCredentials({ params: { address }, query });
      out.show(page, () => table(...tableOf(page.credentials)));
      for (const id of page.damaged ?? [])
        out.note(`The disk damaged ${id}: delete it with --delete, and have it issued anew.`);
      if (page.nextCursor !== undefined) out.note(`There are more: --cursor ${page.nextCursor}`);
      return;
    }
    const params = { address, credentialId };
    if (input.flag('delete')) {
      await confirm(context, `Delete the credential ${credentialId} from the wallet?`);
      await client.deleteHeldCredential({ params });
      out.note('It is deleted.');
      return;
    }
    const shown = await client.getHeldCredential({ params });
    out.show(shown, () =>
      fields(
        pickStated({
          ...{ credential: shown.credentialId, type: shown.type, status: shown.status, issuer: shown.issuer },
          ...{ verdict: shown.issuerVerdict, copies: shown.copies, 'can present': String(shown.canPresent) },
          ...{ 'received at': shown.receivedAt, 'expires at': shown.expiresAt, claims: JSON.stringify(shown.claims) },
        }),
      ),
    );
  },
};

const pending: Command = {
  name: 'credential pending',
  summary: 'list the credentials that issuers have later, or show one, or wait for it no more',
  examples: ['quorate credential pending', 'quorate credential pending 019aa5e7-d800-7b17-8c2d-6e1f9a3b5d70 --delete'],
  args: [{ name: '[pending]', description: 'id of the one to show' }],
  options: [HOLDING_WALLET, { flags: '--delete', description: 'wait no more for the one that is named' }, YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const { client } = remote;
    const address = await holdingWallet(context, remote);
    const pendingId = input.optionalArg('pending');
    const isDeletion = input.flag('delete');
    if (pendingId === undefined && isDeletion)
      throw new CommandError('name what to wait for no more', { exit: EXIT.usage });
    const list = await client.listPendingCredentials({ params: { address } });
    if (pendingId === undefined) {
      const cells = list.pending.map((row) => [row.pendingId, row.type, row.status, row.issuer]);
      out.show(list, () => table(['ID', 'TYPE', 'STATUS', 'ISSUER'], cells));
      return;
    }
    const waiting = list.pending.find((row) => row.pendingId === pendingId);
    if (waiting === undefined)
      throw new CommandError('the wallet waits for no such credential', {
        hint: 'It came, or was deleted: quorate credential held',
      });
    if (!isDeletion) {
      const { type, status, issuer, reason, askedAt, changedAt } = waiting;
      out.show(waiting, () =>
        fields(
          pickStated({
            ...{ pending: pendingId, type, status, issuer, reason },
            ...{ 'asked at': askedAt, 'changed at': changedAt },
          }),
        ),
      );
      return;
    }
    await confirm(context, `Wait for ${waiting.type} of ${waiting.issuer} no more?`);
    await client.deletePendingCredential({ params: { address, pendingId } });
    out.note('It is not waited for any more.');
  },
};

const exported: Command = {
  name: 'credential export',
  summary: 'save the text of a credential of a wallet of yours',
  examples: ['quorate credential export 019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15 --out member.sd-jwt'],
  args: [CREDENTIAL],
  options: [
    HOLDING_WALLET,
    { flags: '--out <file>', description: 'new file, for you alone (default: standard output)' },
  ],
  async run(context) {
    const { input, out } = context;
    const remote = await connect(context);
    const params = { address: await holdingWallet(context, remote), credentialId: input.arg('credential') };
    const shown = await remote.client.exportHeldCredential({ params });
    const text = shown.tokens.map(({ rawToken }) => rawToken).join('\n');
    const file = input.text('out');
    if (file === undefined) out.show(shown, () => text);
    else await writeNew(file, `${shown.tokens[0]?.rawToken ?? ''}\n`, true);
    if (file !== undefined) out.note(`Check it: quorate credential verify ${file}`);
  },
};

type Row = Awaited<ReturnType<Remote['client']['listHeldCredentials']>>['credentials'][number];

function tableOf(rows: readonly Row[]): Parameters<typeof table> {
  const cells = rows.map((c) => [c.credentialId, c.type, c.status, c.copies, c.issuer]);
  return [['ID', 'TYPE', 'STATUS', 'COPIES', 'ISSUER'], cells];
}

export const heldCredentialCommands: readonly Command[] = [receive, held, pending, exported];
