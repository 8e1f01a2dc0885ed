import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { AuditedSystem } from '#audit/audited-system.ts'
import { packageFiles, writeEvidence } from '#audit/evidence/evidence-package.ts'
import { temporaryFolder } from '#kernel/platform/process/temporary-folders.ts'

/** The visitor has disconnected. */
export class VisitorDisconnected extends Error {
  override readonly name = 'VisitorDisconnected'
}

/**
 * A company's package as one zip file. It is written to a temporary folder, which is removed when the
 * last byte has been read or the reader has disconnected.
 */
export async function evidenceArchive(
  system: AuditedSystem,
  companyId: string,
  isAwaited: () => boolean,
): Promise<Readable> {
  const temporary = await temporaryFolder('evidence')
  const remove = () => rm(temporary, { recursive: true, force: true })
  const moved = () => {
    if (!isAwaited()) throw new VisitorDisconnected()
  }
  try {
    const folder = join(temporary, 'evidence')
    await writeEvidence(system, { companyId, from: null, to: null, folder, moved })
    const content = await zipped(folder)
    content.once('close', () => void remove())
    return content
  } catch (error) {
    await remove()
    throw error
  }
}

/** Reads one file after the other; all are closed when the archive is closed. */
async function zipped(folder: string): Promise<Readable> {
  const archive = new ZipFile()
  const content = new PassThrough()
  const reading = new Set<Readable>()
  const fail = (error: unknown) => content.destroy(error instanceof Error ? error : undefined)
  archive.on('error', fail)
  for (const name of packageFiles) {
    const path = join(folder, name)
    const { size, mtime, mode } = await stat(path)
    archive.addReadStreamLazy(`evidence/${name}`, { size, mtime, mode }, (give) => {
      const file = createReadStream(path)
      reading.add(file)
      file.once('error', fail).once('close', () => reading.delete(file))
      give(null, content.destroyed ? file.destroy() : file)
    })
  }
  archive.outputStream.pipe(content)
  archive.end()
  content.once('close', () => {
    for (const file of reading) file.destroy()
  })
  return content
}
