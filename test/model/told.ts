// Effects of the reducer as short texts, so that a test of steps reads like a protocol. It leaves out what such a test
// does not assert.
import type { Effect } from '../../core/consensus/effect.js';
import { nameOf } from './world.js';

/** One text for each effect, in their order. */
export function told(effects: readonly Effect[]): string[] {
  return effects.map((effect) => {
    switch (effect.type) {
      case 'persist':
        return `persist ${effect.writes.map((write) => write.kind).join('+')}`;
      case 'send': {
        const { message } = effect;
        const what =
          message.type === 'vote' ? `${message.vote.approve ? '' : 'reject '}${message.vote.kind}` : message.type;
        return `send ${what} to ${effect.to.map(nameOf).join('')}`;
      }
      case 'event':
        return `event ${effect.event.name}`;
      case 'arm':
        return `arm ${effect.timer} ${effect.delayMs}`;
      case 'check':
        return `check${effect.time === 'never' ? '' : ` ${effect.time}`}`;
      case 'build':
        return `build ${effect.windowMs}`;
      case 'disarm':
        return `disarm ${effect.timer}`;
      case 'serve':
        return `serve ${effect.held === null ? '' : 'certificate '}${effect.height} to ${nameOf(effect.to)}`;
      case 'fetch':
        return `fetch ${effect.docketHash === null ? effect.height : 'body'} from ${nameOf(effect.from)}`;
      default:
        return `offer to ${nameOf(effect.to)}`;
    }
  });
}
