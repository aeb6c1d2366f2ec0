#!/usr/bin/env node
// The way in. Plain JavaScript, so that an older Node can still say what is missing or hand over to the right one.
const needed = 24

if (Number(process.versions.node.split('.')[0]) >= needed) {
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

/** To the Node 24 that was installed beside us. */
async function handOver() {
  const { existsSync } = await import('node:fs')
  const { fileURLToPath } = await import('node:url')
  const { spawn } = await import('node:child_process')
  const beside = `../node_modules/node/bin/node${process.platform === 'win32' ? '.exe' : ''}`
  const node = fileURLToPath(new URL(beside, import.meta.url))
  if (!existsSync(node)) {
    process.stderr.write(`Showcaller needs Node ${needed} or newer; this is ${process.version}.\n`)
    process.exit(2)
  }
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal))
  }
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)))
}
