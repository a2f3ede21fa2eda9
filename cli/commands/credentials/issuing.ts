// Credentials that an organisation issues to a wallet of this node at once, without an offer.

import { TRUST_ANCHORS, type TrustAnchor } from '../../../core/credentials/issuing/copy-content.js';
import type { IssuedFormat } from '../../../core/credentials/issuing/formats.js';
import { CREDENTIAL_FORMAT_NAMES, DEFAULT_FORMAT } from '../../../core/credentials/issuing/formats.js';
import type { Command } from '../../command/command.js';
import { writeNew } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { CLAIMS, DISCLOSABLE, statedClaims } from './stated-claims.js';

const issue: Command = {
  name: 'credential issue',
  summary: 'issue a credential to a wallet of this node, and show its text, once',
  examples: [
    'quorate credential issue urn:northwind:member:1 --wallet qr1... --to qr1... --claims member.json --out member.sd-jwt',
  ],
  args: [{ name: '<type>', description: 'type of the credential (vct or doctype), a name that is yours alone' }],
  options: [
    { flags: '--wallet <address>', description: 'wallet of the organisation that signs, of NISTP256', required: true },
    { flags: '--to <address>', description: 'wallet of this node that holds it, of NISTP256', required: true },
    CLAIMS,
    DISCLOSABLE,
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
    { flags: '--valid-for <duration>', description: 'how long it is good, in ISO 8601 (default: P365D)' },
    { flags: '--blueprint <id>', description: 'id of a definition that is kept with it' },
    { flags: '--out <file>', description: 'write its text to this new file, which only you can read' },
  ],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const { claims, disclosable } = await statedClaims(context);
    const issued = await client.issueCredential({
      params: { address: input.requiredText('wallet') },
      body: {
        ...{ credentialType: input.arg('type'), recipientWallet: input.requiredText('to') },
        ...pickStated({
          ...{ claims, disclosableClaims: disclosable, expiryDuration: input.text('valid-for') },
          issuanceBlueprintId: input.text('blueprint'),
          format: input.text('format') as IssuedFormat | undefined,
          trustAnchor: input.text('trust-anchor') as TrustAnchor | undefined,
        }),
      },
    });
    const id = issued.credentialId.replace('urn:uuid:', '');
    const file = input.text('out');
    const { rawToken, ...facts } = issued;
    if (file !== undefined) await writeNew(file, `${rawToken}\n`, true);
    out.show(file === undefined ? issued : { ...facts, file }, () =>
      [
        fields({
          ...{ credential: id, type: issued.type, issuer: issued.issuerDid, subject: issued.subjectDid },
          ...{ 'issued at': issued.issuedAt, 'expires at': issued.expiresAt },
        }),
        ...(file === undefined ? ['', rawToken] : []),
      ].join('\n'),
    );
    const kept = `quorate credential store ${file ?? 'FILE'} --wallet ${input.text('to')}`;
    out.note(`Give the text to its holder, who keeps it: ${kept}`);
  },
};

export const issuingCommands: readonly Command[] = [issue];
