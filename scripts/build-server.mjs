// Bundles the server into a few files, `dist/server`, which start in half the time of several hundred. Does nothing when
// its sources have not changed since the last time.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findTestedNode } from '../bin/pinned-node.mjs'
import { writeAsScript } from './module-as-script.mjs'

const ownRoot = fileURLToPath(new URL('../', import.meta.url))
/** The files that a start loads: what only `serve` needs, and what other commands need as well. */
const filesOfStart = { serve: 'serve', shared: 'shared' }

export function buildServer() {
  const began = new Date()
  const stamp = join(ownRoot, 'dist/server/.built')
  // The entry point reads the folders.
  const wanted = [fingerprint(ownRoot), ...foldersIn(ownRoot)].join('\n')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    process.stderr.write('Building the server …\n')
    // The machine's own Node may be too old for the bundler.
    const node = findTestedNode() ?? process.execPath
    const { status } = spawnSync(node, [fileURLToPath(import.meta.url), '--bundle'], { cwd: ownRoot, stdio: 'inherit' })
    if (status !== 0) {
      process.stderr.write('The server could not be built. The reason is above.\n')
      process.exit(1)
    }
    writeFileSync(stamp, wanted)
  }
  // The entry point uses the bundle while no source is newer than this file.
  utimesSync(stamp, began, began)
}

/**
 * `root` has the sources in `src`: `main.ts`, threads in files whose names end in `-thread.ts`, and files whose names end in
 * `-build.ts`, which write what is computed once into the folder of the bundle.
 */
export async function bundle(root) {
  const target = join(root, 'dist/server')
  const threads = sourcesIn(root).filter((file) => file.endsWith('-thread.ts'))
  const entries = Object.fromEntries(threads.map((file) => [basename(file, '.ts'), join(root, file)]))
  if (Object.keys(entries).length !== threads.length) throw new Error('Two threads have the same file name.')
  rmSync(target, { recursive: true, force: true })
  // Threads have files of their own, so that what a start loads is not divided by what they share with it.
  if (threads.length > 0) await write(root, entries)
  const graph = createModuleGraph()
  const output = await write(root, { main: join(root, 'src/main.ts') }, graph)
  for (const file of readdirSync(target)) {
    if (file.endsWith('.map')) leaveOutSources(join(target, file))
    else writeInAscii(join(target, file))
  }
  for (const { name, fileName } of output) if (Object.hasOwn(filesOfStart, name)) await writeAsScript(target, fileName)
  for (const file of sourcesIn(root).filter((name) => name.endsWith('-build.ts'))) {
    const { build: compute } = await import(pathToFileURL(join(root, file)).href)
    await compute(target)
  }
}

/** Returns the files that it wrote. With a graph of the modules, what `serve` loads in any case is one of them. */
async function write(root, input, graph) {
  const { rolldown } = await import('rolldown')
  const target = join(root, 'dist/server')
  const packages = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies ?? {})
  const build = await rolldown({
    input,
    // Files of threads may export what other files share with them.
    preserveEntrySignatures: 'allow-extension',
    platform: 'node',
    // The output is not transpiled for older versions of Node: the tested range supports all of it.
    transform: { target: 'esnext' },
    // On a slow machine it would warn about the time that plugins take, which nobody who starts a server can change.
    checks: { bundlerTimings: false },
    // Packages are not bundled.
    external: (id) => packages.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [
      ...(isTracingInstalled(root) ? [] : [withoutTracing]),
      { name: 'own-addresses', transform: (code, id) => withOwnAddresses(code, relative(target, id)) },
      ...(graph === undefined ? [] : [graph.plugin]),
    ],
  })
  const { output } = await build.write({
    dir: target,
    format: 'esm',
    sourcemap: true,
    comments: false,
    // A start reads the whole text. Nothing is renamed or rewritten, so that messages of errors name what the source names.
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    ...(graph !== undefined && {
      codeSplitting: {
        groups: [{ name: graph.fileOf(root), debugName: 'start', includeDependenciesRecursively: false }],
      },
    }),
  })
  await build.close()
  return output
}

/**
 * OpenTelemetry is the one library that is bundled, so that what is published has it at a fraction of its size. A clone
 * has its packages only where a collector is configured.
 */
function isTracingInstalled(root) {
  return existsSync(join(root, 'tracing/node_modules/@opentelemetry/api'))
}

/** Where it is not installed, its import stays, and fails with the reason if the server is started with a collector. */
const withoutTracing = {
  name: 'without-tracing',
  resolveId: (id) =>
    /\/tracing\/tracer\.ts$/.test(id) ? { id: '../../tracing/tracer.ts', external: 'relative' } : null,
}

/** Which source imports which: known once all of them are read, before they are divided into files. */
function createModuleGraph() {
  const imports = new Map()

  /** What is loaded with `module`, itself included. */
  function loadedWith(module) {
    const found = new Set([module])
    for (const id of found) for (const next of imports.get(id) ?? []) if (imports.has(next)) found.add(next)
    return found
  }

  return {
    plugin: {
      name: 'module-graph',
      moduleParsed: ({ id, importedIds }) => void imports.set(id, importedIds),
    },
    /**
     * Left to itself, the bundler makes a file of each set of sources that the same lazily loaded parts share, and a start
     * loads most of these files, which takes longer than their content. So what `serve` loads in any case becomes one
     * file, except for what other commands share with it: these would load the whole server.
     */
    fileOf(root) {
      const main = join(root, 'src/main.ts')
      let names
      return (id) => {
        names ??= namesOf()
        return names.get(id) ?? null
      }

      function namesOf() {
        const shared = loadedWith(main).union(loadedWith(join(root, 'src/cli/commands.ts')))
        const loaded = [...loadedWith(join(root, 'src/cli/serve.ts'))].filter((id) => id !== main)
        return new Map(loaded.map((id) => [id, shared.has(id) ? filesOfStart.shared : filesOfStart.serve]))
      }
    },
  }
}

/**
 * A thread, and an index that was built with the server, is a file beside the one that names it. Every other address is
 * relative to the source file that names it, where pages, sounds and packages are found from a checkout and from the
 * published package alike.
 */
function withOwnAddresses(code, source) {
  if (!code.includes('import.meta.url')) return null
  const rewritten = code
    .replace(/new URL\('\.[^']*?([\w-]+-thread)\.ts', import\.meta\.url\)/g, "new URL('./$1.mjs', import.meta.OWN)")
    .replace(/new URL\('\.\/([\w-]+\.index)', import\.meta\.url\)/g, "new URL('./$1', import.meta.OWN)")
    .replaceAll('import.meta.url', `new URL(${JSON.stringify(source.replaceAll('\\', '/'))}, import.meta.url).href`)
    .replaceAll('import.meta.OWN', 'import.meta.url')
  // Keeps the line numbers.
  return { code: rewritten, map: null }
}

/**
 * One quotation mark is enough for V8 to store the whole text of a file with two bytes per character. Escapes mean the
 * same in texts and patterns; only columns of the source map behind one are off.
 */
function writeInAscii(path) {
  const code = readFileSync(path, 'utf8')
  // Behind a backslash an escape would mean something else, and so it would in a raw text.
  const unsafe = /\\\P{ASCII}|String\.raw`[^`]*\P{ASCII}/u.exec(code)
  if (unsafe !== null) throw new Error(`write this character as an escape: ${unsafe[0]}`)
  writeFileSync(path, code.replace(/\P{ASCII}/gu, escaped))
}

function escaped(character) {
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
  return units.map((digits) => `\\u${digits}`).join('')
}

/** Stack traces need names and lines only. */
function leaveOutSources(path) {
  const { sourcesContent: _, ...map } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(map))
}

/** A hash of everything that affects the bundle. */
function fingerprint(root) {
  const hash = createHash('sha256')
  const scripts = ['scripts/build-server.mjs', 'scripts/module-as-script.mjs']
  const others = ['package.json', 'package-lock.json', ...scripts, 'catalogue/games.tsv']
  if (isTracingInstalled(root)) others.push('tracing/tracer.ts', 'tracing/package-lock.json')
  for (const file of [...sourcesIn(root), ...others.filter((name) => existsSync(join(root, name)))])
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function foldersIn(root) {
  const folders = sourcesIn(root).map((file) => dirname(file).replaceAll('\\', '/'))
  return [
    ...new Set(folders.flatMap((folder) => folder.split('/').map((_, at, names) => names.slice(0, at + 1).join('/')))),
  ]
}

function sourcesIn(root) {
  const files = readdirSync(join(root, 'src'), { recursive: true })
  return files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src', file))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes('--bundle')) await bundle(ownRoot)
  else buildServer()
}
