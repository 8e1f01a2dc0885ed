/**
 * Most of what a program of ours takes to start is compiling. All programs of a run share what is
 * compiled: a test that gives a process an environment of its own adds this.
 */
export const compiled = (): NodeJS.ProcessEnv => ({ [COMPILED]: process.env[COMPILED] })

/** For the programs that this process starts; it has been compiled already. */
export function shareCompiled(folder: string): void {
  process.env[COMPILED] ??= folder
}

const COMPILED = 'NODE_COMPILE_CACHE'
