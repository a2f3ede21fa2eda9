// Hears of the registers of an organisation while somebody looks: which come and go, how far each is, and its newest
// docket. Heights are kept here; for all else the page reads anew.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { followRegisters, type LiveState } from './follow.js';

/** A busy register seals many dockets in it: what they say is shown once. */
const REST_MS = 1000;

export type Heights = ReadonlyMap<string, number>;

export interface RegisterNews {
  /** By register: how many dockets it has, of those that got one since. */
  readonly heights: Heights;
  readonly state: LiveState;
}

export function useRegisterNews(organisationId: string, registerIds: readonly string[]): RegisterNews {
  const router = useRouter();
  const [state, setState] = useState<LiveState>('joining');
  const [heights, setHeights] = useState<Heights>(new Map());
  const key = registerIds.join(' ');
  useEffect(() => {
    const heard = new Map<string, number>();
    let isStale = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer = undefined;
      const fresh = new Map(heard);
      heard.clear();
      if (fresh.size > 0) setHeights((before) => new Map([...before, ...fresh]));
      if (isStale) void router.invalidate();
      isStale = false;
    };
    const showSoon = (): void => {
      timer ??= setTimeout(show, REST_MS);
    };
    const end = followRegisters(organisationId, key === '' ? [] : key.split(' '), {
      onHeight(registerId, height) {
        heard.set(registerId, height);
        showSoon();
      },
      onOther() {
        isStale = true;
        showSoon();
      },
      onState: setState,
    });
    return () => {
      clearTimeout(timer);
      end();
    };
  }, [organisationId, key, router]);
  return { heights, state };
}
