// The page in place of one whose answer is late.
import { useWords } from '../words/words.js';

export function WaitingPage() {
  const words = useWords();
  return <p className="lead">{words('nav.waiting')}</p>;
}
