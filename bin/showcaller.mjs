#!/usr/bin/env node
// The entry point. Plain JavaScript, so that any Node can say what is missing or hand over to the right one.
import { isTested, whatToInstall } from './tested-node.mjs'

if (isTested()) {
  const { main } = await import(prepareStart())
  await main(process.argv.slice(2))
} else {
  await handOver()
}

/**
 * Before anything else is imported: what Node has compiled is kept for the next start, and our own files, which name
 * each other by their path and ending, are not searched for. Together that is more than half of a start.
 */
function prepareStart() {
  const { existsSync } = process.getBuiltinModule('node:fs')
  const { fileURLToPath } = process.getBuiltinModule('node:url')
  const { constants, enableCompileCache, registerHooks } = process.getBuiltinModule('node:module')
  const source = new URL('../src/', import.meta.url)
  const isCheckout = existsSync(source)
  const folder = isCheckout ? source.href : new URL('../dist/', import.meta.url).href
  const [ending, format] = isCheckout ? ['.ts', 'module-typescript'] : ['.js', 'module']
  // Beside the packages it outlives a restart of the machine; where that may not be written to, among temporary files.
  const { status } = enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))
  if (status === constants.compileCacheStatus.FAILED) enableCompileCache()
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isOurs = specifier.startsWith('.') && specifier.endsWith(ending) && context.parentURL?.startsWith(folder)
      if (!isOurs) return nextResolve(specifier, context)
      return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
    },
  })
  return `${folder}main${ending}`
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
