// Asks the worker about what is typed, a moment after the last key. An answer that a newer question overtook is dropped.
import { useEffect, useRef, useState } from 'react';
import type { JudgedTyped } from '../../core/blueprint/form/judged.js';
import type { TypedMembers } from '../../core/blueprint/form/typed.js';
import address from '../workers/engine.js?worker&url';
import type { FormAnswered, FormAsked, FormOpened } from '../workers/engine-messages.js';
import { startWorker } from '../workers/trusted.js';

/** After the last key. */
const REST_MS = 60;

export interface Judging {
  readonly judged: JudgedTyped | undefined;
  /** True while what is shown is of an older text. */
  readonly isBehind: boolean;
}

export function useJudged(form: FormOpened, typed: TypedMembers): Judging {
  const worker = useRef<Worker>(undefined);
  const asked = useRef(0);
  const [answer, setAnswer] = useState<FormAnswered>();
  useEffect(() => {
    const started = startWorker(address);
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<FormAnswered>) => {
      if (data.id === asked.current) setAnswer(data);
    };
    started.postMessage(form);
    return () => started.terminate();
  }, [form]);
  useEffect(() => {
    // `form` opens another worker, which is asked anew.
    void form;
    const id = ++asked.current;
    const timer = setTimeout(() => worker.current?.postMessage({ id, typed } satisfies FormAsked), REST_MS);
    return () => clearTimeout(timer);
  }, [form, typed]);
  return { judged: answer?.judged, isBehind: answer?.id !== asked.current };
}
