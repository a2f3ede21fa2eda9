// A member that makes up what others signed: proposals for heights ahead with the certificate of a parent that no
// quorum decided; decisions; bodies that no header commits to; approvals that no certificate can hold. Nothing of it
// verifies; it shows what is believed before it is verified, or without.
import { voteDigest } from '../../core/consensus/digest.js';
import type { Message, Proposal, Vote } from '../../core/consensus/types.js';
import type { Certificate, Docket, Hash, RegisterState } from '../../core/model/register.js';
import { docketHash } from '../../core/register/docket.js';
import { rosterHashOf } from '../../core/register/roster.js';
import type { DeceiverPorts } from './deceiver.js';

/** How often it lies when it says or hears something. */
const LIE_SHARE = 0.15;
const FORGED = 'ab'.repeat(64);

interface Scene {
  readonly state: RegisterState;
  /** The last proposal that was heard or sent. */
  readonly proposal: Proposal;
  /** The seat of the liar. */
  readonly own: Hash;
}

export class Forger {
  private readonly ports: Pick<DeceiverPorts, 'dice' | 'keys' | 'lies' | 'state' | 'send'>;
  private readonly proposals = new Map<string, Proposal>();

  constructor(ports: Forger['ports']) {
    this.ports = ports;
  }

  /** Something was said to the liar, or by it. */
  passed(registerId: string, message: Message): void {
    const { dice, lies, state, send } = this.ports;
    if (message.type === 'proposal') this.proposals.set(registerId, message.proposal);
    const proposal = this.proposals.get(registerId);
    const now = lies() && dice.chance(LIE_SHARE) ? state(registerId) : undefined;
    if (!proposal || !now) return;
    const ids = now.roster.validators.map(({ validatorId }) => validatorId);
    const own = ids.find((id) => this.ports.keys.all().some(({ validatorId }) => validatorId === id));
    if (own === undefined) return;
    const others = ids.filter((id) => id !== own);
    send(registerId, others, this.lie({ state: now, proposal, own }));
  }

  private lie(scene: Scene): Message {
    const { dice } = this.ports;
    const { docket } = scene.proposal;
    switch (dice.pick(['parent', 'parent', 'decided', 'body', 'approval'] as const)) {
      case 'parent':
        return ahead(scene, dice.pick([1, 2, 2, 3, 1000]), docket);
      case 'decided': {
        const height = scene.state.height + dice.pick([0, 1, 1, 2, 5]);
        return { type: 'decided', certificate: forged(scene, height), docket: dice.chance(0.5) ? docket : null };
      }
      case 'body': {
        const header = { ...docket.header, height: docket.header.height + 1, prevHash: docket.hash };
        const made = { ...docket, header, hash: docketHash(header) };
        const torn = dice.chance(0.5) ? { ...made, transactions: [] } : made;
        return ahead(scene, dice.pick([1, 2, 3]), torn);
      }
      case 'approval':
        return { type: 'vote', vote: this.approval(scene) };
    }
  }

  /** Of the docket that is proposed, with a code. */
  private approval({ proposal, own }: Scene): Vote {
    const { dice, keys } = this.ports;
    const kind = dice.pick(['PREPARE', 'COMMIT'] as const);
    const vote = { ...proposal.prepare, kind, voter: own, approve: true, code: 'DOCKET_TIME_INVALID' };
    const signer = keys.all().find(({ validatorId }) => validatorId === own);
    if (!signer) throw new Error('a liar signs with its own key');
    return { ...vote, signature: signer.sign(voteDigest(vote)) };
  }
}

/** A proposal so many heights above the one that is decided, whose parent says that this one is decided. */
function ahead(scene: Scene, by: number, docket: Docket): Message {
  const { proposal, state, own } = scene;
  const height = state.height + 1 + by;
  const prepare = { ...proposal.prepare, height, docketHash: docket.hash, voter: own, signature: FORGED };
  const parent = forged(scene, state.height + 1);
  return { type: 'proposal', proposal: { ...proposal, docket, prepare, parent } };
}

function forged({ proposal, state }: Scene, height: number): Certificate {
  const { roster } = state;
  const signatures = roster.validators.map((_, voterIndex) => ({ voterIndex, signature: FORGED }));
  const { docket, round } = proposal;
  return { kind: 'COMMIT', height, round, docketHash: docket.hash, rosterHash: rosterHashOf(roster), signatures };
}
