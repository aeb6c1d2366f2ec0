// The Chromium that OBS 31 and 32 are built on, for the tests of the overlay. Plain JavaScript for whatever Node the
// machine has: `npm test` unpacks it before anything else runs.
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

const folder = dirname(fileURLToPath(import.meta.url))
const packed = join(folder, 'node_modules/@sparticuz/chromium/bin/chromium.br')
const unpacked = join(folder, 'node_modules/.cache/chromium-127.0.0')

/**
 * Where it is; the first call unpacks it, which takes seconds. The package's own code would too, but it also brings
 * libraries for another system and a list of arguments that hide faults. Undefined where it does not run.
 * @returns {Promise<string | undefined>}
 */
export async function unpackChromium127() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (existsSync(unpacked)) return unpacked
  mkdirSync(dirname(unpacked), { recursive: true })
  // Under a name of its own first, so that whoever looks meanwhile finds all of it or nothing.
  const partial = `${unpacked}.${process.pid}`
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(partial, { mode: 0o755 }))
  renameSync(partial, unpacked)
  return unpacked
}
