// A button with words, an icon, or both.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';

interface ButtonProps {
  /** `main` is the act of the page; `plain` stands beside words. */
  readonly kind?: 'main' | 'plain';
  readonly icon?: IconName;
  /** The words of a button that shows its icon alone. */
  readonly label?: string;
  /** Without it the button sends the form that it is in. */
  readonly onPress?: () => void;
  /** That do the same, as in `Control+Enter`. */
  readonly keys?: string;
  /** While its act is under way. */
  readonly isBusy?: boolean;
  readonly children?: ReactNode;
}

export function Button({ kind, icon, label, onPress, keys, isBusy = false, children }: ButtonProps) {
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      className={`button ${kind ?? ''}`}
      aria-label={label}
      title={label}
      aria-keyshortcuts={keys}
      // A button that is disabled would lose the focus.
      aria-disabled={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onPress?.())}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
