import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parsed } from '../parsed.ts'
import type { Taxpayers } from '../state/taxpayers.ts'
import { failure, type Operation } from './operation.ts'

const parameters = Compile(Type.Object({ taxNumber: Type.String() }))

/** The registry of taxpayers who receive electronic invoices. */
export function taxpayerLookup(taxpayers: Taxpayers): Operation {
  return {
    name: 'taxpayer.lookup',
    method: 'GET',
    url: '/taxpayers/:taxNumber',
    perform: (request) => ({
      status: 200,
      json: taxpayers.find(parsed(parameters, request.params).taxNumber),
    }),
    refuse: () => failure(422, 'LOOKUP_REFUSED', 'The registry does not answer this query.'),
  }
}
