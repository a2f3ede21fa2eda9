// The head of a member in a list of the designer: it opens and closes what is edited of it, by the address.
import type { ReactNode } from 'react';
import { useDesign } from './design-context.js';
import type { DesignView } from './design-search.js';

interface MemberHeadProps {
  readonly view: DesignView;
  /** The name of the member in the address. */
  readonly place: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

export function MemberHead({ view, place, isOpen, children }: MemberHeadProps) {
  const { go } = useDesign();
  return (
    <button
      type="button"
      className="field-name"
      aria-expanded={isOpen}
      onClick={() => go({ view, field: isOpen ? undefined : place })}
    >
      {children}
    </button>
  );
}
