import { Type } from 'typebox'

/** A key of the addresses in `stack.json`. */
export const loginRole = Type.Enum([
  'command',
  'projections',
  'query',
  'auditor',
  'webhooks',
  'feed',
  'eventStore',
])
