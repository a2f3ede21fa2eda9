// The consensus reducer: one state, one input, the next state and the effects it asks for. Pure and synchronous; it
// reads no clock, and nothing it is given changes. algorithm.md is the algorithm in numbered lines.
import { absurd, assert, InvariantError } from '../base/assert.js';
import { draftOf, isActive, isWanted, keepBody, type StepDraft, set } from './draft.js';
import type { Effect } from './effect.js';
import { resendDelayMs, roundDelayMs } from './environment.js';
import { conclude, onAdopt } from './handlers/on-decided.js';
import { onNext } from './handlers/on-next.js';
import { onProposal } from './handlers/on-proposal.js';
import { onTimer } from './handlers/on-round-change.js';
import { onBuilt, onWork, tryPropose } from './handlers/propose.js';
import { receive } from './handlers/receive.js';
import { resend } from './handlers/resend.js';
import { onPrepared } from './handlers/votes.js';
import type { ConsensusInput } from './input.js';
import { isBusy } from './state.js';
import type { Env, State } from './types.js';

/**
 * The next state and the effects in their order. A halted state answers nothing; between a seal and `next` only flags
 * may change.
 */
export function step(
  state: State,
  input: ConsensusInput,
  env: Env,
): { readonly state: State; readonly effects: readonly Effect[] } {
  if (state.halted) return { state, effects: [] };
  const d = draftOf(state, env);
  if (state.folding) whileFolding(d, input);
  else act(d, input);
  settleTimers(d, input.type === 'resend' && input.to === undefined);
  return { state: d.state, effects: d.effects };
}

function act(d: StepDraft, input: ConsensusInput): void {
  switch (input.type) {
    case 'receive':
      receive(d, input.message, input.from);
      break;
    case 'checked':
      onChecked(d, input);
      break;
    case 'built':
      onBuilt(d, input);
      break;
    case 'body':
      if (!isWanted(d, input.docket.hash)) break;
      keepBody(d, input.docket);
      reconsider(d);
      break;
    case 'work':
      onWork(d, input.on);
      break;
    case 'timer':
      onTimer(d, input.height, input.round);
      break;
    case 'resend':
      resend(d, input.to);
      break;
    case 'pause':
    case 'resume':
      set(d, { paused: input.type === 'pause' });
      tryPropose(d, 0);
      break;
    case 'adopt':
      onAdopt(d, input.docket, input.certificate);
      break;
    case 'next':
      throw new InvariantError('`next` follows a seal or a start');
    default:
      absurd(input);
  }
}

function whileFolding(d: StepDraft, input: ConsensusInput): void {
  if (input.type === 'next') onNext(d);
  else if (input.type === 'work') set(d, { work: input.on });
  else if (input.type === 'pause' || input.type === 'resume') set(d, { paused: input.type === 'pause' });
  else assert(input.type === 'adopt', 'nothing is handled between a seal and `next`');
}

/** C2: the answer is kept only while somebody asked, and everything that waited is tested again from the start. */
function onChecked(d: StepDraft, answer: Extract<ConsensusInput, { type: 'checked' }>): void {
  const { docketHash, time, ok, code } = answer;
  const asked = d.state.judgements.some((j) => j.docketHash === docketHash && j.time === time && j.verdict === 'asked');
  if (!asked) return;
  const rest = d.state.judgements.filter((j) => j.docketHash !== docketHash || j.time !== time);
  set(d, { judgements: [...rest, { docketHash, time, verdict: ok ? 'good' : 'bad', code }] });
  reconsider(d);
}

/**
 * Looks again at all that waits for a body or a judgement: a decision first, then a prepared value, then a proposal.
 */
function reconsider(d: StepDraft): void {
  const { decided, preparing, pending, tip } = d.state;
  if (decided) conclude(d, { certificate: decided, from: tip.proposer });
  if (isActive(d) && preparing) onPrepared(d, preparing, tip.proposer);
  if (isActive(d) && pending) onProposal(d, pending);
  tryPropose(d, 0);
}

/**
 * T2: timers run exactly while something is undecided and somebody else could help; a new height or round starts them
 * anew.
 */
function settleTimers(d: StepDraft, again: boolean): void {
  const { state, env } = d;
  if (state.folding) return;
  const { height, round } = state.record;
  const wanted = isActive(d) && env.roster.validators.length > 1 && isBusy(state);
  if (!wanted) {
    if (state.armed === null) return;
    d.effects.push({ type: 'disarm', timer: 'round' }, { type: 'disarm', timer: 'resend' });
    set(d, { armed: null });
    return;
  }
  const key = `${height}:${round}`;
  const fresh = state.armed !== key;
  const delayMs = roundDelayMs(round, env);
  if (fresh) d.effects.push({ type: 'arm', timer: 'round', height, round, delayMs });
  if (fresh || again)
    d.effects.push({ type: 'arm', timer: 'resend', height, round, delayMs: resendDelayMs(round, env) });
  if (fresh) set(d, { armed: key });
}
