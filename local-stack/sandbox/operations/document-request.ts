import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parsed } from '../parsed.ts'

const anyUuid = Compile(Type.Object({ uuid: Type.String() }))

const parameters = Compile(
  Type.Object({
    uuid: Type.String({ pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' }),
  }),
)

/** The uuid in the path, valid or not. */
export const calledUuid = (request: FastifyRequest): string => parsed(anyUuid, request.params).uuid

export const uuidOf = (request: FastifyRequest): string => parsed(parameters, request.params).uuid
