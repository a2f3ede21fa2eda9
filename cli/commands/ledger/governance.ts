// Governance of a register: who governs, what is proposed, and votes. The rules are those of the ledger; this only
// asks, signs and shows.

import {
  type GovernanceOperation,
  OPERATION_TYPES,
  type OperationType,
} from '../../../core/register/governance/operation.js';
import { MEMBER_ROLES } from '../../../core/register/people/rights.js';
import { type Command, CommandError, type Context, EXIT } from '../../command/command.js';
import { objectIn, readDocument } from '../../command/documents.js';
import { pickStated } from '../../command/input.js';
import { fields, table } from '../../command/output.js';
import { PAGE_OPTIONS, pageIn, pageNote } from '../../command/pages.js';
import { seatsWithoutPeer } from '../../remote/seats.js';
import { connect } from '../../remote/session.js';
import {
  JUSTIFICATION_OPTION,
  operationText,
  proposeAct,
  SIGNER_OPTIONS,
  showOutcome,
  voteOn,
} from '../../signing/governing.js';
import { KEY_OPTIONS } from '../../signing/local-key.js';
import { signVote } from '../../signing/vote-file.js';
import { REGISTER_ARGUMENT } from './register.js';

const PROPOSAL_ARGUMENT = { name: '<proposal>', description: 'id of the proposal' };
const STATUSES = ['Pending', 'Approved', 'Rejected', 'Expired', 'Recorded'] as const;

const roster: Command = {
  name: 'governance roster',
  summary: 'show who governs a register, its validators, candidates and policy',
  args: [REGISTER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const value = await client.getGovernanceRoster({ params: { registerId: context.input.arg('register') } });
    context.out.show(value, () => {
      const members = value.members.map((member) => [member.role, member.algorithm, member.grantedAt, member.subject]);
      const seats = [
        ...value.validators.map((seat) => ['seat', seat.orgId || '-', seat.peerId || '-', seat.validatorId]),
        ...value.candidates.map((seat) => ['candidate', seat.orgId || '-', seat.peerId || '-', seat.validatorId]),
      ];
      const unreached = seatsWithoutPeer(value.registerId, value.validators);
      const { consensus, governance } = value.policy;
      const policy = fields({
        mode: consensus.mode,
        leader: consensus.leader,
        quorum: governance.quorumFormula,
        'proposals live, days': governance.proposalTtlDays,
      });
      return [
        table(['ROLE', 'ALGORITHM', 'SINCE', 'MEMBER'], members),
        table(['VALIDATOR', 'ORGANISATION', 'PEER', 'ID'], seats),
        policy,
        ...(unreached === '' ? [] : [unreached]),
      ].join('\n\n');
    });
  },
};

const history: Command = {
  name: 'governance history',
  summary: 'list what governance changed, newest first',
  canWatch: true,
  args: [REGISTER_ARGUMENT],
  options: PAGE_OPTIONS,
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const page = pageIn(input);
    const value = await client.getGovernanceHistory({ params: { registerId: input.arg('register') }, query: page });
    out.show(value.items, () => {
      const rows = value.items.map((item) => [item.docketNumber, item.sealedAt, item.operationType, item.proposalId]);
      return table(['DOCKET', 'SEALED', 'ACT', 'PROPOSAL'], rows) + pageNote(page, value.totalCount);
    });
  },
};

const proposals: Command = {
  name: 'governance proposals',
  summary: 'list governance proposals, newest first',
  canWatch: true,
  args: [REGISTER_ARGUMENT],
  options: [{ flags: '--status <status>', description: 'only these', choices: STATUSES }, ...PAGE_OPTIONS],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    const page = pageIn(input);
    const status = input.text('status') as (typeof STATUSES)[number] | undefined;
    const query = pickStated({ ...page, status });
    const list = await client.listProposals({ params: { registerId: input.arg('register') }, query });
    out.show(list.items, () => {
      const rows = list.items.map((item) => [
        item.status,
        item.quorum ? `${item.quorum.approvals}/${item.quorum.needed}` : '',
        item.operation.operationType,
        item.expiresAt,
        item.proposalId,
      ]);
      return table(['STATUS', 'VOTES', 'ACT', 'EXPIRES', 'PROPOSAL'], rows) + pageNote(page, list.totalCount);
    });
  },
};

const show: Command = {
  name: 'governance show',
  summary: 'show a governance proposal and its votes',
  canWatch: true,
  args: [REGISTER_ARGUMENT, PROPOSAL_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const proposal = await client.getProposal({ params: paramsIn(context) });
    context.out.show(proposal, () => {
      const head = fields({
        proposal: proposal.proposalId,
        status: proposal.status,
        reason: proposal.reason,
        approvals: proposal.quorum && `${proposal.quorum.approvals} of ${proposal.quorum.needed} needed`,
        expires: proposal.expiresAt,
        'enacted by': proposal.enactedBy,
      });
      const votes = proposal.votes.map((vote) => [
        vote.isApproval ? 'approve' : 'reject',
        vote.sealedAt,
        vote.approverDid,
      ]);
      return [head, operationText(proposal.operation), table(['VOTE', 'SEALED', 'MEMBER'], votes)].join('\n\n');
    });
  },
};

const propose: Command = {
  name: 'governance propose',
  summary: 'propose a change of members, policy or validators, with your own approval',
  examples: [
    'quorate governance propose 0d3c… add-member --target qr1… --role Admin --public-key … --algorithm ED25519 --wallet main',
    'quorate governance propose 0d3c… set-governance-policy --file policy.json --as qr1… --words',
  ],
  args: [REGISTER_ARGUMENT, { name: '<act>', description: OPERATION_TYPES.join(', ') }],
  options: [
    { flags: '--target <did>', description: 'member that it is about: did:quorate:w:… or an address' },
    {
      flags: '--role <role>',
      description: 'of a new member',
      choices: MEMBER_ROLES.filter((role) => role !== 'Owner'),
    },
    { flags: '--public-key <base64>', description: 'of a new member' },
    { flags: '--algorithm <name>', description: 'of the key of a new member' },
    { flags: '--file <file>', description: 'the new members of a policy as JSON; - is standard input' },
    JUSTIFICATION_OPTION,
    ...SIGNER_OPTIONS,
  ],
  async run(context) {
    const { input } = context;
    const act = input.arg('act');
    if (!OPERATION_TYPES.some((type) => type === act))
      throw new CommandError(`"${act}" is not a governance act`, {
        exit: EXIT.usage,
        hint: `It is one of ${OPERATION_TYPES.join(', ')}.`,
      });
    const target = input.text('target');
    const file = input.text('file');
    const members = pickStated({
      operationType: act as OperationType,
      targetDid: target?.startsWith('qr1') ? `did:quorate:w:${target}` : target,
      targetRole: input.text('role') as GovernanceOperation['targetRole'],
      publicKey: input.text('public-key'),
      algorithm: input.text('algorithm') as GovernanceOperation['algorithm'],
      policy:
        file === undefined ? undefined : (objectIn(await readDocument(context, file)) as GovernanceOperation['policy']),
    });
    showOutcome(context, await proposeAct(context, input.arg('register'), members as Partial<GovernanceOperation>));
  },
};

function ballot(name: 'approve' | 'reject', summary: string): Command {
  return {
    name: `governance ${name}`,
    summary,
    examples: [`quorate governance ${name} 0d3c… 7f1e… --wallet main`],
    args: [REGISTER_ARGUMENT, PROPOSAL_ARGUMENT],
    options: [{ flags: '--comment <text>', description: 'said with the vote' }, ...SIGNER_OPTIONS],
    async run(context) {
      showOutcome(context, await voteOn(context, paramsIn(context), name === 'approve'));
    },
  };
}

const sign: Command = {
  name: 'governance sign',
  summary: 'sign a vote with a key of your own, away from the node: what "Sign elsewhere" of the console gives',
  examples: [
    'quorate governance sign vote.tx --words --out vote.signed.tx',
    'quorate governance sign vote.tx --reject --comment "Too early." --key-file key.txt --out vote.signed.tx',
  ],
  args: [{ name: '<file>', description: 'the request to vote' }],
  options: [
    { flags: '--reject', description: 'vote against it' },
    { flags: '--comment <text>', description: 'said with the vote' },
    ...KEY_OPTIONS,
    { flags: '--out <file>', description: 'write it to this new file' },
  ],
  run: signVote,
};

export const governanceCommands: readonly Command[] = [
  roster,
  proposals,
  show,
  propose,
  ballot('approve', 'approve a governance proposal'),
  ballot('reject', 'vote against a governance proposal'),
  sign,
  history,
];

function paramsIn({ input }: Context) {
  return { registerId: input.arg('register'), proposalId: input.arg('proposal') };
}
