// Renders the built-in sounds and tracks into `sounds/`: `npm run sounds`. The files are committed.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { soundNames, trackNames } from '../../src/capabilities/sounds/catalogue.ts'
import { encodeFlac } from '../../test/tools/flac.ts'
import { differenceInDecibels } from './pcm.ts'
import { asShipped, render } from './render.ts'

const folder = new URL('../../sounds/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const file of readdirSync(folder)) rmSync(new URL(file, folder))

let total = 0
for (const name of [...soundNames, ...trackNames]) {
  const rendered = render(name)
  const shipped = asShipped(name, rendered)
  const bytes = await encodeFlac(shipped)
  writeFileSync(new URL(`${name}.flac`, folder), bytes)
  total += bytes.length
  const difference = differenceInDecibels(rendered, shipped)
  const loss = Number.isFinite(difference) ? `${difference.toFixed(1)} dB` : 'lossless'
  console.log(`${name.padEnd(16)} ${Math.ceil(bytes.length / 1024)} KB, ${loss}`)
}
console.log(`${(total / 1024 / 1024).toFixed(1)} MB in total`)
