import { Client } from 'pg'

const WITHIN_MS = 5_000

/** For who only looks at a server: it waits for nothing for long. */
export function checkingClient(connectionString: string): Client {
  const client = new Client({
    connectionString,
    application_name: 'sarraf check',
    connectionTimeoutMillis: WITHIN_MS,
    query_timeout: WITHIN_MS,
  })
  // A running query reports the lost connection itself.
  client.on('error', () => undefined)
  return client
}
