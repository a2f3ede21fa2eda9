// Whether a failure comes from the limit on open files. The modules of a program are the first files that it opens, and
// what a module names is then said not to be there. It imports nothing, because no more can be loaded.

/** Below it a node has not started on any release; far above it a module that is missing is missing. */
const FEW_FILES = 512;

/** Told to the operator with it. */
export const RAISE_FILES = 'Raise the limit: ulimit -n 8192, or LimitNOFILE= of the service.';

interface UserLimits {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
}

export function isOutOfFiles(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EMFILE') return true;
  if (code !== 'ERR_MODULE_NOT_FOUND') return false;
  const soft = (process.report.getReport() as UserLimits).userLimits?.open_files?.soft;
  return Number(soft) < FEW_FILES;
}
