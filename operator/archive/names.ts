import type { KeptTable } from './tables.ts'

export const LOG_FILE = 'log.ndjson.gz'
export const WITNESS_FILE = 'witness.ndjson.gz'
export const fileOf = (table: KeptTable) => `${table}.ndjson.gz`
