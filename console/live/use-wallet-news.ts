// Hears of wallets while somebody looks: what they sent and received, and which credentials come. The page reads anew.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { HUB_EVENTS } from '../../api/client/hub-events.js';
import { openHub } from '../../api/client/published/hubs.js';
import { node } from '../session/node.js';
import type { LiveState } from './follow.js';

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
    const end = hearWallets(key === '' ? [] : key.split(' '), tell, setState);
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [key, router]);
  return state;
}

/** A hidden page hears nothing, and reads anew when it is shown. Gives what ends it. */
function hearWallets(
  addresses: readonly string[],
  onNews: () => void,
  onState: (state: LiveState) => void,
): () => void {
  let isOver = false;
  let close: (() => Promise<void>) | undefined;
  const leave = (): void => {
    void close?.();
    close = undefined;
  };
  const look = async (): Promise<void> => {
    if (document.hidden) {
      leave();
      return onState('hidden');
    }
    if (close !== undefined) return;
    close = async () => {};
    const hub = await openHub(await import('@microsoft/signalr'), { client: node, hub: 'wallet' });
    if (isOver || document.hidden) return hub.close();
    close = hub.close;
    const { connection } = hub;
    for (const event of Object.keys(HUB_EVENTS.wallet)) hub.on(event as 'TransactionReceived', onNews);
    hub.onResumed(() => {
      onState('live');
      onNews();
    });
    connection.onreconnecting(() => onState('broken'));
    connection.onclose(() => !isOver && close === hub.close && onState('ended'));
    for (const address of addresses) await hub.subscribe('SubscribeToWallet', address);
    onState('live');
    onNews();
  };
  const lookSoundly = () => void look().catch(() => !isOver && onState('broken'));
  document.addEventListener('visibilitychange', lookSoundly);
  lookSoundly();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', lookSoundly);
    leave();
  };
}
