import { afterAll, onTestFinished } from 'vitest'
import { newFolder, removeFolder } from './folders.ts'

/** A folder of its own for this test, removed after it. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await newFolder(name)
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** The same for all tests of the file; to be called outside of them. */
export async function folderForThisFile(name: string): Promise<string> {
  const folder = await newFolder(name)
  afterAll(() => removeFolder(folder))
  return folder
}
