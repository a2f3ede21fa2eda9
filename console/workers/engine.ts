// The worker that judges a form while it is filled in, by the functions that judge the action on the ledger.
import { judgeTyped } from '../../core/blueprint/form/judged.js';
import type { FormAnswered, FormAsked, FormOpened } from './engine-messages.js';

let form: FormOpened | undefined;

addEventListener('message', ({ data }: MessageEvent<FormOpened | FormAsked>) => {
  if ('definition' in data) form = data;
  else if (form) postMessage({ id: data.id, judged: judgeTyped({ ...form, ...data }) } satisfies FormAnswered);
});
