import {
  type ProcessDefinition,
  type ProcessManager,
  type ProcessManagerDependencies,
  startProcessManager,
} from '../event-sourcing/process-manager.ts'

export interface Patience {
  /** After this time a claim without a document, or a call without an outcome, counts as a crash. */
  readonly deadlineMs: number
  /** A request that still runs gets this long for its next step. */
  readonly graceMs: number
}

interface OpenStep {
  readonly requestId: string | null
}

interface Recovery<Step, Open extends OpenStep, Action extends string>
  extends Omit<ProcessDefinition<Step, Open>, 'resume'> {
  readonly nextAction: (open: Open, now: number) => Action | 'wait'
  readonly recover: (id: string, open: Open, action: Action) => Promise<void>
}

/**
 * Follows the log for open documents, and takes the next step of those whose process has crashed. A
 * request that still runs is left alone.
 */
export const startRecovery = <Step, Open extends OpenStep, Action extends string>(
  dependencies: ProcessManagerDependencies,
  { nextAction, recover, ...process }: Recovery<Step, Open, Action>,
): Promise<ProcessManager> =>
  startProcessManager<Step, Open>(dependencies, {
    ...process,
    async resume(id, open) {
      const action = nextAction(open, dependencies.log.now())
      if (action === 'wait') return false
      if (await dependencies.processes.isRunning(open.requestId)) return false
      await recover(id, open, action)
      dependencies.logger.info({ recovery: process.name, id, action }, 'recovered a document')
      return true
    },
  })
