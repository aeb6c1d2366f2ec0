import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient, type ClientName } from '../../scripts/build-clients.ts'

/** Builds a client and copies what its package contains to where the libraries of its host are found beside it. */
export async function installClient(name: ClientName, parts: readonly string[]): Promise<string> {
  await buildClient(name)
  const target = fileURLToPath(new URL(`./installed/${name}`, import.meta.url))
  rmSync(target, { recursive: true, force: true })
  const source = fileURLToPath(new URL(`../../clients/${name}`, import.meta.url))
  for (const part of parts) cpSync(join(source, part), join(target, part), { recursive: true })
  return target
}
