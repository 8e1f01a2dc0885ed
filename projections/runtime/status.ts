/** Where a projection stands, for health, metrics and the log. */
export interface ProjectionStatus {
  /**
   * `standingBy`: another process is active. `catchingUp` until it has reached the head of the log
   * seen at the start of its term. `failing` while it waits to start over.
   */
  readonly phase: 'starting' | 'standingBy' | 'catchingUp' | 'live' | 'failing' | 'stopped'
  readonly position: bigint
  /** Why the last term ended; kept until the next one is live. */
  readonly failure: string | undefined
}

export interface StatusBoard {
  readonly current: () => ProjectionStatus
  readonly enter: (phase: ProjectionStatus['phase']) => void
  readonly fail: (failure: string) => void
  readonly moveTo: (position: bigint) => void
}

export function createStatusBoard(): StatusBoard {
  let status: ProjectionStatus = { phase: 'starting', position: 0n, failure: undefined }
  return {
    current: () => status,
    enter: (phase) => {
      const failure = phase === 'catchingUp' ? status.failure : undefined
      status = { ...status, phase, failure }
    },
    fail: (failure) => {
      status = { ...status, phase: 'failing', failure }
    },
    moveTo: (position) => {
      status = { ...status, position }
    },
  }
}
