import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { oneOf } from '../../one-of.ts'
import { parsed } from '../../parsed.ts'
import type { State } from '../../state/state.ts'
import type { Voucher } from '../../state/vouchers.ts'
import { notFound } from '../document-answers.ts'
import { calledUuid, uuidOf } from '../document-request.ts'
import { type Answer, failure, type Operation } from '../operation.ts'

const query = Compile(Type.Object({ format: oneOf(['pdf', 'xml']) }))

/** The stored XML, or a PDF made from it. */
export const voucherFile = ({ vouchers }: Pick<State, 'vouchers'>): Operation => ({
  name: 'voucher.file',
  method: 'GET',
  url: '/e-vouchers/:uuid/file',
  uuidOf: calledUuid,
  perform: (request) => {
    const { format } = parsed(query, request.query)
    const voucher = vouchers.find(uuidOf(request))
    if (voucher === undefined) return notFound
    return format === 'pdf' ? pdf(voucher) : xml(voucher)
  },
  refuse: () => failure(422, 'FILE_REFUSED', 'The provider has no file of this document.'),
})

const xml = (voucher: Voucher): Answer => ({
  status: 200,
  file: Buffer.from(voucher.xml),
  contentType: 'application/xml; charset=utf-8',
})

async function pdf(voucher: Voucher): Promise<Answer> {
  // Fonts and their library take 20 MB, and few ask for a PDF.
  const { voucherPdf } = await import('../../paper/voucher-pdf.ts')
  return { status: 200, file: await voucherPdf(voucher), contentType: 'application/pdf' }
}
