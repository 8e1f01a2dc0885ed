import type { Registry } from 'prom-client'
import { type Answers, openHealthServer } from './health-server.ts'
import type { OnClose } from './lifecycle.ts'
import { serveMetrics } from './metrics.ts'

interface Serving {
  readonly settings: {
    readonly host: string
    readonly port: number
    /** Null: the metrics are served with the rest. */
    readonly metricsPort: number | null
  }
  readonly registry: Registry
  readonly onClose: OnClose
}

/** For a service without requests of its own: health, metrics, and these answers by their paths. */
export async function serveHealth(serving: Serving, answers: Answers): Promise<void> {
  const { settings, registry, onClose } = serving
  const { host, port, metricsPort } = settings
  const here = metricsPort === null ? registry : undefined
  const health = await openHealthServer({ host, port, registry: here }, answers)
  onClose('health', health.close)
  await serveMetricsApart(serving)
}

/** The metrics on a port of their own, if they have one. */
export async function serveMetricsApart({ settings, registry, onClose }: Serving): Promise<void> {
  const { host, metricsPort: port } = settings
  if (port === null) return
  const metrics = await serveMetrics(registry, { host, port })
  onClose('metrics', metrics.close)
}
