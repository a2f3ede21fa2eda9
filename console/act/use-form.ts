// The form of an action with the answers to it: its store, the roles that read it, and what is found of what is typed.
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { formOf } from '../../core/blueprint/form/elements.js';
import { readersAt } from '../../core/blueprint/form/readers.js';
import { startingMembers, type TypedMembers, withoutFiles } from '../../core/blueprint/form/typed.js';
import type { FileManifest } from '../../core/envelope/files.js';
import type { FormDraft } from '../forms/drafts.js';
import { faultsOf } from '../forms/faults.js';
import type { AttachedFile, FormState } from '../forms/form-context.js';
import { useJudged } from '../forms/judging.js';
import { FormStore } from '../forms/store.js';
import { useLanguage, useWords } from '../words/words.js';
import { type ActData, rolesOf } from './act-data.js';

/** The part of the data of an action by which its form is made and judged. */
export type FormData = Pick<ActData, 'action' | 'definition' | 'draft' | 'facts'>;

/** `spoken` is the action in the language of the person; it is judged as the ledger has it. */
export function useActForm(data: FormData, spoken: Pick<FormData, 'action' | 'definition'>) {
  const { definition, action, draft } = data;
  const form = useMemo(() => formOf(spoken.action), [spoken.action]);
  const [store] = useState(
    () => new FormStore(draft ? membersOf(draft, form.questions) : startingMembers(form.questions)),
  );
  const files = useRef(new Map<string, AttachedFile>(Object.entries(draft?.files ?? {}).map(attachSent)));
  const roles = useMemo(() => rolesOf(spoken.definition), [spoken.definition]);
  const context = useMemo<FormState>(
    () => ({
      store,
      readersAt: (path) => {
        const readers = readersAt(definition, action, path);
        return roles.filter(({ id }) => readers.includes(id));
      },
      attach: (field, file) => files.current.set(field, file),
    }),
    [store, definition, action, roles],
  );
  return { form, store, files, roles, context };
}

/** The typed values of a draft: of files those alone that the node has. */
function membersOf({ typed, files = {} }: FormDraft, questions: Parameters<typeof withoutFiles>[0]): TypedMembers {
  const kept = Object.keys(files).filter((name) => Object.hasOwn(typed, name));
  return { ...withoutFiles(questions, typed), ...Object.fromEntries(kept.map((name) => [name, typed[name]])) };
}

function attachSent([field, manifest]: readonly [string, FileManifest]): [string, AttachedFile] {
  return [field, { fileName: manifest.name, contentType: manifest.contentType, manifest }];
}

type ActFormState = Pick<ReturnType<typeof useActForm>, 'form' | 'store'>;

export function useFindings(data: FormData, { form, store }: ActFormState) {
  const words = useWords();
  const { language } = useLanguage();
  const { definition, action, facts } = data;
  const typed = useSyncExternalStore(store.listen, store.all);
  const actionId = String(action.id);
  const opened = useMemo(() => ({ definition, actionId, facts }), [definition, actionId, facts]);
  const { judged, isBehind } = useJudged(opened, typed);
  const faults = useMemo(
    () => faultsOf({ questions: form.questions, judged, language, words }),
    [form, judged, language, words],
  );
  useEffect(() => {
    const { hidden = [], disabled = [] } = judged ?? {};
    store.setFindings({ faults: faults.byField, hidden: new Set(hidden), disabled: new Set(disabled) });
  }, [store, faults, judged]);
  const isWrong = faults.byField.size > 0 || faults.others.length > 0;
  return { typed, judged, isBehind, faults, isWrong };
}

/** The review is opened by the answer to what is typed, and not by an older one. */
export function useReview(
  { store }: Pick<ActFormState, 'store'>,
  of: Omit<ReturnType<typeof useFindings>, 'typed'> & { readonly needsVote: boolean },
) {
  const { judged, isBehind, faults, isWrong, needsVote } = of;
  const [isAsked, setAsked] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // The last key may still be judged.
    if (!isWanted || !judged || isBehind) return;
    setWanted(false);
    store.leave(faults.byField.keys());
    if (!isWrong && !needsVote) setOpen(true);
  }, [isWanted, judged, isBehind, store, faults, isWrong, needsVote]);
  const ask = () => {
    setAsked(true);
    setWanted(true);
  };
  return { isAsked, isOpen, ask, close: () => setOpen(false) };
}
