// Words between the tabs of one browser about their session: it ended, or a person signed in.

export type TabWord = 'ended' | 'signed-in';

const tabs = new BroadcastChannel('quorate.session');

export function tellTabs(word: TabWord): void {
  tabs.postMessage(word);
}

export function listenToTabs(listener: (word: TabWord) => void): void {
  tabs.onmessage = ({ data }: MessageEvent<TabWord>) => listener(data);
}
