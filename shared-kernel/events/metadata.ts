import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { orNull } from './fields.ts'

/** Who caused an event, why, and which key seals its fields. */
const Metadata = Type.Object({
  companyId: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  /** The writer's clock; ISO 8601, UTC. */
  recordedAt: Type.String(),
  actor: Type.Object({ kind: Type.Enum(['apiUser', 'operator', 'process']), id: Type.String() }),
  /** All events of one command share it. */
  commandId: Type.String(),
  requestId: orNull(Type.String()),
  /** Unencrypted in old events only; in others they are sealed in `call`. */
  idempotencyKey: orNull(Type.String()),
  ip: orNull(Type.String()),
  userAgent: orNull(Type.String()),
  /** The origin of the call, sealed with a key of the API user. */
  call: Type.Optional(Type.Object({ sealed: Type.String(), keyId: Type.String() })),
  /** The event that led to this one. */
  causationId: orNull(Type.String()),
  correlationId: Type.String(),
  /** The span that wrote the event (W3C), where its request was traced. */
  traceparent: Type.Optional(Type.String()),
  /** The call at a provider that the event is about. */
  attemptId: Type.Optional(Type.String()),
  keyId: orNull(Type.String()),
})

export type EventMetadata = Static<typeof Metadata>

const validator = Compile(Metadata)

/** Undefined if Sarraf did not write this metadata. */
export const parseMetadata = (value: unknown): EventMetadata | undefined =>
  validator.Check(value) ? value : undefined
