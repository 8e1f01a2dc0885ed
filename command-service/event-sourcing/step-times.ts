import { Histogram, type Registry } from 'prom-client'

/** The steps of a new voucher, in their order; the last one is the wait until readers see it. */
const steps = ['facts', 'claim', 'record', 'number', 'readable'] as const

type Step = (typeof steps)[number]

/** Observes how long a step takes; its outcome is the outcome of the work. */
export type TimeStep = <Outcome>(step: Step, work: Promise<Outcome>) => Promise<Outcome>

export function voucherStepTimes(registry: Registry): TimeStep {
  const duration = new Histogram({
    name: 'sarraf_voucher_step_seconds',
    help: 'Time that the steps of a new voucher take',
    labelNames: ['step'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.1, 1],
    registers: [registry],
  })
  const ofStep = new Map(steps.map((step) => [step, duration.labels(step)]))
  return async (step, work) => {
    const since = performance.now()
    try {
      return await work
    } finally {
      ofStep.get(step)?.observe((performance.now() - since) / 1000)
    }
  }
}
