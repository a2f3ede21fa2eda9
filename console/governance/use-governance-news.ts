// Reads the governance of a register anew where others proposed, voted or decided, here or on another node.
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useRegisterNews } from '../live/use-register-news.js';
import { type Governance, governanceMark, readMark } from './read-governance.js';

/** Most dockets of a busy register change nothing of it: each is looked at, and few have the page read. */
export function useGovernanceNews(governance: Governance): void {
  const { organisationId, register } = governance;
  const router = useRouter();
  const { heights } = useRegisterNews(organisationId, [register.id]);
  const height = heights.get(register.id);
  const mark = governanceMark(governance);
  useEffect(() => {
    if (height === undefined || height <= register.height) return;
    readMark(register.id).then(
      (now) => now !== mark && void router.invalidate(),
      () => undefined,
    );
  }, [height, mark, register, router]);
}
