// Reads who governs a register, what is proposed there, and which wallets of the person may propose.

import { node } from '../session/node.js';
import { person } from '../session/person.js';
import { memberDid } from './member.js';

const PAGE = 50;

interface Place {
  readonly params: { readonly registerId: string };
}

export async function readGovernance({ params }: Place) {
  const { may } = await person();
  const [register, roster, history, open, wallets] = await Promise.all([
    node.registers.getRegister({ params }),
    node.registers.getGovernanceRoster({ params }),
    node.governance.getGovernanceHistory({ params, query: { pageSize: PAGE } }),
    node.governance.listMyProposals({ query: { registerId: params.registerId, pageSize: PAGE } }),
    may.has('listWallets') ? node.wallets.listWallets({ query: { top: 100 } }) : [],
  ]);
  const own = new Set(wallets.map(({ address }) => memberDid(address)));
  return {
    ...{ may, register, roster, changes: history.items, proposals: open.items },
    /** Members of the roster whose wallets are the person's. */
    ownMembers: roster.members.filter(({ subject }) => own.has(subject)).map(({ subject }) => subject),
  };
}

export type Governance = Awaited<ReturnType<typeof readGovernance>>;
export type OpenProposal = Governance['proposals'][number];
