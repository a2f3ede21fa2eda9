// A check under way, for the page that asked for it.
import { useEffect, useState } from 'react';
import type { Checked, CheckFile } from './checker.js';

export interface EvidenceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface DatedCheck extends Checked {
  readonly checkedAtMs: number;
}

interface FilesToCheck {
  readonly file: EvidenceFile | undefined;
  readonly head: string | undefined;
  readonly beside: EvidenceFile | undefined;
}

/** The answer to the newest question; undefined while the file is checked. */
export function useCheck(check: CheckFile, { file, head, beside }: FilesToCheck): DatedCheck | undefined {
  const [answer, setAnswer] = useState<{ readonly file: object; readonly checked: DatedCheck }>();
  useEffect(() => {
    if (file === undefined) return;
    let isNewest = true;
    setAnswer(undefined);
    check({ file: file.bytes, head, beside: beside?.bytes }).then(
      (checked) => {
        if (isNewest) setAnswer({ file, checked: { ...checked, checkedAtMs: Date.now() } });
      },
      // The page stops, and says so: else it would check without end.
      (error: unknown) =>
        setAnswer(() => {
          throw error;
        }),
    );
    return () => {
      isNewest = false;
    };
  }, [check, file, head, beside]);
  return answer?.file === file ? answer?.checked : undefined;
}
