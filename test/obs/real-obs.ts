import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { findProgram } from '../tools/programs.mjs'

export const obsPassword = 'a password of the test'

export type RealObs = Awaited<ReturnType<typeof startObs>>

/** OBS itself on a virtual screen, with two scenes, a text, an audio file and a replay buffer that can be turned on. */
export async function startObs() {
  const folder = mkdtempSync(join(tmpdir(), 'showcaller-obs-'))
  const config = join(folder, 'config')
  const runtime = join(folder, 'runtime')
  mkdirSync(runtime)
  chmodSync(runtime, 0o700)
  const videos = join(folder, 'videos')
  mkdirSync(videos)
  const sound = join(folder, 'tone.wav')
  writeFileSync(sound, silentWav(30))
  const display = await startScreen()
  let running: ChildProcess | undefined
  let port = 0
  const address = await startForwarder(() => port)

  /** In the scene in which it was ended, as OBS does. */
  async function start(scene = 'Main'): Promise<void> {
    // A port that was used a moment ago is refused, and OBS stays without its server.
    port = await freePort()
    writeConfig(join(config, 'obs-studio'), { port, videos, sound, scene })
    running = spawn(
      findProgram('obs'),
      ['--multi', '--disable-missing-files-check', '--collection', 'Test', '--profile', 'Test', '--scene', scene],
      {
        stdio: 'ignore',
        env: {
          PATH: process.env.PATH,
          LANG: 'C.UTF-8',
          HOME: folder,
          XDG_CONFIG_HOME: config,
          XDG_RUNTIME_DIR: runtime,
          DISPLAY: display.name,
          LIBGL_ALWAYS_SOFTWARE: '1',
        },
      },
    )
    await eventually('OBS listens', () => listens(port))
  }

  await start()
  return {
    /** The same after a restart. */
    url: address.url,
    configFolder: config,
    videos,

    async stop(): Promise<void> {
      await end(running)
    },
    start,
    /** It hangs: its connection stays open and nothing is answered. */
    freeze: () => void running?.kill('SIGSTOP'),
    async kill(): Promise<void> {
      running?.kill('SIGKILL')
      await end(running)
    },

    async close(): Promise<void> {
      await end(running)
      await address.close()
      await display.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An address that stays: connections to it go to the port on which OBS listens now. */
async function startForwarder(portNow: () => number) {
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(portNow(), '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function writeConfig(
  folder: string,
  { port, videos, sound, scene: current }: { port: number; videos: string; sound: string; scene: string },
): void {
  mkdirSync(join(folder, 'basic/profiles/Test'), { recursive: true })
  mkdirSync(join(folder, 'basic/scenes'), { recursive: true })
  // FirstRun and LastVersion keep the wizard and the news away.
  writeFileSync(
    join(folder, 'global.ini'),
    `[General]
FirstRun=true
LastVersion=486539266
[Basic]
Profile=Test
ProfileDir=Test
SceneCollection=Test
SceneCollectionFile=Test
[BasicWindow]
PreviewEnabled=false
SysTrayEnabled=false
[OBSWebSocket]
FirstLoad=false
ServerEnabled=true
ServerPort=${port}
AlertsEnabled=false
AuthRequired=true
ServerPassword=${obsPassword}
`,
  )
  writeFileSync(
    join(folder, 'basic/profiles/Test/basic.ini'),
    `[General]
Name=Test
[Video]
BaseCX=320
BaseCY=180
OutputCX=320
OutputCY=180
FPSType=0
FPSCommon=10
[Output]
Mode=Simple
[SimpleOutput]
FilePath=${videos}
RecFormat=mkv
VBitrate=300
StreamEncoder=x264
RecEncoder=x264
Preset=ultrafast
RecQuality=Stream
RecRB=true
RecRBTime=10
RecRBSize=64
UseAdvanced=true
x264Settings=keyint=10
`,
  )
  const blur = { id: 'color_filter_v2', versioned_id: 'color_filter_v2', name: 'Grey', enabled: false, settings: {} }
  const gain = { id: 'gain_filter', versioned_id: 'gain_filter', name: 'Louder', enabled: false, settings: {} }
  const item = (id: number, name: string) => ({ id, name, visible: true, pos: { x: 0, y: 0 }, scale: { x: 1, y: 1 } })
  const scene = (name: string, ...sources: readonly string[]) => ({
    id: 'scene',
    name,
    settings: { items: sources.map((source, index) => item(index + 1, source)), id_counter: sources.length },
  })
  const sources = [
    scene('Main', 'Background', 'Headline', 'Music'),
    scene('Break', 'Background'),
    scene('Stage', 'Main', 'Headline'),
    {
      id: 'color_source',
      versioned_id: 'color_source_v3',
      name: 'Background',
      settings: { width: 320, height: 180 },
      filters: [blur],
    },
    { id: 'text_ft2_source', versioned_id: 'text_ft2_source_v2', name: 'Headline', settings: { text: 'Hello' } },
    {
      id: 'ffmpeg_source',
      versioned_id: 'ffmpeg_source',
      name: 'Music',
      settings: { local_file: sound, looping: true },
      filters: [gain],
    },
  ]
  const collection = {
    name: 'Test',
    current_scene: current,
    current_program_scene: current,
    scene_order: ['Main', 'Break', 'Stage'].map((name) => ({ name })),
    sources,
  }
  writeFileSync(join(folder, 'basic/scenes/Test.json'), JSON.stringify(collection))
}

/** X picks a free number itself and writes it to the pipe. */
async function startScreen() {
  const screen = spawn(findProgram('xvfb'), ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  let number = ''
  screen.stdio[3]?.on('data', (chunk: Buffer) => {
    number += String(chunk)
  })
  await eventually('the virtual screen', () => number.includes('\n'))
  return { name: `:${number.trim()}`, close: () => end(screen) }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`)
    socket.on('error', () => resolve(false))
    socket.on('message', () => {
      socket.terminate()
      resolve(true)
    })
  })
}

/** Asks it to end; a modal window of OBS may keep it. */
async function end(process: ChildProcess | undefined): Promise<void> {
  if (process === undefined || process.exitCode !== null || process.signalCode !== null) return
  const ended = new Promise((resolve) => process.once('exit', resolve))
  process.kill('SIGTERM')
  const timer = setTimeout(() => process.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(timer)
}

function silentWav(seconds: number): Buffer {
  const rate = 8_000
  const data = Buffer.alloc(rate * seconds * 2)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + data.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(rate, 24)
  header.writeUInt32LE(rate * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(data.length, 40)
  return Buffer.concat([header, data])
}
