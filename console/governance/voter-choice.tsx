// The member that signs, where several wallets of the person are members.
import { useWords } from '../words/words.js';
import { memberAddress } from './member.js';

interface VoterChoiceProps {
  readonly voters: readonly string[];
  readonly voter: string;
  readonly onChange: (voter: string) => void;
}

export function VoterChoice({ voters, voter, onChange }: VoterChoiceProps) {
  const words = useWords();
  if (voters.length < 2) return null;
  return (
    <label className="field">
      {words('governance.as')}
      <select value={voter} onChange={({ target }) => onChange(target.value)}>
        {voters.map((each) => (
          <option key={each} value={each}>
            {memberAddress(each)}
          </option>
        ))}
      </select>
    </label>
  );
}
