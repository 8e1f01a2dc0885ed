import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'

// The fonts that every reader has know no ı, ğ, ş, İ or ₺.
const fonts = {
  regular: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf')),
  bold: fileURLToPath(import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf')),
}

export type Sheet = PDFKit.PDFDocument

export interface SheetHead {
  readonly title: string
  readonly author: string
  /** Drawn again, the same document is the same file, byte for byte. */
  readonly madeAt: Date
}

const MARGIN = 42

/** Draws one A4 page and gives the file. */
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
