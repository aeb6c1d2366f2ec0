import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { root, sourceFiles } from './import-graph.ts'

/** What only the sequence of checks may do, and the files that are entrances to it. */
const checks: readonly { readonly call: RegExp; readonly files: readonly string[] }[] = [
  {
    call: /\bauthenticate\.(?:key|requireUsable|mayUseFrom)\(/,
    files: ['src/app/routes/operation-route.ts', 'src/capabilities/keys/key-checks.ts'],
  },
  {
    call: /\.requireRecent\(/,
    files: [
      'src/app/routes/operation-route.ts',
      'src/capabilities/panel/session-checks.ts',
      'src/kernel/calls/call-sequence.ts',
    ],
  },
  {
    call: /\brunOperation\(/,
    files: [
      'src/app/routes/operation-route.ts',
      'src/capabilities/panel/panel-route.ts',
      // The AI bot, for a viewer who has neither a key nor a session.
      'src/capabilities/ai/operation-tools.ts',
      // The command line, which only the operator of the server can use.
      'src/cli/controls.ts',
    ],
  },
]

describe('the sequence of checks', () => {
  for (const { call, files } of checks) {
    it(`is where ${call.source} is used`, () => {
      const users = sourceFiles('src').filter((file) => isUsed(call, file))
      assert.deepEqual(users.toSorted(), files.toSorted())
    })
  }
})

function isUsed(call: RegExp, file: string): boolean {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  return lines.some((line) => call.test(line) && !/\bfunction \w+/.test(line))
}
