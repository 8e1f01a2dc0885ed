import { Gauge, type Registry } from 'prom-client'

interface Metric {
  readonly name: string
  readonly help: string
}

interface LabelledMetric<Label extends string> extends Metric {
  readonly labelNames: readonly Label[]
}

export type LabelledValue<Label extends string> = readonly [
  labels: Readonly<Record<Label, string>>,
  value: number,
]

/** A value that is read for each scrape; NaN when it cannot be read. */
export function exposeGauge(
  registry: Registry,
  { name, help }: Metric,
  read: () => number | Promise<number>,
): void {
  const valueNow = async () => read()
  const gauge: Gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect: async () => gauge.set(await valueNow().catch(() => Number.NaN)),
  })
}

/** Values that are read for each scrape, by their labels, of which equal ones are summed; those of the scrape before are gone. */
export function exposeLabelled<Label extends string>(
  registry: Registry,
  { name, help, labelNames }: LabelledMetric<Label>,
  read: () => readonly LabelledValue<Label>[] | Promise<readonly LabelledValue<Label>[]>,
): void {
  const gauge: Gauge<Label> = new Gauge<Label>({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      const values = await read()
      gauge.reset()
      for (const [labels, value] of values) gauge.inc(labels, value)
    },
  })
}
