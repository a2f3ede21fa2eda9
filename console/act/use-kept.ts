// Keeps what is typed as a draft on this computer, a moment after the last key.
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type FormDraft, keepDraft } from '../forms/drafts.js';
import type { AttachedFile } from '../forms/form-context.js';
import { useLeaveAsked } from '../kept/leave-asked.js';
import type { ActData } from './act-data.js';

/** After the last key. */
const KEEP_MS = 500;

/** Says whether it is kept; undefined before the first key. */
export function useKept(
  { place, instance }: ActData,
  draft: Omit<FormDraft, 'lastTransactionId' | 'files'>,
  attached: RefObject<ReadonlyMap<string, AttachedFile>>,
): boolean | undefined {
  const [isKept, setKept] = useState<boolean>();
  useLeaveAsked(isKept === false);
  const { typed, wallet, idempotencyKey } = draft;
  const { lastTransactionId } = instance;
  const first = useRef(typed);
  useEffect(() => {
    // Nothing was typed yet.
    if (typed === first.current) return;
    const files = sentFiles(attached.current);
    const kept = { typed, wallet, idempotencyKey, lastTransactionId, files };
    const timer = setTimeout(() => void keepDraft(place, kept).then(setKept), KEEP_MS);
    return () => clearTimeout(timer);
  }, [place, typed, wallet, idempotencyKey, lastTransactionId, attached]);
  return isKept;
}

function sentFiles(attached: ReadonlyMap<string, AttachedFile>): NonNullable<FormDraft['files']> {
  return Object.fromEntries(
    [...attached].flatMap(([field, file]) => ('manifest' in file ? [[field, file.manifest] as const] : [])),
  );
}
