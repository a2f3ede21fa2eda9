// Checks an evidence file with no node and no network: every hash, signature and roster from the transaction back to the genesis. It says what it proved,
// and what only the reader can know: whether that genesis is the register they mean.
import { isHex } from '../../core/base/bytes.js';
import { verifySync } from '../../core/crypto/algorithms.js';
import { type EvidenceProof, verifyEvidence } from '../../core/register/evidence.js';
import { type Command, CommandError, EXIT } from '../command.js';
import { objectIn, readDocument } from '../documents.js';
import { failed } from '../failure.js';
import { fields, jsonText } from '../output.js';

const verify: Command = {
  name: 'verify',
  summary: 'check an evidence file offline',
  examples: ['quorate verify evidence.json', 'quorate verify evidence.json --genesis 3c4d… --payload'],
  args: [{ name: '[file]', description: 'what "tx evidence" wrote (default: standard input)' }],
  options: [
    { flags: '--genesis <hash>', description: 'genesis docket that you know for the register' },
    { flags: '--payload', description: 'show the payload that is proven' },
  ],
  async run(context) {
    const { input, out } = context;
    const known = input.text('genesis');
    if (known !== undefined && !isHex(known, 32))
      throw new CommandError('a genesis hash is 64 lower-case hex digits', { exit: EXIT.usage });
    const document = await readDocument(context, input.optionalArg('file'));
    const proof = verifyEvidence(document.value, verifySync);
    if (Array.isArray(proof))
      throw failed(proof, { hint: 'The evidence proves nothing. Ask for it again from a node that you trust.' });
    const proven = proof as EvidenceProof;
    if (known !== undefined && known !== proven.genesisHash)
      throw new CommandError(`the evidence is of another register: its genesis docket is ${proven.genesisHash}`, {
        code: 'EVIDENCE_INVALID',
      });
    const payload = input.flag('payload') ? payloadOf(objectIn(document).transaction) : undefined;
    out.show(
      { ...proven, ...(payload === undefined ? {} : { payload }) },
      () =>
        proofText(proven, known !== undefined) + (payload === undefined ? '' : `\n\nPayload:\n${jsonText(payload)}`),
    );
  },
};

export const verifyCommands: readonly Command[] = [verify];

function payloadOf(transaction: unknown): unknown {
  return (transaction as { readonly payload: unknown }).payload;
}

function proofText(proof: EvidenceProof, compared: boolean): string {
  const anchor = compared
    ? 'Trust anchor: the genesis docket is the one that you stated.'
    : `Trust anchor, yours to compare with what you know of the register:\n  ${proof.genesisHash}`;
  const facts = proof.facts.map((fact) => `  ok  ${fact}`).join('\n');
  const head = fields({
    transaction: proof.txId,
    register: proof.registerId,
    docket: `${proof.height} (${proof.docketHash})`,
    time: new Date(proof.timestampMs).toISOString(),
  });
  return `The evidence is valid.\n${head}\n\n${facts}\n\n${anchor}`;
}
