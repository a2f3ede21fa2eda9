// The page in place of one that stopped: the node refused what it reads, or it has a fault of ours.
import { useRouter } from '@tanstack/react-router';
import { ClientError } from '../../api/client/client-error.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';

export function StoppedPage({ error }: { readonly error: unknown }) {
  const words = useWords();
  const router = useRouter();
  const isRefusal = error instanceof ClientError;
  return (
    <section role="alert">
      <h1>{words(isRefusal ? 'refused.title' : 'broken.title')}</h1>
      <p className="lead" lang={isRefusal ? 'en' : undefined}>
        {isRefusal ? error.message : words('broken.about')}
      </p>
      {isRefusal && (
        <p>
          <a href={`/docs/errors.html#${error.code}`}>{error.code}</a>
        </p>
      )}
      {isRefusal && error.details.traceId !== undefined && (
        <p className="hint">{words('refused.trace', { trace: error.details.traceId })}</p>
      )}
      {!isRefusal && <code lang="en">{error instanceof Error ? error.message : String(error)}</code>}
      <Button icon="refresh" onPress={() => void router.invalidate()}>
        {words('refused.again')}
      </Button>
    </section>
  );
}
