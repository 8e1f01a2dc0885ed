import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { newFolder, removeFolder } from '#test/support/folders.ts'

const UTF_8 = '76'
const WITHIN_MS = 180_000

const [COMMA, QUOTE] = [',', '"'].map((character) => character.charCodeAt(0))

/** The formulas in a CSV file of which LibreOffice guesses what its cells are. */
export const formulasIn = (file: string, separator: string) =>
  formulasOf(file, [`--infilter=CSV:${separator.charCodeAt(0)},${QUOTE},${UTF_8},1`])

/** The formulas in a web page. */
export const formulasInPage = (file: string) => formulasOf(file, ['--infilter=HTML (StarCalc)'])

async function formulasOf(file: string, how: readonly string[]): Promise<readonly string[]> {
  const xml = await converted(file, { how, to: 'fods' })
  return [...xml.matchAll(/table:formula="([^"]*)"/g)].map(([, formula = '']) => formula)
}

/** The cells of a CSV file that LibreOffice opened, with every column as text, and saved again. */
export async function textsIn(
  file: string,
  { separator, columns }: { readonly separator: string; readonly columns: number },
): Promise<readonly (readonly string[])[]> {
  const texts = Array.from({ length: columns }, (_, place) => `${place + 1}/2`).join('/')
  const reading = [separator.charCodeAt(0), QUOTE, UTF_8, 1, texts, 0, false, false]
  const writing = [COMMA, QUOTE, UTF_8, 1, '', 0, true, false, true]
  const saved = await converted(file, {
    how: [`--infilter=CSV:${reading.join(',')}`],
    to: `csv:Text - txt - csv (StarCalc):${writing.join(',')}`,
  })
  return parse(saved)
}

interface Conversion {
  readonly how: readonly string[]
  readonly to: string
}

async function converted(file: string, { how, to }: Conversion): Promise<string> {
  const folder = await newFolder('calc')
  try {
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`
    const options = [profile, '--headless', '--calc', ...how, '--convert-to', to]
    await calc([...options, '--outdir', folder, file])
    const [ending = ''] = to.split(':')
    return await readFile(join(folder, `${basename(file, extname(file))}.${ending}`), 'utf8')
  } finally {
    await removeFolder(folder)
  }
}

async function calc(parameters: readonly string[]) {
  try {
    await promisify(execFile)('soffice', parameters, { timeout: WITHIN_MS })
  } catch (cause) {
    const message =
      'LibreOffice does not open the file. Is it installed? apt-get install --yes --no-install-recommends libreoffice-calc-nogui'
    throw new Error(message, { cause })
  }
}
