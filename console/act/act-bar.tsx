// The act of the page, at its lower edge: with which wallet, whether the draft is kept, and what comes next.
import { useState } from 'react';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { useSaying } from '../parts/said/say.js';
import { useWords } from '../words/words.js';
import type { ActData, WalletShown } from './act-data.js';
import { SendBack } from './send-back.js';

interface ActBarProps {
  readonly data: ActData;
  readonly wallets: readonly WalletShown[];
  readonly wallet: WalletShown | undefined;
  readonly isKept: boolean | undefined;
  readonly next: readonly string[];
  readonly onWallet: (address: string) => void;
  readonly onReview: () => void;
}

export function ActBar({ data, wallets, wallet, isKept, next, onWallet, onReview }: ActBarProps) {
  const words = useWords();
  const [isSendingBack, setSendingBack] = useState(false);
  useSaying(isKept ? words('act.kept-said') : undefined);
  const isRejectable = data.action.rejectionConfig !== undefined && data.instance.lastTransactionId !== undefined;
  return (
    <div className="act-bar">
      <p className="wide">{next.length > 0 && words('act.next', { next: next.join(', ') })}</p>
      {wallets.length > 1 && (
        <label className="choice">
          {words('act.wallet')}
          <select value={wallet?.address} onChange={({ target }) => onWallet(target.value)}>
            {wallets.map(({ address, name }) => (
              <option key={address} value={address}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {isKept && (
        <span className="hint kept">
          <Icon name="lock" />
          {words('act.kept')}
        </span>
      )}
      {isKept === false && (
        <p className="fault wide" role="alert">
          {words('act.not-kept')}
        </p>
      )}
      {isRejectable && wallet && (
        <Button kind="plain" icon="corner-up-left" onPress={() => setSendingBack(true)}>
          {words('act.send-back')}
        </Button>
      )}
      <Button kind="main" icon="pen-line" keys="Control+Enter" onPress={onReview}>
        {words('act.review')}
      </Button>
      {isSendingBack && wallet && <SendBack data={data} wallet={wallet} onClose={() => setSendingBack(false)} />}
    </div>
  );
}
