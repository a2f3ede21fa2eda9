// A line of a check: passed, open or failed.
import type { Issue } from '../../core/base/issue.js';
import { CodedText } from '../parts/coded-text.js';
import { Icon, type IconName } from '../parts/icon.js';
import { useWords } from '../words/words.js';

export function IssueRow({ issue: { code, path, message } }: { readonly issue: Issue }) {
  const words = useWords();
  return (
    <CheckRow icon="circle-x" state="failed" title={code}>
      <span lang="en">
        <CodedText text={message} />
      </span>
      {path !== '' && <span> {words('issue.at', { path })}</span>}
    </CheckRow>
  );
}

interface CheckRowProps {
  readonly icon: IconName;
  readonly state: 'passed' | 'open' | 'failed';
  readonly title: string;
  readonly children: React.ReactNode;
}

/** It passed, is open or failed; and why. */
export function CheckRow({ icon, state, title, children }: CheckRowProps) {
  return (
    <li data-state={state}>
      <Icon name={icon} />
      <div>
        <b>{title}</b>
        <p>{children}</p>
      </div>
    </li>
  );
}
