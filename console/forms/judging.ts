// Asks the worker about what is typed, a moment after the last key. An answer that a newer question overtook is
// dropped.
import { useEffect, useRef, useState } from 'react';
import type { JudgedTyped } from '../../core/blueprint/form/judged.js';
import type { TypedMembers } from '../../core/blueprint/form/typed.js';
import { afterPress } from '../after-press.js';
import address from '../workers/engine.js?worker&url';
import type { FormAnswered, FormAsked, FormOpened } from '../workers/engine-messages.js';
import { startWorker } from '../workers/trusted.js';

/** After the last key. */
const REST_MS = 60;

interface JudgedNow {
  readonly judged: JudgedTyped | undefined;
  /** True while what is told is of an older text. */
  readonly isBehind: boolean;
}

interface Answered {
  readonly judged: JudgedTyped;
  readonly typed: TypedMembers;
}

export function useJudged(form: FormOpened, typed: TypedMembers): JudgedNow {
  const worker = useRef<Worker>(undefined);
  const asked = useRef({ id: 0, typed });
  const [answer, setAnswer] = useState<Answered>();
  useEffect(() => {
    const started = startWorker(address);
    worker.current = started;
    started.onmessage = ({ data }: MessageEvent<FormAnswered>) => {
      afterPress(() => {
        if (data.id === asked.current.id) setAnswer({ judged: data.judged, typed: asked.current.typed });
      });
    };
    started.postMessage(form);
    return () => started.terminate();
  }, [form]);
  useEffect(() => {
    // `form` opens another worker, which is asked anew.
    void form;
    const id = asked.current.id + 1;
    asked.current = { id, typed };
    const timer = setTimeout(() => worker.current?.postMessage({ id, typed } satisfies FormAsked), REST_MS);
    return () => clearTimeout(timer);
  }, [form, typed]);
  return { judged: answer?.judged, isBehind: answer?.typed !== typed };
}
