// The worker that judges the steps of a rehearsal whose clock moves, by the rules of a register.
import { isFailure } from '../../core/base/result.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { standingOf } from '../../core/scenario/standing.js';
import type { ClockAnswered, ClockAsked } from './clock-messages.js';

addEventListener('message', ({ data: { id, definition, scenario, role } }: MessageEvent<ClockAsked>) => {
  const stands = standingOf(definition as unknown as Definition, scenario, role);
  const answer = isFailure(stands) ? { refusals: stands.issues.map(({ message }) => message) } : stands;
  postMessage({ id, answer } satisfies ClockAnswered);
});
