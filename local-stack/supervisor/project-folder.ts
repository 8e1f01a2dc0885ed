import { dirname } from 'node:path'

export const projectFolder = dirname(dirname(import.meta.dirname))
