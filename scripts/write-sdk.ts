import { writeFileSync } from 'node:fs'
import { operations } from '../src/operations.ts'
import { publishedEvents } from '../src/registry/published-events.ts'
import { createSdkFiles } from './sdk-source.ts'

for (const [name, text] of createSdkFiles(operations, publishedEvents)) {
  writeFileSync(new URL(`../sdk/${name}`, import.meta.url), text)
}
