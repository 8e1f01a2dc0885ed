import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { Client } from 'pg'
import { WrongUsage } from '#kernel/platform/cli/command.ts'
import type { Environment } from '#kernel/platform/settings/read.ts'
import { moveCommand } from '#stack/event-store/move/command.ts'

/** Runs the command in this process. */
export async function move(to: string, environment: Environment) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()]
  const [printed, said] = [text(stdout), text(stderr)]
  const terminal = { environment, stdin, stdout, stderr }
  const exitCode = await moveCommand.run(['--to', to], terminal).catch((error: unknown) => {
    stderr.write(error instanceof Error ? error.message : String(error))
    return error instanceof WrongUsage ? 2 : 1
  })
  stdout.end()
  stderr.end()
  return { exitCode, report: JSON.parse((await printed) || '{}'), said: await said }
}

export async function query<Row extends object = Record<string, unknown>>(
  databaseUrl: string,
  statement: string,
): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** Every row of the tables that readers see, with the transaction that wrote it last. */
export async function shownRows(databaseUrl: string) {
  const tables = await query<{ name: string }>(
    databaseUrl,
    `select table_name as name from information_schema.tables
     where table_schema = 'read_model' and table_name not in ('checkpoint', 'parked_event')
     order by name`,
  )
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    found[name] = await query(
      databaseUrl,
      `select xmin::text, to_jsonb(shown) as row from read_model.${name} as shown order by 2::text`,
    )
  }
  return found
}

export interface Kept {
  readonly holder: string
  readonly position: string
  readonly id: string | null
}

/** Every position that is kept, with the event that stands there. */
export const keptPositions = (databaseUrl: string) =>
  query<Kept>(
    databaseUrl,
    `select 'checkpoint' as holder, position::text, last_event->>'id' as id
       from read_model.checkpoint
     union all
     select name, position::text, last_event->>'id' from command.process_state
     union all
     select name, position::text, last_event->>'id' from webhooks.place
     union all
     select 'for ' || endpoint_id, position::text, webhook_id from webhooks.delivery
     union all
     select 'again ' || endpoint_id, position::text, last_event->>'id' from webhooks.replay
     union all
     select 'parked', position::text, event_id from read_model.parked_event
     union all
     select 'block ' || after, position::text,
       encode(substring(event_ids from length(event_ids) - 15), 'hex')::uuid::text
       from vault.log_chain
     order by holder, position`,
  )
