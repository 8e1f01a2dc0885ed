import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A program that is not ours would outlive a process that was killed. A shell that reads from a pipe
 * of ours learns of our end, whatever its cause, and asks the program to stop.
 */
export function endWithThisProcess(program: ChildProcess): void {
  const guard = spawn(
    '/bin/sh',
    ['-c', 'read -r line; kill -TERM "$1" 2>/dev/null', 'sarraf-guard', String(program.pid)],
    { detached: true, stdio: ['pipe', 'ignore', 'ignore'] },
  )
  guard.on('error', () => undefined)
  guard.unref()
  program.once('exit', () => guard.kill('SIGKILL'))
}
