import { CommandError } from './command.ts'

const causes: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'it is there already',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  EIO: 'the device fails',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file system takes no file of this size',
  EROFS: 'the file system is read-only',
  EBUSY: 'it is in use, or a file system of its own: name a folder in it',
  EMFILE: 'too many files are open',
  ECONNRESET: 'the connection broke',
  EPIPE: 'the connection broke',
}

/** An error of the file system in one line, for the user who named the file. */
export function fileFault(what: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof CommandError) return error
  const code = 'code' in error ? String(error.code) : undefined
  return new CommandError(`${what}: ${causes[code ?? ''] ?? code ?? error.name}.`, { cause: error })
}

/** The step; its error in one line. */
export const orFileFault = <Value>(what: string, step: Promise<Value>): Promise<Value> =>
  step.catch((error: unknown) => {
    throw fileFault(what, error)
  })
