import { writeFileSync } from 'node:fs'
import { publishedEvents } from '../src/contract/published-events.ts'
import { operations } from '../src/operations.ts'
import { createSdkFiles } from './sdk-source.ts'

for (const [name, text] of createSdkFiles(operations, publishedEvents)) {
  writeFileSync(new URL(`../sdk/${name}`, import.meta.url), text)
}
