import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { MessageText } from '../../../src/kernel/text/message.ts'
import { root } from '../../structure/import-graph.ts'

/** Every message that is translated. In a process of its own: messages are collected while their modules are loaded. */
export function listMessages(): ReadonlyMap<string, MessageText> {
  const listing = execFileSync(process.execPath, [join(root, 'scripts/list-messages.ts')], {
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return new Map(Object.entries((JSON.parse(listing) as { texts: Record<string, MessageText> }).texts))
}
