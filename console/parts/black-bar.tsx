// A value that is not disclosed. All bars have one width: a bar as long as the value would tell its length.
import { useWords } from '../words/words.js';

export function BlackBar() {
  const words = useWords();
  return (
    <span className="black-bar">
      <span className="unseen">{words('part.not-disclosed')}</span>
    </span>
  );
}
