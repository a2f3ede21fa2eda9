// Whether a node takes a certificate for an organisation, before it is brought to one: the same rules, on files.
import { fromBase64 } from '../../../core/base/bytes.js';
import { isFailure } from '../../../core/base/result.js';
import { judgeCertificate } from '../../../core/trust/certificates/import.js';
import { nameText } from '../../../core/trust/x509/names.js';
import { type Command, CommandError, EXIT } from '../../command/command.js';
import { commandErrorOf } from '../../command/failure.js';
import { fields } from '../../command/output.js';
import { anchorsIn, certificatesIn } from '../../disk/certificates.js';
import { certificateTable, shownCertificate, timeIn } from './files.js';

/** A point of P-256, uncompressed: the key of a wallet of NISTP256. */
const POINT_BYTES = 65;

const check: Command = {
  name: 'certificate check',
  summary: 'check offline whether a certificate may be one of your organisation',
  examples: ['quorate certificate check ours.pem --key BE7c… --host permits.example --anchor ministry.pem'],
  args: [{ name: '<file>', description: 'PEM: the certificate, then each one that issued the one before' }],
  options: [
    { flags: '--key <base64>', description: 'public key of the wallet, as "wallet show" has it', required: true },
    { flags: '--host <name>', description: 'host of the public URL of the node', required: true },
    { flags: '--anchor <file>', description: 'PEM of what you trust', repeat: true, required: true },
    { flags: '--at <time>', description: 'when it has to be valid (default: now)' },
  ],
  async run(context) {
    const { input, out } = context;
    const publicKey = fromBase64(input.requiredText('key'));
    if (publicKey === undefined) throw new CommandError('--key is not base64', { exit: EXIT.usage });
    const at = timeIn(context);
    const anchors = [];
    for (const file of input.list('anchor')) anchors.push(...(await anchorsIn(file)));
    const judged = judgeCertificate({
      chain: await certificatesIn(input.arg('file')),
      keys: { algorithm: publicKey.length === POINT_BYTES ? 'NISTP256' : 'another algorithm', publicKey },
      ...{ host: input.requiredText('host'), anchors, atMs: Date.parse(at) },
    });
    if (isFailure(judged)) {
      out.show({ eligible: false, at, issues: judged.issues }, '');
      throw commandErrorOf(judged.issues, { hint: `What to do: quorate explain-error ${judged.issue.code}` });
    }
    const { anchor, certificates, uses } = judged;
    const shown = certificates.map(shownCertificate);
    const facts = { at, uses: uses.join(', '), anchor: nameText(anchor.subject), sha256: anchor.hash };
    out.show(
      { eligible: true, ...facts, uses, certificates: shown },
      () => `The certificate may be one of the organisation.\n${fields(facts)}\n\n${certificateTable(shown)}`,
    );
  },
};

export const certificateCheckCommands: readonly Command[] = [check];
