import type { DatabaseSync } from 'node:sqlite'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

const messageRow = Type.Object({
  phone: Type.String(),
  code: Type.String(),
  documentUuid: Type.String(),
  sentAt: Type.String(),
})

const rows = Compile(Type.Array(messageRow))
const row = Compile(Type.Union([messageRow, Type.Undefined()]))

/** An SMS that the integrator sent. */
export type Message = Readonly<Static<typeof messageRow>>

export interface Messages {
  send(message: Message): void
  /** The latest messages to the phone, newest first. */
  sentTo(phone: string): readonly Message[]
  newestOf(documentUuid: string): Message | undefined
}

const MOST_LISTED = 1_000

export function messagesIn(database: DatabaseSync): Messages {
  const insert = database.prepare(
    'insert into message (phone, code, document_uuid, sent_at) values (?, ?, ?, ?)',
  )
  const columns = 'phone, code, document_uuid as documentUuid, sent_at as sentAt'
  const newest = database.prepare(
    `select ${columns} from message where phone = ? order by id desc limit ${MOST_LISTED}`,
  )
  const newestOfDocument = database.prepare(
    `select ${columns} from message where document_uuid = ? order by id desc limit 1`,
  )
  return {
    send: ({ phone, code, documentUuid, sentAt }) => {
      insert.run(phone, code, documentUuid, sentAt)
    },
    sentTo: (phone) => rows.Parse(newest.all(phone)),
    newestOf: (documentUuid) => row.Parse(newestOfDocument.get(documentUuid)),
  }
}
