// The worker that checks evidence, so that the page answers meanwhile.
import { checkFile } from '../verify/checker.js';
import type { CheckAnswered, CheckAsked } from './check-messages.js';

addEventListener('message', ({ data: { id, asked } }: MessageEvent<CheckAsked>) =>
  postMessage({ id, checked: checkFile(asked) } satisfies CheckAnswered),
);
