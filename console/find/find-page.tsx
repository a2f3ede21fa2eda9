// Finding as a page, with the question in its address.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { FindField } from './find-field.js';

export function FindPage() {
  const words = useWords();
  const navigate = useNavigate();
  const { q = '' }: { readonly q?: string } = useSearch({ strict: false });
  return (
    <section>
      <h1>{words('find.title')}</h1>
      <FindField said={q} onSaid={(said) => void navigate({ to: PATHS.find, search: { q: said }, replace: true })} />
    </section>
  );
}
