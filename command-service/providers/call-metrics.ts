import { Histogram, type Registry } from 'prom-client'

/** One for the process, because calls know nothing of the service that they are made for. */
const duration = new Histogram({
  name: 'sarraf_provider_call_seconds',
  help: 'Time from a call at a provider to its answer, or to the end of the wait for it',
  labelNames: ['provider', 'operation', 'outcome'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  registers: [],
})

export const exposeProviderCalls = (registry: Registry): void => registry.registerMetric(duration)

/** For metrics and traces. */
export interface CallName {
  /** Which port of ours is called. */
  readonly provider: string
  /** Which of its operations. */
  readonly operation: string
}

interface Observation {
  /** The class of the status (`2xx`); `timeout`, `connection` or `aborted` where there was no answer. */
  readonly outcome: string
  readonly seconds: number
}

export const observeCall = (
  { provider, operation }: CallName,
  { outcome, seconds }: Observation,
): void => duration.observe({ provider, operation, outcome }, seconds)
