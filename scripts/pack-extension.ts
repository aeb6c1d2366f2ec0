// `npm run pack-extension [file]`: the clip extension as one zip, the same bytes for the same files.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { packExtension } from '../src/capabilities/extension/extension-archive.ts'

const target = resolve(process.argv[2] ?? 'dist/showcaller-extension.zip')
const zip = await packExtension()
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, zip)
process.stdout.write(`${target} (${Math.round(zip.length / 1024)} KiB)\n`)
