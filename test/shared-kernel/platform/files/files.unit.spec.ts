import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { digestOf } from '#kernel/platform/files/digest.ts'
import { newFile, writeNewFile } from '#kernel/platform/files/new-file.ts'
import { replaceFile } from '#kernel/platform/files/replace-file.ts'
import { unfinishedBeside, wholeFolder } from '#kernel/platform/files/whole-folder.ts'
import { temporaryFolder } from '#test/support/temporary-folder.ts'

const isOurs = (name: string) => name.endsWith('.txt')

test('a new file has the digest of what was written, in few pieces or many', async () => {
  const folder = await temporaryFolder('operator')
  const [one, many] = [join(folder, 'one'), join(folder, 'many')]
  const pieces = Array.from({ length: 5_000 }, (_, at) => `ş${at}`.repeat(at % 40))
  const content = pieces.join('')

  const expected = {
    bytes: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }
  expect(await writeNewFile(one, (write) => write(content))).toEqual(expected)
  const written = await writeNewFile(many, async (write) => {
    for (const [at, piece] of pieces.entries()) await write(at % 2 ? piece : Buffer.from(piece))
  })

  expect(written).toEqual(expected)
  for (const file of [one, many]) {
    expect(await readFile(file, 'utf8')).toBe(content)
    expect(await digestOf(file)).toEqual(expected)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  }
})

test('what is there already is no new file, and is left as it is', async () => {
  const file = join(await temporaryFolder('operator'), 'file')
  await writeFile(file, 'of somebody else')
  await expect(newFile(file)).rejects.toThrow(`${file} cannot be written: it is there already.`)
  expect(await readFile(file, 'utf8')).toBe('of somebody else')
})

test('a file is replaced as a whole or not at all', async () => {
  const folder = await temporaryFolder('operator')
  const file = join(folder, 'file')
  await writeFile(`${file}.partial`, 'of a run that was killed, and longer')
  await replaceFile(file, ['first'])
  async function* breaking() {
    yield 'second'
    throw new Error('the source has gone')
  }
  await expect(replaceFile(file, breaking())).rejects.toThrow('the source has gone')
  expect(await readFile(file, 'utf8')).toBe('first')
  await replaceFile(file, ['se', 'cond'], 0o644)
  expect(await readFile(file, 'utf8')).toBe('second')
  expect(await readdir(folder)).toEqual(['file'])
})

test('a folder has its name when it is complete; a run that was killed leaves nothing in the next', async () => {
  const parent = await temporaryFolder('operator')
  const folder = join(parent, 'whole')
  await mkdir(`${folder}.partial`)
  await writeFile(join(`${folder}.partial`, 'half.txt'), 'half')

  await wholeFolder(folder, isOurs, async (partial) => {
    expect(await readdir(partial)).toEqual([])
    await writeFile(join(partial, 'one.txt'), 'whole')
    expect(await readdir(parent)).toEqual(['whole.partial'])
  })

  expect(await readdir(parent)).toEqual(['whole'])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  await expect(wholeFolder(folder, isOurs, () => Promise.resolve())).rejects.toThrow(
    `${folder} is not empty: name a new or empty folder.`,
  )
})

test('work that fails leaves nothing', async () => {
  const parent = await temporaryFolder('operator')
  const failing = wholeFolder(join(parent, 'of', 'mine'), isOurs, async (partial) => {
    await writeFile(join(partial, 'one.txt'), 'personal')
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect(await readdir(join(parent, 'of'))).toEqual([])
})

test('a folder that another run is writing is left alone', async () => {
  const parent = await temporaryFolder('operator')
  const folder = join(parent, 'whole')
  await wholeFolder(folder, isOurs, async (partial) => {
    await writeFile(join(partial, 'one.txt'), 'first')
    await expect(wholeFolder(folder, isOurs, () => Promise.resolve())).rejects.toThrow(
      `Another run is writing ${partial}.`,
    )
    expect(await readdir(partial)).toEqual(['one.txt'])
  })
  expect(await readdir(folder)).toEqual(['one.txt'])
})

test('a program that is asked to end, or whose terminal is closed, leaves nothing', async () => {
  const parent = await temporaryFolder('operator')
  const folder = join(parent, 'whole')
  const module = import.meta.resolve('#kernel/platform/files/whole-folder.ts')
  const program = `
    import { unfinishedBeside, wholeFolder } from ${JSON.stringify(module)}
    await wholeFolder(${JSON.stringify(folder)}, () => true, () => {
      setInterval(() => undefined, 1_000)
      console.log('working')
      return new Promise(() => undefined)
    })`
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const run = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(run.stdout, 'data')
    expect(await readdir(parent)).toEqual(['whole.partial'])
    run.kill(signal)
    expect(await once(run, 'exit')).toEqual([null, signal])
    expect(await readdir(parent)).toEqual([])
  }
})

test('what killed runs have left beside a folder is found', async () => {
  const parent = await temporaryFolder('operator')
  for (const [name, file] of [
    ['monday.partial', 'one.txt'],
    ['tuesday.partial', 'accounts.xls'],
    ['wednesday', 'one.txt'],
  ] as const) {
    await mkdir(join(parent, name))
    await writeFile(join(parent, name, file), '')
  }
  expect(await unfinishedBeside(join(parent, 'thursday'), isOurs)).toEqual([
    join(parent, 'monday.partial'),
  ])
})

test('what cannot become the folder is refused before the work, in one line', async () => {
  const parent = await temporaryFolder('operator')
  const at = (name: string) => join(parent, name)
  await writeFile(at('file'), '')
  await mkdir(at('real'))
  await symlink('real', at('link'))
  await symlink('nowhere', at('dangling'))
  await mkdir(at('other.partial'))
  await writeFile(join(at('other.partial'), 'accounts.xls'), '')
  const faults = {
    file: `${at('file')} cannot be written: a part of its path is no folder.`,
    'file/in': `${at('file/in')} cannot be written: a part of its path is no folder.`,
    link: `${at('link')} is a link: name the folder itself.`,
    dangling: `${at('dangling')} is a link: name the folder itself.`,
    other: `${at('other.partial')} holds something else than what an interrupted run left.`,
  }
  for (const [name, said] of Object.entries(faults)) {
    const work = wholeFolder(at(name), isOurs, () => Promise.reject(new Error('began')))
    await expect(work).rejects.toThrow(said)
  }
})
