/** Ends a line for some readers (Node, Python), or controls a terminal. JSON escapes those before the space itself. */
const CONTROL = /[\u007F-\u009F\u2028\u2029]/g

/** A JSON text that is one line for every reader, and means the same. */
export const onOneLine = (json: string): string =>
  json.replaceAll(
    CONTROL,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** A value as one line of NDJSON. */
export const jsonLine = (value: unknown): string => `${onOneLine(JSON.stringify(value))}\n`
