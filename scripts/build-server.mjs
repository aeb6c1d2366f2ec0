// Joins the server's files into a few when they changed since the last time, and does nothing otherwise. The server runs
// from its source without this; but finding and linking five hundred files is more than half of a start.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findJoined } from '../bin/find-joined.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, '.cache', 'server')
/** A running server still loads parts of the files it was started from. */
const kept = 3

export function buildServer() {
  if (findJoined(root) !== undefined) return
  process.stderr.write('Joining the files of the server …\n')
  // The pinned Node, since the machine's own may be too old for Vite.
  const pinned = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const node = existsSync(pinned) ? pinned : process.execPath
  const { status } = spawnSync(node, [fileURLToPath(import.meta.url), 'now'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.stderr.write('That did not work, so it starts a little slower, from its source.\n')
}

async function joinNow() {
  const { build } = await import('vite')
  const name = `${Date.now().toString(36)}-${process.pid}`
  const target = join(folder, name)
  /** @type {Set<string>} */
  const sources = new Set()
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [
      {
        name: 'places',
        enforce: 'pre',
        /** What a file finds beside itself it still finds there. */
        transform(code, id) {
          if (!id.startsWith(join(root, 'src') + sep)) return null
          sources.add(id)
          const place = relative(target, id).split(sep).join('/')
          return { code: code.replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`), map: null }
        },
      },
    ],
    ssr: { target: 'node' },
    build: {
      ssr: 'src/main.ts',
      outDir: target,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs', format: 'esm' },
      },
    },
  })
  const files = [...sources].map((file) => {
    const { mtimeMs, size } = statSync(file)
    return [relative(root, file), mtimeMs, size]
  })
  writeFileSync(join(folder, 'made.json.part'), JSON.stringify({ name, files }))
  renameSync(join(folder, 'made.json.part'), join(folder, 'made.json'))
  const old = readdirSync(folder).filter((entry) => statSync(join(folder, entry)).isDirectory())
  for (const entry of old.sort().slice(0, -kept)) rmSync(join(folder, entry), { recursive: true, force: true })
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  mkdirSync(folder, { recursive: true })
  await joinNow()
}
