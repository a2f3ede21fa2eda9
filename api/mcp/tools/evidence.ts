// Tools of evidence: the document that proves a transaction, with a gate of it where that is asked for, and its check
// as "quorate verify" does it.
import Type from 'typebox';
import { issue } from '../../../core/base/issue.js';
import type { Json } from '../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { instanceIdOf } from '../../../core/instance/rows.js';
import { Address, Hash, OpenObject, RegisterId } from '../../schemas/base/common.js';
import { EvidenceCheckBody } from '../../schemas/registers/provenance.js';
import { CreateOpening } from '../../schemas/workflow/opening.js';
import { transactionIn } from '../../views/dockets.js';
import { type ToolPorts, type ToolRow, tool } from './define.js';
import { statedMembers } from './reading.js';

const { head, genesisHash } = EvidenceCheckBody.properties;

const txEvidence = tool({
  name: 'tx_evidence',
  slice: 'ledger',
  title: 'Get the evidence of a transaction',
  description:
    'Gets the document that proves a sealed transaction without a node: its path, headers, certificates and roster. The command "quorate verify" checks it. ' +
    'With `gate` it shows to everybody who has it what was presented at that gate of the action, claims and signature of the holder too.',
  operations: ['getEvidence'],
  further: ['openInstanceParts'],
  input: Type.Object({
    registerId: RegisterId,
    txId: Hash,
    gate: CreateOpening.properties.gate,
    walletAddress: Type.Optional({
      ...Address,
      description: 'Wallet that reads the gate; else the one that takes part.',
    }),
  }),
  members: {},
  hints: { isReadOnly: true, isDestructive: false, isIdempotent: true },
  async run({ registerId, txId, gate, walletAddress: wallet }, { call }) {
    const evidence = await call('getEvidence', { params: { registerId, txId }, query: {} });
    if (isFailure(evidence)) return evidence;
    const message = 'data has the evidence, which "quorate verify" checks with no node.';
    if (gate === undefined) return { status: 'Passed', message, data: evidence };
    const tx = transactionIn(evidence.transaction as Json);
    if (isFailure(tx)) return tx;
    const body = { txId, gate, ...statedMembers({ wallet }) };
    const shown = await call('openInstanceParts', {
      ...{ params: { instanceId: instanceIdOf(tx) }, query: { registerId }, body },
    });
    if (isFailure(shown)) return shown;
    const { statement: _, ...proven } = shown;
    return { status: 'Passed', message, data: { ...evidence, ...proven } };
  },
});

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

export const evidenceTools: readonly ToolRow[] = [txEvidence, evidenceVerify];
