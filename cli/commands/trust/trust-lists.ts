// Trust lists of an organisation: signed lists of authorities. For its administrators.
import { readFile } from 'node:fs/promises';
import type { Client } from '../../../api/client/client.js';
import type { Command, Context } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { withFile } from '../../command/failure.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { pemText } from '../../disk/mesh-folder.js';
import { connect } from '../../remote/session.js';

const LIST = { name: '<list>', description: 'id of the list' };
const isUrl = (text: string) => /^https?:\/\//.test(text);

type Shown = Awaited<ReturnType<Client['getTrustList']>>;

const importList: Command = {
  name: 'trust import',
  summary: 'import a trust list (ETSI TS 119 612), from a file or a URL, under operators that you pin',
  examples: [
    'quorate trust import cy cy.xml --operator cy-operator.pem',
    'quorate trust import eu https://lists.example/eu.xml --operator eu-operator.pem --follow',
  ],
  args: [
    { name: '<list>', description: 'name of the list from now on: lower case, digits, dots and hyphens' },
    { name: '[from]', description: 'file or URL of the list; with --follow the list of lists of the node if absent' },
  ],
  options: [
    {
      flags: '--operator <file>',
      description: 'PEM of certificates that may sign it (repeat; default: those of the node)',
      repeat: true,
    },
    { flags: '--follow', description: 'take the lists that this list of lists points to as well' },
  ],
  async run(context) {
    const { input, out } = context;
    const from = input.optionalArg('from') ?? '';
    const operators = await operatorsIn(input.list('operator'));
    const file = from === '' || isUrl(from) ? undefined : await withFile(from, () => readFile(from, 'latin1'));
    const { client } = await connect(context);
    const list = await client.importTrustList({
      body: {
        trustListId: input.arg('list'),
        ...pickStated({ file, url: isUrl(from) ? from : undefined }),
        ...(operators.length > 0 && { operatorCertificates: operators }),
        ...(input.flag('follow') && { followPointers: true }),
      },
    });
    showList(context, list);
    if (input.flag('follow')) out.note(`The lists that it points to follow: quorate trust show ${list.trustListId}`);
  },
};

const list: Command = {
  name: 'trust list',
  summary: 'list the trust lists of your organisation',
  async run(context) {
    const { client } = await connect(context);
    const page = await client.listTrustLists({});
    context.out.show(page, () =>
      table(
        ['LIST', 'TERRITORY', 'SEQUENCE', 'ROOTS', 'FRESHNESS', 'NEXT UPDATE', 'SOURCE'],
        page.trustLists.map(({ trustListId, territory, sequenceNumber, rootCount, freshness, nextUpdate, source }) => [
          ...[trustListId, territory, sequenceNumber, rootCount, freshness, nextUpdate ?? 'closed', source],
        ]),
      ),
    );
  },
};

const show: Command = {
  name: 'trust show',
  summary: 'show what is kept of a trust list, and how the lists that it points to came out',
  args: [LIST],
  async run(context) {
    const { client } = await connect(context);
    showList(context, await client.getTrustList({ params: { trustListId: context.input.arg('list') } }));
  },
};

const refresh: Command = {
  name: 'trust refresh',
  summary: 'fetch a trust list again from its URL',
  args: [LIST],
  async run(context) {
    const { client } = await connect(context);
    showList(context, await client.refreshTrustList({ params: { trustListId: context.input.arg('list') } }));
  },
};

const remove: Command = {
  name: 'trust remove',
  summary: 'remove a trust list, with all that it points to',
  args: [LIST],
  options: [YES_OPTION],
  async run(context) {
    const trustListId = context.input.arg('list');
    await confirm(context, `Remove the trust list ${trustListId}? Nothing that only it vouches for is trusted then.`);
    const { client } = await connect(context);
    await client.deleteTrustList({ params: { trustListId } });
    context.out.show({ trustListId, removed: true }, () => `Removed ${trustListId}.`);
  },
};

const anchors: Command = {
  name: 'trust anchors',
  summary: 'write the roots of a trust list, as PEM',
  examples: ['quorate trust anchors eu > eu.pem'],
  args: [LIST],
  async run(context) {
    const { out, input } = context;
    const { client } = await connect(context);
    const { pemOf } = await import('../../../core/crypto/keys/pem.js');
    const given = await client.readTrustListAnchors({ params: { trustListId: input.arg('list') } });
    out.show(given, () =>
      given.roots
        .map((der) => pemOf('CERTIFICATE', Buffer.from(der, 'base64')))
        .join('')
        .trimEnd(),
    );
    if (given.freshness === 'stale') out.warn('The list is stale: its operator was to update it before now.');
  },
};

export const trustListCommands: readonly Command[] = [importList, list, show, refresh, remove, anchors];

/** A text for each certificate: an operator has several. */
async function operatorsIn(files: readonly string[]): Promise<string[]> {
  const { pemOf, pemParts } = await import('../../../core/crypto/keys/pem.js');
  const texts = await Promise.all(files.map(pemText));
  return texts.flatMap((text) => pemParts(text, 'CERTIFICATE').map((der) => pemOf('CERTIFICATE', der)));
}

function showList({ out }: Context, shown: Shown): void {
  const { trustListId, source, territory, schemeOperator, sequenceNumber, rootCount, rootsLeftOut, freshness } = shown;
  const rows = (shown.pointers ?? []).map(({ trustListId: id, code = 'taken' }) => [id, code]);
  out.show(shown, () => {
    const facts = fields(
      pickStated({
        ...{
          list: trustListId,
          source,
          territory,
          operator: schemeOperator,
          'sequence number': sequenceNumber,
          roots: rootCount,
        },
        ...{ 'roots left out': rootsLeftOut || undefined, freshness, 'issued at': shown.issuedAt },
        ...{ 'next update': shown.nextUpdate ?? 'closed', 'signed by': shown.signedBy, sha256: shown.sha256 },
        ...{ 'checked at': shown.checkedAt, 'former sequence number': shown.formerSequenceNumber },
      }),
    );
    return rows.length === 0 ? facts : `${facts}\n\n${table(['LIST', 'OUTCOME'], rows)}`;
  });
}
