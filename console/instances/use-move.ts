// The sending of a move: once, however often the person presses. An answer that was lost is asked for again by its key.
import { useRef, useState } from 'react';
import { freshKey } from '../act/send-act.js';
import { isDecided, refusalText } from '../session/decided.js';
import { useWords } from '../words/words.js';
import type { MoveSent } from './send-move.js';

export function useMove(onSent: (sent: MoveSent) => void) {
  const words = useWords();
  const key = useRef(freshKey());
  const [isSending, setSending] = useState(false);
  const [refusal, refuse] = useState<string>();
  function run(send: (key: { readonly idempotencyKey: string }) => Promise<MoveSent | undefined>): void {
    if (isSending) return;
    setSending(true);
    refuse(undefined);
    send({ idempotencyKey: key.current })
      .then((sent) => sent && onSent(sent))
      .catch((error: unknown) => {
        if (isDecided(error)) key.current = freshKey();
        refuse(refusalText(error) ?? words('review.unknown'));
      })
      .finally(() => setSending(false));
  }
  return { isSending, refusal, refuse, run };
}
