// Certificates of others at the terminal, with no node and no network: whether a path of them leads to an anchor.

import { type Failure, isFailure } from '../../../core/base/result.js';
import type { Anchor } from '../../../core/trust/x509/certificate.js';
import { nameText } from '../../../core/trust/x509/names.js';
import { verifyPath } from '../../../core/trust/x509/path.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { commandErrorOf } from '../../command/failure.js';
import { fields } from '../../command/output.js';
import { anchorsIn, certificatesIn } from '../../disk/certificates.js';
import { certificateTable, shownCertificate, timeIn } from './files.js';
import { type AnchorLists, trustBy } from './policy.js';

const verify: Command = {
  name: 'certificate verify',
  summary: 'check offline whether certificates lead to an anchor that you trust',
  examples: [
    'quorate certificate verify issuer.pem --anchor ministry.pem',
    'quorate certificate verify issuer.pem --anchor ministry.pem --host permits.example --at 2026-11-01',
    'quorate certificate verify issuer.pem --policy policy.json --list eu-pid=authorities.pem',
  ],
  args: [{ name: '<file>', description: 'PEM: the certificate, then each one that issued the one before' }],
  options: [
    { flags: '--anchor <file>', description: 'PEM of what you trust; not part of the first file', repeat: true },
    { flags: '--at <time>', description: 'when they have to be valid (default: now)' },
    {
      flags: '--purpose <oid>',
      description: 'an extended key usage that the certificate has to have, such as 1.0.18013.5.1.2',
    },
    { flags: '--host <name>', description: 'a DNS name that the certificate has to have' },
    { flags: '--policy <file>', description: 'trustPolicy of a definition (JSON) that has to accept the certificate' },
    { flags: '--list <id=file>', description: 'anchors of a trust list that the policy names (PEM)', repeat: true },
  ],
  async run(context) {
    const { input, out } = context;
    const [purpose, host] = [input.text('purpose'), input.text('host')];
    const at = timeIn(context);
    const [chain, lists, atMs] = [await certificatesIn(input.arg('file')), await listsOf(context), Date.parse(at)];
    const path = verifyPath({
      ...{ chain, anchors: [...lists.values()].flat(), atMs },
      ...(purpose !== undefined && { purpose }),
      ...(host !== undefined && { name: { kind: 'dns', value: host } as const }),
    });
    const trust = isFailure(path) ? undefined : await trustBy(context, { chain, lists, atMs });
    if (isFailure(path) || isFailure(trust)) {
      const { issues } = (isFailure(path) ? path : trust) as Failure;
      out.show({ verdict: 'invalid', at, issues }, '');
      throw commandErrorOf(issues, { hint: `What that means: quorate explain-error ${issues[0].code}` });
    }
    const { anchor, certificates } = path;
    const shown = certificates.map(shownCertificate);
    const trusted = { anchor: nameText(anchor.subject), sha256: anchor.hash, ...(trust && { level: trust.level }) };
    out.show(
      { verdict: 'valid', at, ...trusted, ...(trust && { evidence: trust.evidence }), certificates: shown },
      () => `The path is valid.\n${fields({ at, ...trusted })}\n\n${certificateTable(shown)}`,
    );
  },
};

export const certificateCommands: readonly Command[] = [verify];

/** The anchors of each option; those without a list stand under ''. */
async function listsOf({ input }: Context): Promise<AnchorLists> {
  const lists = new Map<string, readonly Anchor[]>();
  const named = input.list('list').map((text) => text.split(/=(.*)/s, 2));
  for (const [id = '', file] of [...input.list('anchor').map((path) => ['', path]), ...named]) {
    if (file === undefined) throw new CommandError('--list is ID=FILE', { exit: EXIT.usage });
    lists.set(id, [...(lists.get(id) ?? []), ...(await anchorsIn(file))]);
  }
  if (lists.size > 0) return lists;
  throw new CommandError('name the anchors that you trust', {
    exit: EXIT.usage,
    hint: '--anchor FILE, or --list ID=FILE',
  });
}
