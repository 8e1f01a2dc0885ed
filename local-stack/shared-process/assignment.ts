import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'

/** What the supervisor sends to the shared process: its services, each with settings that no other one sees. */
const assignment = Type.Object({
  /** The data folder, which contains their logs. */
  folder: Type.String(),
  environments: Type.Array(
    Type.Object({
      name: Type.Enum(['sandbox', 'audit', 'webhooks']),
      environment: Type.Record(Type.String(), Type.String()),
    }),
  ),
})

export type Assignment = Static<typeof assignment>

export const Assignment = Compile(assignment)
