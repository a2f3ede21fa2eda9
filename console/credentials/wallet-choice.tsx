// Into which wallet a credential is taken: a single one needs no choice.
import { useWords } from '../words/words.js';

export interface HoldingWallet {
  readonly address: string;
  readonly name: string;
}

interface WalletChoiceProps {
  readonly wallets: readonly HoldingWallet[];
  readonly chosen: string | undefined;
  readonly onChoose: (address: string) => void;
}

export function WalletChoice({ wallets, chosen, onChoose }: WalletChoiceProps) {
  const words = useWords();
  if (wallets.length < 2) return null;
  return (
    <label className="choice">
      <span className="hint">{words('available.into')}</span>
      <select value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {wallets.map(({ address, name }) => (
          <option key={address} value={address}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
