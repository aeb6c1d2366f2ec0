import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Catalogue, MessageText } from '../../../src/kernel/text/message.ts'
import { sharedPath } from '../../shared-path.ts'
import { root } from '../../structure/import-graph.ts'

/** Every message that is translated. */
export function listMessages(): ReadonlyMap<string, MessageText> {
  const { texts } = JSON.parse(readFileSync(messagesFile(), 'utf8')) as Catalogue
  return new Map(Object.entries(texts))
}

/** Written by a process of its own: messages are collected while their modules are loaded. */
export function messagesFile(): string {
  const path = sharedPath('messages.json')
  if (existsSync(path)) return path
  const own = `${path}-${process.pid}`
  execFileSync(process.execPath, [join(root, 'scripts/list-messages.ts'), '--to', own], { stdio: 'ignore' })
  renameSync(own, path)
  return path
}
