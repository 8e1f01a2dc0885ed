import {
  type Attributes,
  context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { readTraceparent, writeTraceparent } from './traceparent.ts'

export type { Span }

export interface Tracing {
  /** The name of the service. */
  readonly service: string
  /** The base address of an OTLP receiver; null: nothing is traced. */
  readonly endpoint: string | null
}

interface Work {
  readonly name: string
  readonly kind?: keyof typeof SpanKind
  /** No names, numbers, codes or addresses of persons, and nothing that a caller sent. */
  readonly attributes?: Attributes
  /** The `traceparent` of the caller; by default the span that this work is part of. */
  readonly caller?: unknown
}

let tracer: Tracer | undefined
let isStarted = false

/**
 * Sends the spans of this process to an OTLP receiver until it is closed. Of several services in a process the
 * first one's name counts.
 */
export async function startTracing({ service, endpoint }: Tracing): Promise<() => Promise<void>> {
  if (endpoint === null || isStarted) return () => Promise.resolve()
  isStarted = true
  // Only a process that traces loads the SDK.
  const { exportSpans } = await import('./export-spans.ts')
  const close = exportSpans({ service, endpoint })
  tracer = trace.getTracer('sarraf')
  return async () => {
    tracer = undefined
    isStarted = false
    await close()
  }
}

/** Undefined where nothing is traced. The caller ends the span. */
export function beginSpan({ name, kind = 'INTERNAL', attributes, caller }: Work): Span | undefined {
  if (tracer === undefined) return undefined
  const parent = caller === undefined ? context.active() : contextOf(caller)
  return tracer.startSpan(name, { kind: SpanKind[kind], attributes: attributes ?? {} }, parent)
}

/** Work within it makes spans below the span. */
export const within = <Result>(span: Span | undefined, work: () => Result): Result =>
  span === undefined ? work() : context.with(trace.setSpan(context.active(), span), work)

/** Runs the work in a span of its own; where nothing is traced, just the work. */
export async function traced<Result>(
  work: Work,
  run: (span: Span | undefined) => Promise<Result>,
): Promise<Result> {
  const span = beginSpan(work)
  if (span === undefined) return run(undefined)
  try {
    return await within(span, () => run(span))
  } catch (error) {
    failed(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** An error's message may quote what it is about, so the span gets its name alone. */
function failed(span: Span, error: unknown) {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
}

/** The current span, for outgoing calls and for events; undefined without one. */
export function currentTraceparent(): string | undefined {
  const span = tracer === undefined ? undefined : trace.getActiveSpan()
  return span && traceparentOf(span)
}

export const traceparentOf = (span: Span): string => writeTraceparent(span.spanContext())

/**
 * For work that is done at once for events of many traces, such as a transaction: a span in each of
 * these traces, from now until the result is called.
 */
export function tracedTogether<Item>(
  { name, kind = 'CONSUMER' }: Pick<Work, 'name' | 'kind'>,
  items: readonly Item[],
  traceparentIn: (item: Item) => unknown,
): () => void {
  const to = tracer
  if (to === undefined) return nothing
  const startTime = Date.now()
  return () => {
    for (const [caller, events] of countBy(items, traceparentIn)) {
      const attributes = { 'sarraf.events': events }
      to.startSpan(name, { kind: SpanKind[kind], startTime, attributes }, contextOf(caller)).end()
    }
  }
}

const nothing = () => undefined

function countBy<Item>(items: readonly Item[], traceparentIn: (item: Item) => unknown) {
  const counts = new Map<string, number>()
  for (const item of items) {
    const text = traceparentIn(item)
    const isSampled = readTraceparent(text)?.traceFlags === TraceFlags.SAMPLED
    if (typeof text === 'string' && isSampled) counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

function contextOf(caller: unknown) {
  const spanContext = readTraceparent(caller)
  return spanContext === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext)
}
