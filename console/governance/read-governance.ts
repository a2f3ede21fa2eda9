// Reads who governs a register, what is proposed there, and which wallets of the person may propose.

import { mayGovern } from '../../core/register/people/rights.js';
import { readNames } from '../ledger/participant-names.js';
import { node } from '../session/node.js';
import { person } from '../session/person.js';
import { memberDid } from './member.js';

const PAGE = 50;
const PARTICIPANTS_MAX = 100;

interface Place {
  readonly params: { readonly registerId: string };
}

export async function readGovernance({ params }: Place) {
  const { may, organisationId } = await person();
  const [register, roster, history, open, wallets, mesh, names] = await Promise.all([
    node.registers.getRegister({ params }),
    node.registers.getGovernanceRoster({ params }),
    node.governance.getGovernanceHistory({ params, query: { pageSize: PAGE } }),
    node.governance.listMyProposals({ query: { registerId: params.registerId, pageSize: PAGE } }),
    may.has('listWallets') ? node.wallets.listWallets({ query: { top: 100 } }) : [],
    may.has('getMeshStatus') ? node.peers.getMeshStatus() : undefined,
    readNames(params.registerId),
  ]);
  const seats = mesh?.replicas.find(({ registerId }) => registerId === params.registerId)?.roster ?? [];
  const own = new Set(wallets.map(({ address }) => memberDid(address)));
  const proposers = roster.members.filter(({ subject, role }) => own.has(subject) && mayGovern(role));
  return {
    ...{ may, organisationId, register, roster, changes: history.items, proposals: open.items },
    /** As people call them: the wallets of members by address, the organisations of seats by validator. */
    names: new Map([...names, ...wallets.map(({ address, name }) => [address, name] as const)]),
    seatNames: new Map(seats.map(({ validatorId, orgName }) => [validatorId, orgName])),
    /** Members of the roster that may propose, and whose wallets are the person's. */
    proposers: proposers.map(({ subject }) => subject),
    ...(may.has('propose') && proposers.length > 0 ? await readChoices(params) : { participants: [], lists: [] }),
  };
}

/** Choices of acts that the roster has not. */
async function readChoices(params: Place['params']) {
  const [{ items }, { lists }] = await Promise.all([
    node.participants.listParticipants({ params, query: { top: PARTICIPANTS_MAX } }),
    node.registerTrust.getRegisterTrust({ params }),
  ]);
  return { participants: items, lists };
}

/** The part that votes and decisions change: all is read anew where this is another text. */
export function governanceMark({ changes, proposals }: Pick<Governance, 'changes' | 'proposals'>): string {
  return JSON.stringify([
    changes[0]?.ordinal,
    proposals.map(({ proposal: { proposalId, votes } }) => [proposalId, votes.length]),
  ]);
}

/** The same as it is now, by two short answers. */
export async function readMark(registerId: string): Promise<string> {
  const [history, open] = await Promise.all([
    node.governance.getGovernanceHistory({ params: { registerId }, query: { pageSize: 1 } }),
    node.governance.listMyProposals({ query: { registerId, pageSize: PAGE } }),
  ]);
  return governanceMark({ changes: history.items, proposals: open.items });
}

export type Governance = Awaited<ReturnType<typeof readGovernance>>;
export type OpenProposal = Governance['proposals'][number];
