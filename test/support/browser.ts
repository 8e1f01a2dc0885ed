import { existsSync } from 'node:fs'
import Packed from '@sparticuz/chromium'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { beforeAll, onTestFinished } from 'vitest'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A real browser without a screen: the machine's own, else the one that npm brings along. */
async function launch(): Promise<Browser> {
  const own = installed.find((path) => existsSync(path))
  try {
    const executablePath = own ?? (await Packed.executablePath())
    return await chromium.launch({
      executablePath,
      args: own === undefined ? Packed.args : ['--no-sandbox'],
    })
  } catch (cause) {
    const message = 'No browser starts here. Install one: apt-get install --yes chromium'
    throw new Error(message, { cause })
  }
}

/** Opens pages of a browser that all tests of the file share; the faults of each are reported. */
export function browserForThisFile() {
  let browser: Browser | undefined
  beforeAll(async () => {
    const launched = await launch()
    browser = launched
    return () => launched.close()
  })
  return async (options: BrowserContextOptions = {}): Promise<{ page: Page; faults: string[] }> => {
    if (browser === undefined) throw new Error('the browser starts before the first test')
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    const page = await context.newPage()
    const faults: string[] = []
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('requestfailed', (request) => {
      // The next page ends what the one before still asks for.
      if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(request.url())
    })
    return { page, faults }
  }
}
