import { documentation } from './documentation.ts'

// Writes the API’s document as a running system serves it.
const [document] = documentation()
process.stdout.write(String(await document?.body()))
