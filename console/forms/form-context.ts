// The facts that each field of a form reads beside its own value.
import { createContext, useContext } from 'react';
import type { FileManifest } from '../../core/envelope/files.js';
import type { FormStore } from './store.js';

export interface RoleShown {
  readonly id: string;
  readonly name: string;
  readonly organisation: string | undefined;
  /** Among the participants, by which it has its colour. */
  readonly place: number;
}

/** Inside of the submission, or sealed and sent before. */
export type AttachedFile = { readonly fileName: string; readonly contentType: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly manifest: FileManifest }
);

export interface FormState {
  readonly store: FormStore;
  /** The readers of a place, without the role that types; undefined where no role is told anything. */
  readonly readersAt: (path: readonly string[]) => readonly RoleShown[] | undefined;
  /** A file that goes with the action, by the name of its field. */
  readonly attach: (field: string, file: AttachedFile) => void;
}

export const FormContext = createContext<FormState | undefined>(undefined);

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error('Fields stand inside of a form.');
  return form;
}
