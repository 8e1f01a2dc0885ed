import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A foreign program would outlive this process if it is killed. A shell that reads from our pipe
 * notices when this process ends, for any reason, and stops the program.
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
