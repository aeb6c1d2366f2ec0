#!/usr/bin/env node
// The entry point. Plain JavaScript, so that any Node can say what is missing or hand over to the right one.
import { isTested, whatToInstall } from './tested-node.mjs'

if (isTested()) {
  const { main } = await import(await prepareStart())
  await main(process.argv.slice(2), async () => (await import('./compiled-code.mjs')).keepCompiled())
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
  process.on('uncaughtExceptionMonitor', nameSource)
  return new URL('main.mjs', bundle).href
}

/**
 * A crash is reported with the lines of the source. Nobody waits for a process that ends, so that may take a moment; a
 * stack trace that is only read, as Node reads that of every socket that fails, costs nothing.
 * @param {unknown} error
 */
function nameSource(error) {
  const { createRequire } = process.getBuiltinModule('node:module')
  const { withSourceLines } = createRequire(import.meta.url)('./source-lines.mjs')
  if (error instanceof Error && error.stack !== undefined) error.stack = withSourceLines(error.stack)
}

/**
 * The bundle starts in half the time, so it is used while no source is newer. The published package has no source; in a
 * checkout `npm start` builds the bundle, and whoever edits a file runs the source until then. With NODE_ENV=production
 * nobody edits files: an upgrade replaces them, which changes their folders, of which there are a tenth.
 * @param {URL} bundle
 */
function isUpToDate(bundle) {
  const { readFileSync, readdirSync, statSync } = process.getBuiltinModule('node:fs')
  const { fileURLToPath } = process.getBuiltinModule('node:url')
  const root = fileURLToPath(new URL('..', import.meta.url))
  if (statSync(`${root}/src/main.ts`, { throwIfNoEntry: false }) === undefined) return true
  const stamp = new URL('.built', bundle)
  const built = statSync(stamp, { throwIfNoEntry: false })
  if (built === undefined) return false
  /** @param {string} path */
  function isOlder(path) {
    const found = statSync(path, { throwIfNoEntry: false })
    return found !== undefined && built !== undefined && found.mtimeMs < built.mtimeMs
  }
  /** A walk of our own: `recursive` takes five times as long. @param {string} folder @returns {boolean} */
  function isFolderOlder(folder) {
    return (
      isOlder(folder) &&
      readdirSync(folder, { withFileTypes: true }).every((entry) => {
        const path = `${folder}/${entry.name}`
        return entry.isDirectory() ? isFolderOlder(path) : isOlder(path)
      })
    )
  }
  if (!isOlder(`${root}/package.json`)) return false
  if (process.env.NODE_ENV !== 'production') return isFolderOlder(`${root}/src`)
  const [, ...folders] = readFileSync(stamp, 'utf8').split('\n')
  return folders.length > 0 && folders.every((folder) => isOlder(`${root}/${folder}`))
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
