// Makes `dist/` for the published package: Node runs TypeScript from source, but not from under node_modules.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPanel } from './build-panel.mjs'
import { buildSdk } from './build-sdk.ts'
import { buildServer } from './build-server.mjs'

const sdk = join(fileURLToPath(new URL('../dist', import.meta.url)), 'sdk')

buildPanel()
buildServer()
rmSync(sdk, { recursive: true, force: true })
buildSdk(sdk)
