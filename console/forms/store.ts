// The typed values of a form and the findings about them, outside of React. Each field listens to its own place, so
// that a key draws one field anew and not all of them.
import { useCallback, useSyncExternalStore } from 'react';
import { pointerText } from '../../core/blueprint/definition/pointer.js';
import { type FieldRule, ruleKey } from '../../core/blueprint/form/field-rule.js';
import { readTyped, type Typed, type TypedMembers, withTyped } from '../../core/blueprint/form/typed.js';

export interface FormFindings {
  /** Faults in words, by the pointer of the field. */
  readonly faults: ReadonlyMap<string, string>;
  /** Rules by which something is hidden, or may not be changed. */
  readonly hidden: ReadonlySet<string>;
  readonly disabled: ReadonlySet<string>;
}

const NOTHING: FormFindings = { faults: new Map(), hidden: new Set(), disabled: new Set() };

export class FormStore {
  private typed: TypedMembers;
  private findings = NOTHING;
  private readonly left = new Set<string>();
  private readonly listeners = new Set<() => void>();

  constructor(first: TypedMembers) {
    this.typed = first;
  }

  /** The same object until something else is typed. */
  readonly all = (): TypedMembers => this.typed;

  at(path: readonly string[]): Typed {
    return readTyped(this.typed, path);
  }

  set(path: readonly string[], value: Typed): void {
    this.typed = withTyped(this.typed, path, value) as TypedMembers;
    this.tell();
  }

  setFindings(findings: FormFindings): void {
    this.findings = findings;
    this.tell();
  }

  /** Undefined while the person has not been in the field and gone on. */
  faultAt(key: string): string | undefined {
    return this.left.has(key) ? this.findings.faults.get(key) : undefined;
  }

  leave(keys: Iterable<string>): void {
    for (const key of keys) this.left.add(key);
    this.tell();
  }

  isHidden(rule: FieldRule | undefined): boolean {
    return rule !== undefined && this.findings.hidden.has(ruleKey(rule));
  }

  isDisabled(rule: FieldRule | undefined): boolean {
    return rule !== undefined && this.findings.disabled.has(ruleKey(rule));
  }

  readonly listen = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

export function useTyped(store: FormStore, path: readonly string[]): Typed {
  const key = pointerText(path);
  // The path of a row is another array each time, of the same place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says all of it.
  const read = useCallback(() => store.at(path), [store, key]);
  return useSyncExternalStore(store.listen, read);
}

export function useFault(store: FormStore, key: string): string | undefined {
  return useSyncExternalStore(store.listen, () => store.faultAt(key));
}

export function useIsHidden(store: FormStore, rule: FieldRule | undefined): boolean {
  return useSyncExternalStore(store.listen, () => store.isHidden(rule));
}

export function useIsDisabled(store: FormStore, rule: FieldRule | undefined): boolean {
  return useSyncExternalStore(store.listen, () => store.isDisabled(rule));
}
