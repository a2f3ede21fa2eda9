// A line of text with its label, its hint and why it cannot be used.
import { useId } from 'react';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  /** Why the value cannot be used, with what to do. */
  readonly fault?: string | undefined;
  readonly placeholder?: string;
  /** Of a password: `new-password` where it is chosen. */
  readonly secret?: 'new-password' | 'current-password';
  /** For what is copied, such as hashes. */
  readonly isCode?: boolean;
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  fault,
  placeholder,
  secret,
  isCode = false,
}: TextFieldProps) {
  const id = useId();
  const about = fault ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type={secret ? 'password' : 'text'}
        className={isCode ? 'code' : undefined}
        value={value}
        placeholder={placeholder}
        spellCheck={!isCode}
        autoComplete={secret ?? 'off'}
        aria-invalid={fault !== undefined}
        aria-describedby={about && `${id}-about`}
        onChange={({ target }) => onChange(target.value)}
      />
      {about && (
        <p id={`${id}-about`} className={fault ? 'fault' : 'hint'}>
          {about}
        </p>
      )}
    </div>
  );
}
