import type { HealthAnswer } from '#kernel/platform/process/health-server.ts'
import { missingParts, type StartedParts } from './readiness.ts'

export function readiness(parts: StartedParts): HealthAnswer {
  const missing = missingParts(parts)
  return missing.length === 0
    ? { status: 200, body: { status: 'ready', phase: parts.webhooks?.phase() } }
    : { status: 503, body: { status: 'starting', missing } }
}
