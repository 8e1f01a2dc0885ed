import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { orNull } from './fields.ts'

/** Who made an event happen, why, and under which key its sealed fields are. */
const Metadata = Type.Object({
  companyId: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  /** The writer's clock; ISO 8601, UTC. */
  recordedAt: Type.String(),
  actor: Type.Object({ kind: Type.Enum(['apiUser', 'operator', 'process']), id: Type.String() }),
  /** All events of one command share it. */
  commandId: Type.String(),
  requestId: orNull(Type.String()),
  /** In clear in the first events only; since then they are sealed in `call`. */
  idempotencyKey: orNull(Type.String()),
  ip: orNull(Type.String()),
  userAgent: orNull(Type.String()),
  /** Where the call came from, sealed under a key of the API user's own. */
  call: Type.Optional(Type.Object({ sealed: Type.String(), keyId: Type.String() })),
  /** The event that led to this one. */
  causationId: orNull(Type.String()),
  correlationId: Type.String(),
  /** Of the call at a provider that the event is about. */
  attemptId: Type.Optional(Type.String()),
  keyId: orNull(Type.String()),
})

export type EventMetadata = Static<typeof Metadata>

const validator = Compile(Metadata)

/** Undefined when these are not metadata that Sarraf wrote. */
export const parseMetadata = (value: unknown): EventMetadata | undefined =>
  validator.Check(value) ? value : undefined
