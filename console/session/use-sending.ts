// The sending of an act: once, however often the person presses. An answer that was lost is asked for again by its key.
import { useRef, useState } from 'react';
import { freshKey } from '../../api/client/sending.js';
import { useWords } from '../words/words.js';
import { failureText, isDecided } from './decided.js';

interface Sending<T> {
  readonly isSending: boolean;
  readonly refusal: string | undefined;
  readonly refuse: (why: string) => void;
  readonly run: (send: (key: { readonly idempotencyKey: string }) => Promise<T | undefined>) => void;
  readonly idempotencyKey: string;
}

/** `firstKey` is that of an act which was begun before. */
export function useSending<T>(onSent: (sent: T) => void, firstKey?: string): Sending<T> {
  const words = useWords();
  const key = useRef<string>(undefined);
  key.current ??= firstKey ?? freshKey();
  const [isSending, setSending] = useState(false);
  const [refusal, refuse] = useState<string>();
  async function run(send: Parameters<Sending<T>['run']>[0]): Promise<void> {
    if (isSending) return;
    setSending(true);
    refuse(undefined);
    try {
      const sent = await send({ idempotencyKey: key.current as string });
      if (sent !== undefined) onSent(sent);
    } catch (error) {
      if (isDecided(error)) key.current = freshKey();
      refuse(failureText(error, words));
    } finally {
      setSending(false);
    }
  }
  return { isSending, refusal, refuse, run: (send) => void run(send), idempotencyKey: key.current };
}
