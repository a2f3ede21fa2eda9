// The third act of the demo: the node is killed with many submissions under way, comes back, and is held to every
// promise that it made.
import { isClientError } from '../remote/remote.js';
import type { NarratedStep, Narrator } from './narrator.js';
import { CONFIRM, DISPATCH, RECEIVE } from './workflow.js';
import { action, clientOf, type SignedBody, submit, type World } from './world.js';

/** Deliveries of the act; each is a dispatch and a receipt, so that chains are cut too. */
const DELIVERIES = 60;
const AT_ONCE = 12;
/** Promises after which the node is killed: the middle. */
const KILL_AFTER = DELIVERIES;

interface PowerCut {
  /** TxIds that the node answered for. */
  readonly promised: ReadonlySet<string>;
  /** Sent, and the connection broke before an answer. */
  readonly underWay: readonly SignedBody[];
  /** In their order: everything without an answer, those under way included. */
  readonly unanswered: readonly SignedBody[];
  /** TxId of the receipt of the last delivery. */
  readonly lastReceipt: string;
}

export function cutPower(tell: Narrator, world: World): Promise<PowerCut> {
  return tell.step(async (step) => {
    const bodies = await manyDeliveries(world);
    step.say(
      `${bodies.length} signed transactions (${DELIVERIES} deliveries) are sent, ${AT_ONCE} at a time. In the middle the process is ` +
        'killed with SIGKILL: it cannot save or finish anything.',
    );
    await world.audit.follow(clientOf(world));
    const promised = new Set<string>();
    const underWay: SignedBody[] = [];
    let killing: Promise<unknown> | undefined;
    let next = 0;
    const sender = async () => {
      while (next < bodies.length && killing === undefined) {
        const body = bodies[next++] as SignedBody;
        const answer = isAnswered(world, body);
        // Killed right after a request went out, so that at least that one is under way; often the others are too.
        if (promised.size >= KILL_AFTER) {
          await new Promise((resolve) => setImmediate(resolve));
          killing ??= world.node.kill();
        }
        if (await answer) promised.add(body.transactionId);
        else underWay.push(body);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    await killing;
    const unanswered = bodies.filter(({ transactionId }) => !promised.has(transactionId));
    step.show('answered before the kill', promised.size);
    step.show('under way, never answered', underWay.length);
    step.show('not sent yet', unanswered.length - underWay.length);
    step.expect(
      killing !== undefined && underWay.length > 0,
      'The node is gone, and some of its callers know nothing.',
    );
    return { promised, underWay, unanswered, lastReceipt: bodies.at(-1)?.transactionId ?? '' };
  });
}

export function account(tell: Narrator, world: World, cut: PowerCut): Promise<void> {
  return tell.step(async (step) => {
    const ms = await world.node.start();
    step.show('address', world.node.url);
    step.say(`The node starts again on its folder in ${Math.round(ms)} ms; the same login still works.`);
    step.expect(world.node.fence === undefined, 'It vouches for its memory: its validator is not fenced.');
    await judgeChain(step, world);
    const kept = [...cut.promised].filter((txId) => world.audit.places.has(txId)).length;
    step.expect(
      kept === cut.promised.size,
      `All ${cut.promised.size} transactions that it had answered for are there, each exactly once.`,
    );
    const more = cut.underWay.filter(({ transactionId }) => world.audit.places.has(transactionId)).length;
    step.say(
      `Of the ${cut.underWay.length} under way, ${more} had been sealed without their callers hearing of it. Which ones, no one outside ` +
        'can know.',
    );
  });
}

export function finish(tell: Narrator, world: World, cut: PowerCut): Promise<string> {
  return tell.step(async (step) => {
    step.say('A caller without an answer sends the same bytes again, which never does harm; the others send now.');
    // In their order: a receipt follows the dispatch of its delivery.
    for (const body of cut.unanswered) await submit(world, body);
    await judgeChain(step, world);
    const ids = [...cut.promised, ...cut.unanswered.map(({ transactionId }) => transactionId)];
    const all = ids.length === 2 * DELIVERIES && ids.every((txId) => world.audit.places.has(txId));
    step.expect(all, `All ${ids.length} transactions are on the register, each exactly once.`);
    const confirmed = await action(world, world.mill, {
      note: noteOf(DELIVERIES - 1),
      actionId: CONFIRM,
      payload: { settled: true },
      follows: cut.lastReceipt,
    });
    const { status, docketNumber } = await submit(world, confirmed);
    step.expect(status === 'sealed', `The mill confirms a delivery from before the crash, in docket ${docketNumber}.`);
    return confirmed.transactionId;
  });
}

function noteOf(number: number): string {
  return `DN-3${String(number).padStart(3, '0')}`;
}

async function judgeChain(step: NarratedStep, world: World): Promise<void> {
  await world.audit.follow(clientOf(world));
  const { faults, height } = world.audit;
  step.expect(
    faults.length === 0,
    faults[0] ?? `The chain is whole: ${height + 1} dockets, every link, hash and certificate checked by this program.`,
  );
}

/** Dispatches first, then their receipts, both by number. */
async function manyDeliveries(world: World): Promise<SignedBody[]> {
  const dispatches: SignedBody[] = [];
  const receipts: SignedBody[] = [];
  const item = async (number: number) => {
    const note = noteOf(number);
    const payload = { goods: 'Spelt, 5 kg', crates: number + 1 };
    const dispatched = await action(world, world.mill, { note, actionId: DISPATCH, payload });
    const counted = { cratesCounted: number + 1 };
    const step = { note, actionId: RECEIVE, payload: counted, follows: dispatched.transactionId };
    dispatches[number] = dispatched;
    receipts[number] = await action(world, world.shop, step);
  };
  for (let i = 0; i < DELIVERIES; i += AT_ONCE)
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, DELIVERIES - i) }, (_, k) => item(i + k)));
  return [...dispatches, ...receipts];
}

/** False when the connection broke. A refusal is an error: these are honest submissions. */
async function isAnswered(world: World, body: SignedBody): Promise<boolean> {
  try {
    await submit(world, body);
    return true;
  } catch (error) {
    if (isClientError(error) && error.status === 0) return false;
    throw error;
  }
}
