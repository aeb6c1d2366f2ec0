#!/usr/bin/env node
// The entry point. Plain JavaScript, so that any Node can say what is missing or hand over to the right one.
import { isTested, whatToInstall } from './tested-node.mjs'

if (isTested()) {
  const { main } = await import(await prepareStart())
  await main(process.argv.slice(2))
} else {
  await handOver()
}

/** Before anything else is imported: what Node has compiled is kept for the next start. */
async function prepareStart() {
  const { fileURLToPath } = process.getBuiltinModule('node:url')
  const { constants, enableCompileCache } = process.getBuiltinModule('node:module')
  // Beside the packages it outlives a restart of the machine; where that may not be written to, among temporary files.
  const { status } = enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  if (status === constants.compileCacheStatus.FAILED) enableCompileCache()
  const bundle = new URL('../dist/server/', import.meta.url)
  if (!isUpToDate(bundle)) return new URL('../src/main.ts', import.meta.url).href
  const { mapStackTraces } = await import('./source-lines.mjs')
  mapStackTraces(bundle)
  return new URL('main.mjs', bundle).href
}

/**
 * The bundle starts in half the time, so it is used while no source is newer. The published package has no source; in a
 * checkout `npm start` builds the bundle, and whoever edits a file runs the source until then. With NODE_ENV=production
 * nobody edits files: an upgrade replaces them, which changes their folders, and a tenth of the calls is enough.
 * @param {URL} bundle
 */
function isUpToDate(bundle) {
  const { readdirSync, statSync } = process.getBuiltinModule('node:fs')
  const { fileURLToPath } = process.getBuiltinModule('node:url')
  const source = fileURLToPath(new URL('../src', import.meta.url))
  if (statSync(`${source}/main.ts`, { throwIfNoEntry: false }) === undefined) return true
  const built = statSync(new URL('.built', bundle), { throwIfNoEntry: false })
  if (built === undefined) return false
  const mayBeEdited = process.env.NODE_ENV !== 'production'
  const isOlder = (/** @type {string} */ path) => statSync(path).mtimeMs < built.mtimeMs
  // A walk of our own: `recursive` takes five times as long.
  const isFolderOlder = (/** @type {string} */ folder) =>
    isOlder(folder) &&
    readdirSync(folder, { withFileTypes: true }).every((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? isFolderOlder(path) : !mayBeEdited || isOlder(path)
    })
  return isOlder(fileURLToPath(new URL('../package.json', import.meta.url))) && isFolderOlder(source)
}

/** To the Node that was installed as a package. */
async function handOver() {
  const { fileURLToPath } = await import('node:url')
  const { spawn } = await import('node:child_process')
  const { findPinnedNode } = await import('./pinned-node.mjs')
  const node = findPinnedNode()
  if (node === undefined) {
    process.stderr.write(whatToInstall())
    process.exit(2)
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}
