import { integer, text, url } from './setting.ts'

const POSTGRES = ['postgres:', 'postgresql:']

/** Those about PostgreSQL. */
export const databaseSettings = {
  DATABASE_URL: url('DATABASE_URL', {
    protocols: POSTGRES,
    secret: true,
    meaning:
      'Your PostgreSQL, as the role of the process that reads it; without it `npm start` runs an embedded one.',
  }),
  READ_DATABASE_URL: url('READ_DATABASE_URL', {
    protocols: POSTGRES,
    secret: true,
    meaning:
      'A replica of that PostgreSQL, as the same role: the query service reads there, and a write of the command service waits for it. Both get it, or neither.',
  }),
  READ_LAG_SECONDS: integer('READ_LAG_SECONDS', {
    default: 5,
    minimum: 1,
    maximum: 3_600,
    meaning:
      'How long that replica may lack what the primary shows; then lists and details are read at the primary until it follows again.',
  }),
  DATABASE_CONNECTIONS: integer('DATABASE_CONNECTIONS', {
    default: 10,
    minimum: 5,
    maximum: 100,
    meaning:
      'The most connections to PostgreSQL of an instance of the command or query service, besides the one that follows the read models.',
  }),
  DATABASE_PASSWORD_COMMAND: text('DATABASE_PASSWORD_COMMAND', {
    secret: true,
    meaning: 'The password that `database -- prepare` sets for the role `sarraf_command`.',
  }),
  DATABASE_PASSWORD_QUERY: text('DATABASE_PASSWORD_QUERY', {
    secret: true,
    meaning: 'The same for `sarraf_query`.',
  }),
  DATABASE_PASSWORD_PROJECTIONS: text('DATABASE_PASSWORD_PROJECTIONS', {
    secret: true,
    meaning: 'The same for `sarraf_projections`.',
  }),
  DATABASE_PASSWORD_AUDITOR: text('DATABASE_PASSWORD_AUDITOR', {
    secret: true,
    meaning: 'The same for `sarraf_auditor`.',
  }),
  DATABASE_PASSWORD_WEBHOOKS: text('DATABASE_PASSWORD_WEBHOOKS', {
    secret: true,
    meaning: 'The same for `sarraf_webhooks`.',
  }),
  DATABASE_PASSWORD_FEED: text('DATABASE_PASSWORD_FEED', {
    secret: true,
    meaning: 'The same for `sarraf_feed`.',
  }),
  DATABASE_PASSWORD_EVENT_STORE: text('DATABASE_PASSWORD_EVENT_STORE', {
    secret: true,
    meaning: 'The same for `sarraf_event_store`, the role of the embedded event store node.',
  }),
}
