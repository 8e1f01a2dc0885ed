import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { newFolder, removeFolder } from '#test/support/folders.ts'
import { electronicDealer, messagesTo, newPhone } from '#test/support/sellers.ts'
import { systemForThisFile } from '#test/support/system.ts'
import { javaTools } from './java-tools.ts'
import { generatorVersions, type Language, languages, settingsOf } from './languages.ts'
import { nodeTools } from './node-tools.ts'
import { pythonTools } from './python-tools.ts'

const system = systemForThisFile({ SMS_COOLDOWN_SECONDS: '0' })
const run = promisify(execFile)
const programs = join(import.meta.dirname, 'tools/voucher')

/** Where the document is, and for each version a folder with a client for each language. */
let folder = ''

beforeAll(async () => {
  folder = await newFolder('languages')
  const served = await fetch(`${system.baseUrl}/v1/openapi.json`)
  await writeFile(join(folder, 'openapi.json'), await served.text())
  return () => removeFolder(folder)
})

const named = (language: string): Language => {
  const found = languages.find(({ name }) => name === language)
  if (found === undefined) throw new Error(`there is no language ${language}`)
  return found
}

/** All languages in one process, which costs half of one for each. */
async function generated(version: string): Promise<string> {
  const cwd = join(folder, version)
  await mkdir(cwd)
  const files = languages.map(async (language) => {
    const file = `${language.generator}.json`
    await writeFile(join(cwd, file), JSON.stringify(settingsOf(language)))
    return file
  })
  const { jarOf } = await javaTools()
  const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC']
  const batch = [...quick, '-jar', jarOf(version), 'batch', '--threads', '2']
  const { stdout, stderr } = await run('java', [...batch, ...(await Promise.all(files))], {
    cwd,
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout + stderr
}

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env?: NodeJS.ProcessEnv
}

/** Builds what was generated, with the program that sells where there is one, and says how to run it. */
const builders: Readonly<Record<string, (cwd: string) => Promise<Program | undefined>>> = {
  async Java(cwd) {
    const { classPath } = await javaTools()
    const sources = (await readdir(join(cwd, 'src/main'), { recursive: true }))
      .filter((name) => name.endsWith('.java'))
      .map((name) => join('src/main', name))
    const options = ['-nowarn', '-encoding', 'UTF-8', '-d', 'classes', '-cp', classPath]
    await writeFile(join(cwd, 'sources'), sources.join('\n'))
    await run('javac', [...options, '@sources', join(programs, 'Voucher.java')], { cwd })
    const all = `${join(cwd, 'classes')}:${classPath}`
    const running = ['-Dfile.encoding=UTF-8', '-cp', all, 'Voucher']
    return { command: 'java', args: running }
  },

  async Go(cwd) {
    const module = join(cwd, '../go-program')
    await mkdir(module)
    for (const name of ['go.mod', 'go.sum', 'main.go']) {
      await copyFile(join(programs, name), join(module, name))
    }
    await run('mv', [cwd, join(module, 'sarraf')])
    await run('go', ['build', '-o', 'voucher', '.'], { cwd: module })
    return { command: join(module, 'voucher'), args: [] }
  },

  async Python(cwd) {
    const { env } = await pythonTools()
    await run('python3', ['-m', 'compileall', '-q', 'sarraf'], { cwd })
    const PYTHONPATH = `${env.PYTHONPATH}:${cwd}`
    return { command: 'python3', args: [join(programs, 'voucher.py')], env: { ...env, PYTHONPATH } }
  },

  async TypeScript(cwd) {
    const options = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom,dom.iterable',
    ]
    const entry = ['--module', 'esnext', '--moduleResolution', 'bundler', 'index.ts']
    await run(join(await nodeTools(), 'tsc'), [...options, ...entry], { cwd })
    return undefined
  },
}

/** Answers the program's question with the code of the SMS. */
async function sold({ command, args, env }: Program): Promise<readonly string[]> {
  const { credentials } = await electronicDealer(system)
  const { apiUserId: API_USER_ID, secretKey: SECRET_KEY } = credentials
  const PHONE = newPhone()
  const caller = { BASE_URL: system.baseUrl, API_USER_ID, SECRET_KEY, PHONE }
  const program = spawn(command, args, {
    cwd: join(folder),
    env: { ...(env ?? process.env), ...caller, PYTHONUNBUFFERED: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void program.kill())
  let printed = ''
  program.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const exited = once(program, 'close')
  const asksForCode = vi.waitFor(() => expect(printed).toContain('code\n'), { timeout: 60_000 })
  await Promise.race([asksForCode, exited])
  const [message] = await messagesTo(system, PHONE)
  program.stdin.write(`${message?.code}\n`)
  expect(await exited, printed).toEqual([0, null])
  return printed.trimEnd().split('\n')
}

test.each(generatorVersions)(
  'openapi-generator %s makes clients, which compile and take a voucher to the official document',
  async (version) => {
    const said = await generated(version)
    expect(said).not.toContain('ERROR')
    expect(said).toContain(`finished ${languages.length} generators successfully`)
    const names = await readdir(join(folder, version, 'typescript-fetch/models'))
    // Such names a generator makes up where the document has none.
    expect(names.filter((name) => /\d|Inline|Of\.ts|Inner/.test(name))).toEqual([])

    const built = languages
      .filter(({ compiledWith }) => compiledWith !== undefined)
      .map(async ({ name, generator }) => {
        const program = await builders[name]?.(join(folder, version, generator))
        return { name, program }
      })
    for (const { name, program } of await Promise.all(built)) {
      expect(program !== undefined, name).toBe(named(name).sells === true)
      if (program === undefined) continue
      expect(await sold(program), `${name} of ${version}`).toEqual([
        'draft 1234567.89',
        '422 VALIDATION_FAILED data.amount minimum',
        'page 1 of 2 with 1',
        'code',
        expect.stringMatching(/^official KUY\d{13}$/),
        expect.stringMatching(/^changed true sent$/i),
        'file %PDF-',
      ])
    }
  },
)
