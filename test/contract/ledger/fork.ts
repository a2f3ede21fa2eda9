// A planted fork: the validator of the contract tests decides a second docket at a height, and the node meets it.
import { isFailure } from '../../../core/base/result.js';
import { voteDigest } from '../../../core/consensus/digest.js';
import { docketHash } from '../../../core/register/docket.js';
import { rosterHashOf } from '../../../core/register/roster.js';
import { liar, voteOf } from '../../support/register/evidence.js';
import type { World } from '../world/world.js';

/** Splits the register at `height`; gives the hash of the docket that the node holds there. */
export async function forkAt({ deps }: World, registerId: string, height: number): Promise<string> {
  const { ledger, chain } = deps;
  const state = ledger.state(registerId);
  const reg = ledger.register(registerId)?.reg ?? 0;
  const ours = await chain.sealedDocket(reg, height);
  if (isFailure(state) || !ours) throw new Error('the register has a docket at this height');
  const header = { ...ours.docket.header, timestampMs: ours.docket.header.timestampMs + 1 };
  const hash = docketHash(header);
  const self = liar('validator of the contract tests');
  const scene = {
    registerId,
    genesisHash: state.genesisHash,
    rosterHash: rosterHashOf(state.roster),
    height,
    round: 0,
  };
  const { signature: _of, ...vote } = { ...voteOf(self, scene, '', 'COMMIT'), docketHash: hash };
  const signatures = [{ voterIndex: 0, signature: self.sign(voteDigest(vote)) }];
  const certificate = { ...ours.certificate, round: 0, docketHash: hash, signatures };
  await ledger.adopt(registerId, { docket: { ...ours.docket, header, hash }, certificate });
  for (let i = 0; i < 100 && ledger.register(registerId)?.status !== 'OFFLINE'; i++)
    await new Promise((resolve) => setImmediate(resolve));
  return ours.docket.hash;
}
