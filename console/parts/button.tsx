// A button with words, an icon, or both.
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.js';

interface ButtonProps {
  /** `main` is the act of the page; `plain` stands beside words. */
  readonly kind?: 'main' | 'plain';
  readonly icon?: IconName;
  /** The words of a button that shows its icon alone. */
  readonly label?: string;
  readonly onPress: () => void;
  readonly children?: ReactNode;
}

export function Button({ kind, icon, label, onPress, children }: ButtonProps) {
  return (
    <button type="button" className={`button ${kind ?? ''}`} aria-label={label} title={label} onClick={onPress}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
