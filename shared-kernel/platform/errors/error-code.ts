/** What the system or a driver calls the failure, `ENOENT`; undefined if it has no such name. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
