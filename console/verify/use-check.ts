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

/** The answer to the newest question; undefined while the file is checked. */
export function useCheck(
  check: CheckFile,
  file: EvidenceFile | undefined,
  head: string | undefined,
): DatedCheck | undefined {
  const [answer, setAnswer] = useState<{ readonly file: object; readonly checked: DatedCheck }>();
  useEffect(() => {
    if (file === undefined) return;
    let isNewest = true;
    setAnswer(undefined);
    check(file.bytes, head).then((checked) => {
      if (isNewest) setAnswer({ file, checked: { ...checked, checkedAtMs: Date.now() } });
    });
    return () => {
      isNewest = false;
    };
  }, [check, file, head]);
  return answer?.file === file ? answer?.checked : undefined;
}
