// Hears of wallets while a person looks: what they sent and received, and which credentials come. The page reads anew.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { followWallets, type LiveState } from './follow.js';

/** Facts of one docket come together: the page reads once. */
const REST_MS = 300;

export function useWalletNews(addresses: readonly string[]): LiveState {
  const router = useRouter();
  const [state, setState] = useState<LiveState>('joining');
  const key = addresses.join(' ');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => void router.invalidate(), REST_MS);
    };
    const wallets = key === '' ? [] : key.split(' ');
    const end = followWallets(wallets, { onNews: tell, onState: setState });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [key, router]);
  return state;
}
