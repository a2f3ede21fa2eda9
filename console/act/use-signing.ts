// The signature of an action: sent once, however often the person presses.
import { useRef, useState } from 'react';
import { forgetDraft } from '../forms/drafts.js';
import { isDecided, refusalText } from '../session/decided.js';
import { useWords } from '../words/words.js';
import type { ActData } from './act-data.js';
import type { SentAct } from './receipt.js';
import { type ActToSend, freshKey, sendAct } from './send-act.js';

export function useSigning({ place, draft }: ActData, onSent: (sent: SentAct) => void) {
  const words = useWords();
  const key = useRef(draft?.idempotencyKey ?? freshKey());
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  async function sign(act: Omit<ActToSend, 'idempotencyKey'>): Promise<void> {
    if (isSending) return;
    setSending(true);
    setRefusal(undefined);
    try {
      const done = await sendAct({ ...act, idempotencyKey: key.current });
      await forgetDraft(place);
      onSent(done);
    } catch (error) {
      if (isDecided(error)) key.current = freshKey();
      setRefusal(refusalText(error) ?? words('review.unknown'));
    } finally {
      setSending(false);
    }
  }
  return { isSending, refusal, sign, idempotencyKey: key.current };
}
