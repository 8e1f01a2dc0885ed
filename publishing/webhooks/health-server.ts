import {
  type HealthAnswer,
  type HealthServer,
  openHealthServer,
} from '#kernel/platform/process/health-server.ts'
import { missingParts, type StartedParts } from './readiness.ts'

interface WebhookHealth extends HealthServer {
  readonly parts: () => StartedParts
}

export const serveHealth = ({ parts, ...server }: WebhookHealth) =>
  openHealthServer(server, { '/health/ready': () => readiness(parts()) })

function readiness(parts: StartedParts): HealthAnswer {
  const missing = missingParts(parts)
  return missing.length === 0
    ? { status: 200, body: { status: 'ready', phase: parts.webhooks?.phase() } }
    : { status: 503, body: { status: 'starting', missing } }
}
