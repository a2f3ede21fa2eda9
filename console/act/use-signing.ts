// The signature of an action. Its draft goes with it.
import { forgetDraft } from '../forms/drafts.js';
import { useSending } from '../session/use-sending.js';
import type { ActData } from './act-data.js';
import type { SentAct } from './receipt.js';
import { type ActToSend, sendAct } from './send-act.js';

export function useSigning({ place, draft }: ActData, onSent: (sent: SentAct) => void) {
  const { run, ...sending } = useSending(onSent, draft?.idempotencyKey);
  const sign = (act: Omit<ActToSend, 'idempotencyKey'>) =>
    run(async (key) => {
      const done = await sendAct({ ...act, ...key });
      await forgetDraft(place);
      return done;
    });
  return { ...sending, sign };
}
