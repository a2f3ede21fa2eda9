// The attestations of docket 0 by every member of the first roster: collected by the founding node, given by the
// others. A register exists only with all of them; one that is missing founds nothing.
import { type Issue, issue } from '../../../core/base/issue.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { fail, failIf, isFailure, type Result } from '../../../core/base/result.js';
import { type Bucket, fullBucket, take } from '../../../core/mesh/budget.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Docket, Validator } from '../../../core/model/register.js';
import type { GenesisSignature } from '../../ledger-port.js';
import type { MeshLedger, PeerNet } from '../ports.js';

export interface FoundingPorts {
  readonly clock: Clock;
  readonly log: Log;
  readonly ledger: Pick<MeshLedger, 'genesis'>;
  net(): PeerNet | undefined;
  /** True when this node takes a seat that an admitted member names it for. */
  readonly attests: boolean;
}

/** Registers that one member may found with this node: a mesh that moves in, and then a few an hour. */
const FOUNDING = { burst: 5000, perSecond: 500 / 3600 };
const FOUNDERS_MAX = 1000;

export class Attestations {
  private readonly ports: FoundingPorts;
  private readonly founders = new Map<string, Bucket>();

  constructor(ports: FoundingPorts) {
    this.ports = ports;
  }

  /**
   * Signatures of the seats of other nodes over docket 0, by voter index. Issues: ATTESTATION_MISSING for each member
   * that is not connected, refuses or does not answer; the same for each that says that it does not know the rules of
   * the docket; then none is asked.
   */
  async collect(docket: Docket, seats: readonly Validator[]): Promise<Result<readonly GenesisSignature[]>> {
    const net = this.ports.net();
    const others = seats.flatMap((seat, voterIndex) =>
      seat.peerId === net?.self.peerId ? [] : [{ seat, voterIndex }],
    );
    // A node that does not know the rules would refuse each docket: then none is asked, because what some attested
    // would found nothing.
    const old = others.flatMap(({ seat, voterIndex }) => {
      const problem = net && tooOld(seat, docket.header.rules, net.peer(seat.peerId)?.rules);
      return problem ? [{ ...problem, path: `/validators/${voterIndex}` }] : [];
    });
    if (old.length > 0) return fail(old);
    const answers = await Promise.all(
      others.map(async ({ seat, voterIndex }) => {
        const answer = net
          ? await this.ask(net, seat, docket)
          : fail(missing(seat, 'the mesh of this node is switched off'));
        if (isFailure(answer))
          return answer.mapIssues((problem) => ({ ...problem, path: `/validators/${voterIndex}` }));
        return { voterIndex, signature: answer };
      }),
    );
    const issues = answers.filter(isFailure).flatMap((failure) => failure.issues);
    return issues.length > 0 ? fail(issues) : (answers as GenesisSignature[]);
  }

  /** The answer to the question of a peer: this node's signature for a docket 0 that names it. */
  async give(from: Peer, genesis: Docket): Promise<Result<string>> {
    if (!this.ports.attests || from.standing !== 'member')
      return fail(issue('FORBIDDEN', '', 'This node takes no seat that others name it for (network.attestGenesis).'));
    const { registerId } = genesis.header;
    const signature = failIf(this.refusal(from, genesis)) ?? (await this.ports.ledger.genesis.attest(genesis));
    if (isFailure(signature))
      this.ports.log.warn(
        { registerId, from: from.peerId, reason: signature.issue.code },
        'A genesis was not attested.',
      );
    else this.ports.log.info({ registerId, from: from.peerId, hash: genesis.hash }, 'A genesis was attested.');
    return signature;
  }

  /** A seat that names this node wrongly would never vote; and what one member can make this node keep has a bound. */
  private refusal(from: Peer, genesis: Docket): Issue | undefined {
    const self = this.ports.net()?.self;
    const seat = seatsIn(genesis).find(({ peerId }) => peerId === self?.peerId);
    if (!self || seat?.consensusKey !== self.consensusKey || seat.orgId !== self.orgId)
      return issue('FORBIDDEN', '', 'Docket 0 does not name this node with its key and organisation.');
    const nowMs = this.ports.clock.steady();
    const bucket = this.founders.get(from.peerId) ?? fullBucket(FOUNDING, nowMs);
    this.founders.delete(from.peerId);
    if (this.founders.size >= FOUNDERS_MAX) this.founders.delete(this.founders.keys().next().value as string);
    this.founders.set(from.peerId, bucket);
    return take(bucket, FOUNDING, { amount: 1, nowMs })
      ? undefined
      : issue('RATE_LIMITED', '', 'This node attested many registers of this member; it takes more later.');
  }

  private async ask(net: PeerNet, seat: Validator, docket: Docket): Promise<Result<string>> {
    if (seat.peerId === '' || !net.peer(seat.peerId)) return fail(missing(seat, 'it is not connected'));
    try {
      const answer = await net.attest(seat.peerId, docket);
      return isFailure(answer) ? fail(missing(seat, answer.issue.message)) : answer;
    } catch (error) {
      return fail(missing(seat, error instanceof Error ? error.message : 'it did not answer'));
    }
  }
}

/** By what the node of the seat said in its hello; undefined where it said nothing, or knows enough. */
function tooOld(seat: Validator, rules: number, known: number | undefined): Issue | undefined {
  return known === undefined || known >= rules
    ? undefined
    : missing(seat, `it knows rules ${known}, and this register begins with rules ${rules}: update the program there`);
}

function missing(seat: Validator, reason: string): Issue {
  const who = seat.peerId === '' ? seat.validatorId : seat.peerId;
  return issue('ATTESTATION_MISSING', '', `The validator ${who} did not attest the register: ${reason}.`);
}

/** The seats that docket 0 names; none for one that is not made like a genesis, which the ledger refuses. */
function seatsIn({ transactions }: Docket): readonly Partial<Validator>[] {
  const payload = transactions[0]?.payload as { readonly validators?: unknown } | null | undefined;
  return Array.isArray(payload?.validators) ? payload.validators : [];
}
