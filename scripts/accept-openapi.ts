// Updates the accepted copy of the contract from the code. Breaking changes need `--breaking` and a reason:
// under /v1 there should be none.
import { readFileSync, writeFileSync } from 'node:fs'
import { findBreakingChanges } from '../test/contract/compare-openapi.ts'
import { committedOpenApi } from './committed-openapi.ts'

const file = new URL('../test/contract/accepted-openapi.json', import.meta.url)
const present = committedOpenApi()
const broken = findBreakingChanges(JSON.parse(readAccepted()), JSON.parse(present))
for (const words of broken) process.stderr.write(`breaking: ${words}\n`)
if (broken.length > 0 && !process.argv.includes('--breaking')) {
  process.stderr.write('Not accepted. To accept them anyway: npm run accept-openapi -- --breaking\n')
  process.exit(1)
}
writeFileSync(file, present)

function readAccepted(): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return present
    throw error
  }
}
