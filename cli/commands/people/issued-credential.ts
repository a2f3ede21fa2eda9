// Credentials that the organisation issues: offers to wallets, and the status of what they took. Beside them those that
// workflows issued to the caller. Codes are shown once, on standard output alone.
import encode from 'qr';
import { TRUST_ANCHORS, type TrustAnchor } from '../../../core/credentials/issuing/copy-content.js';
import {
  CREDENTIAL_FORMAT_NAMES,
  DEFAULT_FORMAT,
  type IssuedFormat,
} from '../../../core/credentials/issuing/formats.js';
import { CREDENTIAL_STATES } from '../../../core/credentials/issuing/issued.js';
import type { Command, Context } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { connect } from '../../remote/session.js';

const CREDENTIAL = { name: '<credential>', description: 'id of the credential' };
const LIST_LENGTH = 100;

const offer: Command = {
  name: 'credential offer',
  summary: 'offer a credential to a wallet, and show its code, once',
  examples: [
    'quorate credential offer urn:northwind:member:1 --wallet qr1... --claims member.json --qr',
    'quorate credential offer urn:northwind:member:1 --wallet qr1... --claims member.json --tx-code',
  ],
  args: [{ name: '<type>', description: 'type of the credential (vct or doctype), a name that is yours alone' }],
  options: [
    { flags: '--wallet <address>', description: 'wallet of the organisation that signs, of NISTP256', required: true },
    { flags: '--claims <file>', description: 'claims: a JSON or YAML file with an object (default: none)' },
    {
      flags: '--disclosable <path>',
      description: 'claim that the holder may keep to itself: a name or a JSON Pointer (repeat; default: each)',
      repeat: true,
    },
    {
      flags: '--for <user>',
      description: 'platformUserId of the one person who may take it, signing in on the page that the wallet opens',
    },
    {
      flags: '--format <format>',
      description: 'format; claims of mso_mdoc are elements by name space',
      choices: CREDENTIAL_FORMAT_NAMES,
      default: DEFAULT_FORMAT,
    },
    {
      flags: '--trust-anchor <kind>',
      description: 'how verifiers find the key (default: by a certificate of the wallet where it has one)',
      choices: TRUST_ANCHORS,
    },
    { flags: '--tx-code', description: 'ask for a code too, which you give the holder by another way' },
    {
      flags: '--by-value',
      description: 'the URI carries the offer itself, for a wallet that cannot reach the node first',
    },
    {
      flags: '--expires-in <seconds>',
      description: 'how long the offer is good for (default: that of the node)',
      integer: { min: 60, max: 2_592_000 },
    },
    {
      flags: '--valid-for <seconds>',
      description: 'how long the credential is good for (default: a year)',
      integer: { min: 60, max: 315_360_000 },
    },
    { flags: '--qr', description: 'draw the offer for the camera of a phone' },
  ],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const file = input.text('claims');
    const disclosable = [...input.list('disclosable')];
    const made = await client.createCredentialOffer({
      body: {
        ...{ issuerWalletAddress: input.requiredText('wallet'), credentialType: input.arg('type') },
        ...pickStated({
          claims: file === undefined ? undefined : objectIn(await readDocument(context, file)),
          disclosablePaths: disclosable.length === 0 ? undefined : disclosable,
          recipientUserId: input.text('for'),
          format: input.text('format') as IssuedFormat | undefined,
          trustAnchor: input.text('trust-anchor') as TrustAnchor | undefined,
          txCode: input.flag('tx-code') ? {} : undefined,
          byValue: input.flag('by-value') || undefined,
          expiresIn: input.integer('expires-in'),
          validFor: input.integer('valid-for'),
        }),
      },
    });
    showOffer(context, made);
  },
};

type Made = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['client']['createCredentialOffer']>>;

/** Its codes are told once. */
export function showOffer({ input, out }: Context, made: Made): void {
  out.show(made, () =>
    [
      fields(
        pickStated({
          ...{ offer: made.offerId, uri: made.credentialOfferUri, code: made.preAuthorizedCode },
          ...{ 'tx code': made.txCode, 'expires at': made.expiresAt },
        }),
      ),
      ...(input.flag('qr') ? ['', encode(made.credentialOfferUri, 'ascii', { ecc: 'low' })] : []),
    ].join('\n'),
  );
  if (made.txCode !== undefined) out.note('Give the tx code to the holder by another way than the offer.');
  out.note(`See what came of it: quorate credential offered ${made.offerId}`);
}

const offered: Command = {
  name: 'credential offered',
  summary: 'show what came of an offer, or cancel it',
  args: [{ name: '<offer>', description: 'id of the offer' }],
  options: [{ flags: '--cancel', description: 'cancel it: no wallet can take it then' }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const params = { offerId: input.arg('offer') };
    if (input.flag('cancel')) await client.cancelCredentialOffer({ params });
    const shown = await client.getCredentialOffer({ params });
    out.show(shown, () =>
      fields(
        pickStated({
          ...{ offer: shown.offerId, type: shown.credentialType, status: shown.status, credential: shown.credentialId },
          ...{ 'created at': shown.createdAt, 'expires at': shown.expiresAt },
        }),
      ),
    );
  },
};

const list: Command = {
  name: 'credential list',
  summary: 'list the credentials that the organisation issued, newest first',
  options: [
    { flags: '--state <state>', description: 'in this state only', choices: CREDENTIAL_STATES },
    { flags: '--type <type>', description: 'of this type only' },
    { flags: '--cursor <cursor>', description: 'go on where a page ended' },
  ],
  async run(context) {
    const { input } = context;
    const { client } = await connect(context);
    const asked = pickStated({
      state: input.text('state') as (typeof CREDENTIAL_STATES)[number] | undefined,
      credentialType: input.text('type'),
      cursor: input.text('cursor'),
    });
    const query = { pageSize: LIST_LENGTH, ...asked };
    const page = await client.listIssuedCredentials({ query });
    context.out.show(page, () => {
      const rows = page.credentials.map((c) => [c.id, c.credentialType, c.state, c.copies, c.issuedAt]);
      return table(['ID', 'TYPE', 'STATE', 'COPIES', 'ISSUED'], rows);
    });
    if (page.nextCursor !== undefined) context.out.note(`There are more: --cursor ${page.nextCursor}`);
  },
};

type Shown = Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['client']['getIssuedCredential']>>;

export function showCredential({ out }: Context, shown: Shown): void {
  out.show(shown, () =>
    fields(
      pickStated({
        ...{ credential: shown.id, type: shown.credentialType, format: shown.format },
        ...{ state: shown.state, reason: shown.reason },
        ...{ copies: shown.copies, offer: shown.offerId, wallet: shown.issuerWalletAddress },
        ...{ instance: shown.run?.instanceId, run: shown.run?.transactionId, issuance: shown.run?.issuanceTxId },
        ...{ 'status list': shown.statusList, 'wallet said': shown.walletSaid, 'issued at': shown.issuedAt },
        ...{ 'valid until': shown.validUntil, 'changed at': shown.changedAt },
      }),
    ),
  );
}

const show: Command = {
  name: 'credential show',
  summary: 'show a credential that the organisation issued, without its claims',
  args: [CREDENTIAL],
  async run(context) {
    const { client } = await connect(context);
    showCredential(
      context,
      await client.getIssuedCredential({ params: { credentialId: context.input.arg('credential') } }),
    );
  },
};

const CHANGES = {
  revoke: ['revokeCredential', 'revoke a credential for good'],
  suspend: ['suspendCredential', 'suspend a credential: it can be reinstated'],
  reinstate: ['reinstateCredential', 'make a suspended credential valid again'],
} as const;

const changes = Object.entries(CHANGES).map(
  ([name, [operation, summary]]): Command => ({
    name: `credential ${name}`,
    summary,
    args: [CREDENTIAL],
    options: [{ flags: '--reason <text>', description: 'kept with the credential; the status list has no reasons' }],
    async run(context) {
      const { client } = await connect(context);
      const params = { credentialId: context.input.arg('credential') };
      const changed = await client[operation]({ params, body: pickStated({ reason: context.input.text('reason') }) });
      if ('id' in changed) showCredential(context, changed);
      else showSent(context, changed);
    },
  }),
);

type Sent = Exclude<Awaited<ReturnType<Awaited<ReturnType<typeof connect>>['client']['revokeCredential']>>, Shown>;

/** Of a credential of a run the ledger says its status. */
function showSent({ out, input }: Context, sent: Sent): void {
  out.show(sent, () =>
    fields({ transaction: sent.transactionId, instance: sent.instanceId, status: sent.status, at: sent.timestamp }),
  );
  out.note(`The status list follows once it is sealed: quorate credential show ${input.arg('credential')}`);
}

type Client = Awaited<ReturnType<typeof connect>>['client'];

/** Pages may be empty: each looks at some instances. */
async function listAvailable({ out }: Context, client: Client): Promise<void> {
  const first = await client.listAvailableCredentials({ query: {} });
  const credentials = [...first.credentials];
  for (let cursor = first.nextCursor; cursor !== undefined; ) {
    const page = await client.listAvailableCredentials({ query: { cursor } });
    credentials.push(...page.credentials);
    cursor = page.nextCursor;
  }
  const { offers } = await client.listOffersByName();
  out.show({ credentials, offers }, () => {
    const rows = credentials.map((c) => [c.credentialId, c.instanceId, c.walletAddress, c.sealedAt, c.credentialType]);
    const named = offers.map((o) => [o.credentialType, o.issuer.name, o.expiresAt, o.credentialOfferUri]);
    return [
      table(['ID', 'INSTANCE', 'WALLET', 'ISSUED', 'TYPE'], rows),
      ...(named.length > 0 ? ['', table(['OFFERED TO YOU', 'BY', 'UNTIL', 'URI'], named)] : []),
    ].join('\n');
  });
}

const available: Command = {
  name: 'credential available',
  summary: 'list the credentials that wait for you, or open the offer of one that a workflow issued',
  examples: ['quorate credential available', 'quorate credential available 019aa5e7-d800-7c3a-9b1e-4d2f6a8c0e15 --qr'],
  args: [{ name: '[credential]', description: 'id of the one whose offer is opened' }],
  options: [{ flags: '--qr', description: 'draw the offer for the camera of a phone' }],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const credentialId = input.optionalArg('credential');
    if (credentialId === undefined) return listAvailable(context, client);
    const made = await client.offerRunCredential({ params: { credentialId } });
    out.show(made, () =>
      [
        fields(
          pickStated({
            ...{ type: made.credentialType, uri: made.credentialOfferUri, code: made.preAuthorizedCode },
            ...{ 'tx code': made.txCode, 'expires at': made.expiresAt },
          }),
        ),
        ...(input.flag('qr') ? ['', encode(made.credentialOfferUri, 'ascii', { ecc: 'low' })] : []),
      ].join('\n'),
    );
    out.note("A wallet of this node takes it by the uri: quorate credential receive 'URI'");
  },
};

export const issuedCredentialCommands: readonly Command[] = [offer, offered, list, show, ...changes, available];
