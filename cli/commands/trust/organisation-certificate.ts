// Certificates of the wallets of an organisation: requested, imported, issued by the node, listed and retired. For its
// administrators; the chain of one and the authority of the node are for everybody.
import { writeFile } from 'node:fs/promises';
import type { Client } from '../../../api/client/client.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { CERTIFICATE_DAYS, CERTIFICATE_DAYS_MAX } from '../../../core/base/limits/node/federation.js';
import type { Command, Context, Option } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { withFile } from '../../command/failure.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { certificatesIn } from '../../disk/certificates.js';
import { ORGANISATION, organisationOf } from '../../remote/organisation.js';
import { connect } from '../../remote/session.js';

type Shown = Awaited<ReturnType<Client['listCertificates']>>['certificates'][number];

const USES = ['credentials', 'requests'] as const;
const WALLET = { name: '<wallet>', description: 'address of a wallet of the organisation' };
const USE: Option = { flags: '--use <use>', description: 'credentials, or requests for them', choices: USES };
const OPTIONS: readonly Option[] = [ORGANISATION];

/** The node, and the wallet by its organisation and address. */
async function target(context: Context) {
  const { client } = await connect(context);
  const tenantId = await organisationOf(context, client);
  return { client, params: { tenantId, orgWalletAddress: context.input.arg('wallet') } };
}

const useOf = ({ input }: Context) => input.text('use') as (typeof USES)[number] | undefined;

const csr: Command = {
  name: 'certificate csr',
  summary: 'make a certificate request for a wallet of your organisation, for an authority outside',
  examples: ['quorate certificate csr qr1... --subject "CN=Permits, O=City, C=CY" --out ours.csr'],
  args: [WALLET],
  options: [
    { flags: '--subject <name>', description: 'name to ask for, as RFC 4514 has it (default: the organisation)' },
    USE,
    { flags: '--out <file>', description: 'file of the request, in PEM (default: it is printed)' },
    ...OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const { client, params } = await target(context);
    const body = pickStated({ subjectDn: input.text('subject'), purpose: useOf(context) });
    const made = await client.requestCertificate({ params, body });
    const file = input.text('out');
    if (file !== undefined) await withFile(file, () => writeFile(file, made.csrPem));
    out.show(made, () => (file === undefined ? made.csrPem.trimEnd() : `Wrote the request to ${file}.`));
    out.note(`Its key has the SHA-256 ${made.boundPublicKeyThumbprint}. Bring the certificate: certificate import`);
  },
};

const importOne: Command = {
  name: 'certificate import',
  summary: 'import a certificate that an authority outside issued to a wallet of your organisation',
  examples: [
    'quorate certificate import qr1... ours.pem',
    'quorate certificate import qr1... ours.pem --confirm-anchor 3f1c8e5a...',
  ],
  args: [WALLET, { name: '<file>', description: 'PEM: the certificate, then each one that issued the one before' }],
  options: [
    {
      flags: '--confirm-anchor <sha256>',
      description: 'SHA-256 of the root at the end of the file, which you have from its authority',
    },
    ...OPTIONS,
  ],
  async run(context) {
    const { input } = context;
    const { pemOf } = await import('../../../core/crypto/keys/pem.js');
    const parts = (await certificatesIn(input.arg('file'))).map((der) => pemOf('CERTIFICATE', der));
    const [certificatePem = '', ...chainPem] = parts;
    const { client, params } = await target(context);
    const body = {
      certificatePem,
      ...(chainPem.length > 0 && { chainPem }),
      ...pickStated({ confirmAnchor: input.text('confirm-anchor')?.toLowerCase() }),
    };
    showOne(context, await client.importCertificate({ params, body }));
  },
};

const enrol: Command = {
  name: 'certificate enrol',
  summary: 'have the authority of the node issue a certificate to a wallet of your organisation',
  examples: ['quorate certificate enrol qr1...', 'quorate certificate enrol qr1... --co-key'],
  args: [WALLET],
  options: [
    { flags: '--co-key', description: 'derive a key of P-256 beside the one of a wallet of another algorithm' },
    {
      flags: '--days <number>',
      description: `days that it is valid (default: ${CERTIFICATE_DAYS})`,
      integer: { min: 1, max: CERTIFICATE_DAYS_MAX },
    },
    ...OPTIONS,
  ],
  async run(context) {
    const { input, out } = context;
    const { client, params } = await target(context);
    const body = pickStated({ coKey: input.flag('co-key') || undefined, validityDays: input.integer('days') });
    showOne(context, await client.enrolCertificate({ params, body }));
    out.note('It leads to the authority of this node, which verifiers pin: quorate certificate authority');
  },
};

const list: Command = {
  name: 'certificate list',
  summary: 'list the certificates of a wallet of your organisation',
  args: [WALLET],
  options: OPTIONS,
  async run(context) {
    const { out } = context;
    const { client, params } = await target(context);
    const page = await client.listCertificates({ params });
    out.show(page, () =>
      table(
        ['CERTIFICATE', 'STATUS', 'PROVENANCE', 'IN FORCE FOR', 'ISSUER', 'VALID TO'],
        page.certificates.map(({ certificateId, status, provenance, inForce, chain, validity }) => [
          ...[certificateId, status, provenance, inForce.join(', '), chain[0]?.issuer ?? '', validity.notAfter],
        ]),
      ),
    );
    const { eligible, reason } = page.eligibility;
    if (!eligible) out.warn(`The wallet has no key that certificates are of: quorate explain-error ${reason}`);
  },
};

const retire: Command = {
  name: 'certificate retire',
  summary: 'retire a certificate of a wallet: nothing is signed under it any more',
  args: [WALLET, { name: '<certificate>', description: 'id of the certificate, as the list has it' }],
  options: [YES_OPTION, ...OPTIONS],
  async run(context) {
    const certificateId = context.input.arg('certificate');
    await confirm(context, `Retire the certificate ${certificateId}? Signatures under it stay good.`);
    const { client, params } = await target(context);
    await client.retireCertificate({ params: { ...params, certificateId } });
    context.out.show({ certificateId, retired: true }, () => `Retired ${certificateId}.`);
  },
};

const chain: Command = {
  name: 'certificate chain',
  summary: 'write the imported certificate of a wallet that is in force, as PEM',
  examples: ['quorate certificate chain qr1... > chain.pem'],
  args: [WALLET],
  options: [USE, ...OPTIONS],
  async run(context) {
    const { client, params } = await target(context);
    const given = await client.readImportedChain({ params, query: pickStated({ purpose: useOf(context) }) });
    context.out.show(given, () => given.pem.trimEnd());
  },
};

const authority: Command = {
  name: 'certificate authority',
  summary: 'write the certificate of the authority of the node, as PEM: verifiers outside pin it',
  examples: ['quorate certificate authority > node.pem'],
  async run(context) {
    const { client } = await connect(context);
    const given = await client.readTrustAuthority({});
    context.out.show(given, () => given.pem.trimEnd());
    const [der = ''] = given.x5c;
    context.out.note(`Its SHA-256 is ${sha256Hex(Buffer.from(der, 'base64'))}.`);
  },
};

export const organisationCertificateCommands: readonly Command[] = [
  ...[csr, importOne, enrol, list, retire, chain, authority],
];

function showOne({ out }: Context, shown: Shown): void {
  const [{ subject = '', issuer = '' } = {}] = shown.chain;
  out.show(shown, () =>
    fields({
      ...{ certificate: shown.certificateId, status: shown.status, 'in force for': shown.inForce.join(', ') },
      ...{ subject, issuer, 'valid from': shown.validity.notBefore, 'valid to': shown.validity.notAfter },
      ...{
        'leads to': `${shown.anchor.kind} ${shown.anchor.trustListId ?? ''}`.trimEnd(),
        anchor: shown.anchor.sha256,
      },
      key: shown.eligibility.boundKeySource ?? '',
    }),
  );
}
