import { logLevels, type Settings } from '#kernel/platform/config.ts'

export type GatewayConfig = ReturnType<typeof readGatewayConfig>

export const readGatewayConfig = (settings: Settings) => ({
  host: settings.text('HOST', { default: '127.0.0.1' }),
  port: settings.port('PORT', { default: 8080 }),
  metricsPort: settings.port('METRICS_PORT', { default: null }),
  logLevel: settings.oneOf('LOG_LEVEL', logLevels, { default: 'info' }),
  services: {
    command: settings.url('COMMAND_URL', { protocols: ['http:'] }),
    query: settings.url('QUERY_URL', { protocols: ['http:'] }),
    projections: settings.url('PROJECTIONS_URL', { protocols: ['http:'] }),
  },
  /** The audit page and the feed: their metrics are included, but readiness does not depend on them. */
  audit: settings.url('AUDIT_URL', { protocols: ['http:'], default: null }),
  feed: settings.url('FEED_URL', { protocols: ['http:'], default: null }),
})
