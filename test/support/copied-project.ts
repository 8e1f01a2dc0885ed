import { cp } from 'node:fs/promises'
import { join } from 'node:path'

/** No program needs it, and other tests make and remove some of it meanwhile. */
const COMES_AND_GOES = /^client\/(dist|LICENSE|python)$|\/sarraf-\w+-\w+$|\/__pycache__$/

/** Copies folders and files of the project, so that its programs run there. */
export async function copyOfProject(names: readonly string[], to: string): Promise<void> {
  const filter = (path: string) => !COMES_AND_GOES.test(path)
  for (const name of names) await cp(name, join(to, name), { recursive: true, filter })
}
