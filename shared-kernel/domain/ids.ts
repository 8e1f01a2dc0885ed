import { v5 } from 'uuid'

/** Clients may write the hexadecimal digits of an id in capitals. */
export const isRecordId = (text: string): boolean => /^[0-9a-f]{24}$/i.test(text)

/** The id of the record that a command creates: the same when the command is repeated. */
export const recordIdFrom = (commandId: string, purpose: string): string =>
  v5(purpose, commandId).replaceAll('-', '').slice(0, 24)

/** The id of an event that a command records: the same when the command is repeated. */
export const eventIdFrom = (commandId: string, purpose: string): string => v5(purpose, commandId)
