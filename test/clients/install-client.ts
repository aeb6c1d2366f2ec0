import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildClient, type ClientName } from '../../scripts/build-clients.ts'

/**
 * Builds a client to where the libraries of its host are found beside it, with the other parts of its package. Files that
 * use the same client at the same time have folders of their own.
 */
export async function installClient(
  name: ClientName,
  parts: readonly string[],
  folder: string = name,
): Promise<string> {
  const target = fileURLToPath(new URL(`./installed/${folder}`, import.meta.url))
  rmSync(target, { recursive: true, force: true })
  const source = fileURLToPath(new URL(`../../clients/${name}`, import.meta.url))
  for (const part of parts) cpSync(join(source, part), join(target, part), { recursive: true })
  await buildClient(name, join(target, 'dist'))
  return target
}
