import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSdk } from '../../scripts/build-sdk.ts'

/** A project of somebody who installed the package, as far as the SDK goes. */
export function installSdk(folder: string): void {
  const installed = join(folder, 'node_modules/showcaller')
  buildSdk(join(installed, 'dist/sdk'))
  cpSync(fileURLToPath(new URL('../../package.json', import.meta.url)), join(installed, 'package.json'))
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
}
