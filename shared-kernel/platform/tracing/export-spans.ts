import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { waitAtMost } from '../waiting/timing.ts'

const EVERY_MS = 1_000
/** A receiver that does not answer must not delay the end of the process. */
const CLOSE_WITHIN_MS = 1_000

interface Export {
  readonly service: string
  readonly endpoint: string
}

/** Spans are kept or dropped by the receiver, so each is sent, unless the caller's trace is not sampled. */
export function exportSpans({ service, endpoint }: Export): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'sarraf' }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EVERY_MS })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  return async () => {
    await waitAtMost(CLOSE_WITHIN_MS, provider.shutdown())
    trace.disable()
    context.disable()
  }
}
