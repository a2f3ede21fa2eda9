// The tool that checks evidence as "quorate verify" does: of a document that the person was given, or of a transaction
// that this node knows.
import Type from 'typebox';
import { issue } from '../../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { Hash, OpenObject, RegisterId } from '../../schemas/base/common.js';
import { EvidenceCheckBody } from '../../schemas/registers/provenance.js';
import { type ToolPorts, type ToolRow, tool } from './define.js';
import { statedMembers } from './reading.js';

const { head, genesisHash } = EvidenceCheckBody.properties;

interface EvidenceNamed {
  readonly evidence?: Readonly<Record<string, unknown>>;
  readonly registerId?: string;
  readonly txId?: string;
}

const evidenceVerify = tool({
  name: 'evidence_verify',
  slice: 'ledger',
  title: 'Check evidence',
  description:
    'Checks a document of evidence by its hashes and signatures alone, or fetches that of a transaction and checks it. It is "valid" only with a head that the person has from another organisation; else it is "consistent" at most. ' +
    'This node does the check: whoever does not trust it runs "quorate verify".',
  operations: ['getEvidence', 'verifyEvidence'],
  input: Type.Object({
    evidence: Type.Optional({ ...OpenObject, description: 'The document; else registerId and txId.' }),
    registerId: Type.Optional(RegisterId),
    txId: Type.Optional(Hash),
    head,
    genesisHash,
  }),
  members: { verdict: Type.Enum(['valid', 'consistent', 'invalid']) },
  hints: { isReadOnly: true, isDestructive: false, isIdempotent: true },
  async run({ head: stated, genesisHash: genesis, ...named }, { call }) {
    const evidence = await evidenceOf(named, call);
    if (isFailure(evidence)) return evidence;
    const body = { evidence, ...statedMembers({ head: stated, genesisHash: genesis }) };
    const checked = await call('verifyEvidence', { body });
    if (isFailure(checked)) return checked;
    const { verdict } = checked;
    return {
      status: verdict === 'invalid' ? 'Failed' : 'Passed',
      message: MEANINGS[verdict],
      members: { verdict },
      data: checked,
    };
  },
});

const MEANINGS = {
  valid: 'The evidence is valid: everything is proven in the history of the head that was stated.',
  consistent:
    'The evidence is consistent: it is as good as the keys of the validators. A head from another organisation makes it valid.',
  invalid: 'The evidence is invalid: data.issues says why.',
} as const;

async function evidenceOf(
  { evidence, registerId, txId }: EvidenceNamed,
  call: ToolPorts<'getEvidence'>['call'],
): Promise<Result<Readonly<Record<string, unknown>>>> {
  if (evidence !== undefined) return evidence;
  if (registerId === undefined || txId === undefined)
    return fail(issue('BODY_INVALID', '/evidence', 'State the document, or a register and a transaction.'));
  return call('getEvidence', { params: { registerId, txId }, query: {} });
}

export const evidenceTools: readonly ToolRow[] = [evidenceVerify];
