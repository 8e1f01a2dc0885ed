import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'

// The standard PDF fonts lack ı, ğ, ş, İ and ₺.
const fonts = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
}

export type Sheet = PDFKit.PDFDocument

export interface SheetHead {
  readonly title: string
  readonly author: string
  /** The creation date in the file, so that the same document gives the same bytes. */
  readonly madeAt: Date
}

const MARGIN = 42

/** Draws one A4 page and returns the file. */
export async function drawSheet(
  { title, author, madeAt }: SheetHead,
  draw: (sheet: Sheet) => void,
): Promise<Buffer> {
  const sheet = new Pdf({
    size: 'A4',
    margin: MARGIN,
    lang: 'tr',
    font: fonts.regular,
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  })
  const pieces: Buffer[] = []
  sheet.on('data', (piece: Buffer) => pieces.push(piece))
  sheet.registerFont('regular', fonts.regular)
  sheet.registerFont('bold', fonts.bold)
  draw(sheet)
  const ended = once(sheet, 'end')
  sheet.end()
  await ended
  return Buffer.concat(pieces)
}
