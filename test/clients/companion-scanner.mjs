// What Companion does with a module before it runs it: imports the package, reads the manifest and decides how to start it.
// Written after `InstalledModulesManager`, `ModuleScanner`, `ProcessManager` and `NodePath` of Companion 4.3 and 5.0, with
// the libraries that they use. Each refuses a module with a line in a log that nobody reads; here that is an error.
import { createReadStream, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, gunzipSync } from 'node:zlib'
import { validateManifest } from '@companion-module/base/manifest'
import semver from 'semver'
import tarFs from 'tar-fs'
import tar from 'tar-stream'
import { answerQuestions } from './answer.mjs'

const library = '@companion-module/base'

/** What differs between the releases. */
const releases = new Map([
  ['4.3', { apiVersions: '1 - 1.14.x || 2 - 2.0.x', runtimes: ['node18', 'node22'], seesWhatIsPacked: false }],
  ['5.0', { apiVersions: '1 - 1.14.x || 2 - 2.1.x', runtimes: ['node18', 'node22', 'node26'], seesWhatIsPacked: true }],
])

const largestPackage = 20 * 1024 * 1024
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** The manifest is looked for below the folder that the archive names first; an archive of files alone has none. */
async function manifestIn(bytes) {
  let manifest
  let folder
  const reading = tar.extract()
  reading.on('entry', ({ name, type }, stream, next) => {
    if (folder === undefined && type === 'directory') folder = name
    const chunks = []
    stream.on('data', (chunk) => chunks.push(chunk))
    stream.on('end', () => {
      const inside = folder !== undefined && name.startsWith(folder) ? name.slice(folder.length) : name
      if (inside === 'companion/manifest.json') manifest = JSON.parse(String(Buffer.concat(chunks)))
      next()
    })
  })
  await pipeline(Readable.from([bytes]), reading)
  if (manifest === undefined) throw new Error('the package has no manifest where Companion looks for it')
  return manifest
}

/** Imports a package into the folder of installed modules. */
async function importPackage(file, modules) {
  const packed = readFileSync(file)
  if (packed.length > largestPackage) throw new Error('the package is too large')
  const { id, version } = await manifestIn(gunzipSync(packed, { maxOutputLength: 5 * largestPackage }))
  if (!semver.parse(version, { loose: true })) throw new Error(`${version} is not a version`)
  const folder = join(modules, `${id}-${version}`)
  mkdirSync(folder, { recursive: true })
  await pipeline(createReadStream(file), createGunzip(), tarFs.extract(folder, { strip: 1 }))
  return folder
}

/** The modules of a folder: of those that were imported, or of those that somebody develops. */
function scan(release, modules, kind) {
  return readdirSync(modules).map((name) => describe(releases.get(release), join(modules, name), kind))
}

function describe({ seesWhatIsPacked }, folder, kind) {
  const manifest = readJson(join(folder, 'companion/manifest.json'))
  if (manifest.type !== 'connection') throw new Error(`${manifest.type} is not the type of a connection`)
  validateManifest(manifest, true)
  if (!semver.parse(manifest.version, { loose: true })) throw new Error(`${manifest.version} is not a version`)
  const { id, name, version, manufacturer, products } = manifest
  const isPacked = kind === 'imported' || (seesWhatIsPacked && !dependsOnLibrary(folder))
  return {
    folder,
    id,
    version,
    name: name === id ? `${manufacturer}: ${products.join('; ')}` : name,
    hasHelp: existsSync(join(folder, 'companion/HELP.md')),
    isBeta: manifest.isPrerelease === true,
    isPacked,
  }
}

function dependsOnLibrary(folder) {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return false
  const { dependencies, devDependencies } = readJson(file)
  return dependencies?.[library] !== undefined || devDependencies?.[library] !== undefined
}

/** How a module that was found is started. */
function plan(release, { folder, isPacked }) {
  const { apiVersions, runtimes } = releases.get(release)
  const { runtime } = readJson(join(folder, 'companion/manifest.json'))
  const entrypoint = resolve(folder, 'companion', runtime.entrypoint)
  const inside = relative(folder, entrypoint)
  if (inside.startsWith('..') || isAbsolute(inside)) throw new Error(`${entrypoint} is outside of the module`)
  if (!existsSync(entrypoint)) throw new Error(`${entrypoint} does not exist`)
  if (runtime.api !== 'nodejs-ipc') throw new Error(`${runtime.api} is not supported`)
  if (!runtimes.includes(runtime.type)) throw new Error(`${runtime.type} is not supported`)
  const apiVersion = isPacked ? runtime.apiVersion : versionBeside(folder)
  if (!semver.satisfies(apiVersion, apiVersions))
    throw new Error(`the version ${apiVersion} of the API is not supported`)
  return { entrypoint, apiVersion, runtime: runtime.type, nodeArguments: nodeArguments(folder, runtime.permissions) }
}

/** Of a module that is developed, Companion asks the library itself. */
function versionBeside(folder) {
  const require = createRequire(join(folder, 'package.json'))
  return readJson(require.resolve(`${library}/package.json`)).version
}

/** A module may read its own folder and Companion's code, and nothing else of the machine. */
function nodeArguments(folder, permissions = {}) {
  const wanted = Object.keys(permissions).filter((name) => permissions[name] === true)
  if (wanted.length > 0) throw new Error(`the module asks for ${wanted.join(', ')}`)
  const readable = [folder, import.meta.dirname].map((one) => `--allow-fs-read=${realpathSync(one)}`)
  return ['--use-system-ca', '--no-warnings=SecurityWarning', '--permission', ...readable, '--enable-source-maps']
}

answerQuestions({
  importPackage,
  scan,
  plan,
  // The store of modules refuses what is left over from the template.
  checkForStore: ({ folder }) => validateManifest(readJson(join(folder, 'companion/manifest.json')), false),
  libraryVersion: () => versionBeside(import.meta.dirname),
})
