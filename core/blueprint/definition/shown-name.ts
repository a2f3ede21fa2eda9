// How a name that a stranger chose is shown in a sentence. A leaf: the operators of rules need it, and all else stands
// on them.
import { showHidden } from '../../base/hidden.js';
import { STATED_NAME_SHOWN_MAX } from '../../base/limits/node/reading.js';

/** A name from outside, short enough for a sentence, and without what would steer a terminal. */
export function shownName(name: string): string {
  const shown = showHidden(name.slice(0, STATED_NAME_SHOWN_MAX), () => '\ufffd');
  return name.length > STATED_NAME_SHOWN_MAX ? `${shown}…` : shown;
}
