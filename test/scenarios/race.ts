// Several wallets of several nodes take an open role at the same moment: the ledger gives it to one, every node says to
// which, and the others are refused and learn nothing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { Course } from '../../cli/harness/course.js';
import { publishDraft } from '../../cli/harness/publishing.js';
import { isClientError } from '../../cli/remote/remote.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Stage } from './stage.js';

type Blueprint = JsonObject & { readonly id: string; readonly participants: readonly { readonly id: string }[] };

/** Which of them a loser is told depends on how far its node has heard of the winner. */
const LOST: readonly string[] = ['VAL_BP_002', 'VAL_BP_003', 'VAL_CHAIN_FORK'];

export async function raceForRole(stage: Stage): Promise<void> {
  const { members, registerId } = stage;
  const made = members.map((at) => newPlayer({ name: `of ${at.name}`, organisation: at.name, at }));
  const [poster, ...takers] = (await Promise.all(made)) as [Player, ...Player[]];
  await introduce(registerId, [poster, ...takers], members);
  const written = JSON.parse(readFileSync(join('test', 'scenarios', 'race.json'), 'utf8')) as Blueprint;
  const participants = written.participants.map((role) =>
    role.id === 'poster' ? { ...role, walletAddress: poster.address } : role,
  );
  await publishDraft(stage, { ...written, participants });
  const course = new Course(registerId, written.id);
  await course.act(poster, 0, { job: 'Paint the fence' });
  await course.everywhere(members);
  const outcomes = await Promise.allSettled(takers.map((taker, i) => course.act(taker, 1, { price: 100 + i })));
  const winners = takers.filter((_, i) => outcomes[i]?.status === 'fulfilled');
  const [winner] = winners as [Player];
  expect(winners.map(({ name }) => name)).to.have.length(1);
  for (const outcome of outcomes) if (outcome.status === 'rejected') expect(LOST).to.include(codeOf(outcome.reason));
  const views = await course.everywhere(members);
  for (const view of views) {
    expect(view).to.deep.equal(views[0]);
    expect(view.participantWallets.taker).to.equal(winner.address);
  }
  for (const loser of takers.filter((taker) => taker !== winner)) {
    const refusal = await course.act(loser, 2, { done: true }).then(() => undefined, codeOf);
    expect(refusal).to.equal('VAL_BP_002');
    expect(await course.dataOf(loser)).to.deep.equal({});
  }
  await course.act(winner, 2, { done: true });
  expect(await course.dataOf(poster)).to.include({ job: 'Paint the fence', done: true });
  expect(await course.isSame(members)).to.equal(true);
}

function codeOf(error: unknown): string {
  if (!isClientError(error)) throw error;
  return error.code;
}
