// Proofs against the validators of a register, and the operator's choice of a branch after a fork. It judges nothing.
import type { Client } from '../../../api/client/client.js';
import type { Command } from '../../command/command.js';
import { confirm, YES_OPTION } from '../../command/confirm.js';
import { fields, table } from '../../command/output.js';
import { connect } from '../../remote/session.js';
import { REGISTER_ARGUMENT } from './register.js';

type Misbehaviour = Awaited<ReturnType<Client['getMisbehaviour']>>;

const misbehaviour: Command = {
  name: 'register misbehaviour',
  summary: 'show what is proven against the validators of a register, and a fork',
  args: [REGISTER_ARGUMENT],
  async run(context) {
    const { client } = await connect(context);
    const report = await client.getMisbehaviour({ params: { registerId: context.input.arg('register') } });
    context.out.show(report, () => misbehaviourText(report));
  },
};

const acceptFork: Command = {
  name: 'register accept-fork',
  summary: 'go on with the branch of a forked register that the organisations agreed on',
  examples: ['quorate register accept-fork 0d3c… 9f2b…'],
  args: [
    REGISTER_ARGUMENT,
    { name: '<docket>', description: 'hash of the docket that this node sealed at the forked height, or of its head' },
  ],
  options: [YES_OPTION],
  async run(context) {
    const { input, out } = context;
    const { client } = await connect(context);
    await confirm(
      context,
      'This node goes on with that branch, and what the other branch sealed is given up. Have all organisations of the register agreed on it?',
    );
    const params = { registerId: input.arg('register') };
    const fork = await client.acceptFork({ params, body: { docketHash: input.arg('docket') } });
    out.show(fork, () => misbehaviourText(fork));
  },
};

function misbehaviourText({ sealed, pending, fork, claims = [] }: Misbehaviour): string {
  const parts: string[] = [];
  if (fork)
    parts.push(
      fields({
        'forked at docket': fork.height,
        'last common docket': fork.lastCommonDocket,
        'sealed here': fork.sealedHere && `${fork.sealedHere.docketHash}@${fork.sealedHere.height}`,
        'accepted branch': fork.accepted ?? 'none: the register is stopped',
      }),
      fork.culprits.length === 0
        ? 'This node does not hold a proof of which validator made the fork. A validator that signed both branches in two different rounds may be honest.'
        : table(
            ['MADE THE FORK', 'PROOF'],
            fork.culprits.map(({ validatorId, kind }) => [validatorId, kind]),
          ),
    );
  if (claims.length > 0)
    parts.push(
      'These keys signed two dockets of one height. They have no say about what is sealed here, and stop nothing:',
      table(
        ['HEIGHT', 'SIGNED BOTH', 'DOCKETS'],
        claims.map(({ height, signers, dockets }) => [height, signers.join('\n'), dockets.join('\n')]),
      ),
    );
  const rows = [
    ...sealed.map((item) => [
      item.kind,
      item.height,
      item.round,
      `docket ${item.docket}`,
      item.validatorId,
      item.evidenceHash,
    ]),
    ...pending.map((item) => [item.kind, item.height, item.round, 'waits', item.validatorId, item.evidenceHash]),
  ];
  parts.push(
    rows.length === 0
      ? 'Nothing is proven against a validator.'
      : table(['OFFENCE', 'HEIGHT', 'ROUND', 'SEALED', 'VALIDATOR', 'EVIDENCE'], rows),
  );
  return parts.join('\n\n');
}

export const registerMisbehaviourCommands: readonly Command[] = [misbehaviour, acceptFork];
