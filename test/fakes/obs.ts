import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/**
 * An OBS with what Debian's build lacks: browser sources and a virtual camera. Its messages have the shapes of the types
 * and the mock server of obs-websocket-js 5.0.8 (src/types.ts, tests/helpers/dev-server.ts), which are generated from
 * the protocol of OBS itself; the status codes are those that a real OBS 29 answered.
 */
export const fakeObsPassword = 'supersecretpassword'
const salt = 'PZVbYpvAnZut2SS6JNJytDm9'
const challenge = 'ztTBnnuqrqaKDzRM3xcVdbYm'

type Fields = Readonly<Record<string, unknown>>

export interface FakeItem {
  readonly id: number
  readonly source: string
  enabled: boolean
}

export interface FakeInput {
  readonly name: string
  readonly kind: string
  settings: Record<string, unknown>
  muted: boolean
  volumeDb: number
  hasAudio: boolean
  filters: { name: string; enabled: boolean }[]
}

class Refused extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export type FakeObs = Awaited<ReturnType<typeof startFakeObs>>

export async function startFakeObs({ password = fakeObsPassword as string | undefined } = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const identified = new Set<WebSocket>()
  const requests: { readonly type: string; readonly data: Fields }[] = []
  let nextItem = 100
  /** A start of the stream reports that it stops again, as OBS does without a service. */
  let isStreamRefused = false
  let isScenePaused = false
  let isClosed = false
  let isRefused: ((type: string, data: Fields) => boolean) | undefined

  const input = (name: string, kind: string, more: Partial<FakeInput> = {}): FakeInput => {
    return { name, kind, settings: {}, muted: false, volumeDb: 0, hasAudio: false, filters: [], ...more }
  }
  const world = {
    scene: 'Gameplay',
    scenes: new Map<string, FakeItem[]>([
      ['Gameplay', items('Camera', 'Corner', 'Website')],
      ['Break', items('Headline', 'Camera')],
      ['Chat', items('Gameplay')],
    ]),
    groups: new Map<string, FakeItem[]>([['Corner', items('Logo')]]),
    inputs: [
      input('Camera', 'v4l2_input', { filters: [{ name: 'Blur', enabled: false }] }),
      input('Logo', 'image_source'),
      input('Website', 'browser_source', { settings: { url: 'https://show.example/' }, hasAudio: true }),
      input('Headline', 'text_ft2_source_v2', { settings: { text: 'Hello' } }),
      input('Intro', 'ffmpeg_source', { hasAudio: true }),
      input('Mic', 'pulse_input_capture', { hasAudio: true }),
    ],
    outputs: { Record: false, Stream: false, ReplayBuffer: true, VirtualCam: false },
    isPaused: false,
    canvas: { width: 1920, height: 1080 },
  }

  function items(...sources: readonly string[]): FakeItem[] {
    return sources.map((source) => ({ id: nextItem++, source, enabled: true }))
  }

  function report(eventType: string, eventData: Fields): void {
    const frame = JSON.stringify({ op: 5, d: { eventType, eventIntent: 1, eventData } })
    for (const socket of identified) socket.send(frame)
  }

  function inputNamed(data: Fields): FakeInput {
    const found = world.inputs.find(({ name }) => name === data.inputName)
    if (found === undefined) throw new Refused(600, `No source was found by the name of \`${data.inputName}\`.`)
    return found
  }

  function soundOf(data: Fields): FakeInput {
    const found = inputNamed(data)
    if (!found.hasAudio) throw new Refused(604, 'The specified input does not support audio.')
    return found
  }

  function itemsOf(data: Fields, lists: Map<string, FakeItem[]>): FakeItem[] {
    const found = lists.get(String(data.sceneName))
    if (found === undefined) throw new Refused(600, `No source was found by the name of \`${data.sceneName}\`.`)
    return found
  }

  function listed(all: readonly FakeItem[]): Fields {
    const sceneItems = all.map(({ id, source, enabled }, index) => {
      const isGroup = world.groups.has(source)
      const kind = world.inputs.find(({ name }) => name === source)?.kind ?? null
      return {
        sceneItemId: id,
        sceneItemIndex: all.length - 1 - index,
        sourceName: source,
        sourceType: kind === null ? 'OBS_SOURCE_TYPE_SCENE' : 'OBS_SOURCE_TYPE_INPUT',
        inputKind: kind,
        isGroup: kind === null ? isGroup : null,
        sceneItemEnabled: enabled,
        sceneItemLocked: false,
      }
    })
    return { sceneItems }
  }

  function filterOf(data: Fields) {
    const source = world.inputs.find(({ name }) => name === data.sourceName)
    if (source === undefined) throw new Refused(600, `No source was found by the name of \`${data.sourceName}\`.`)
    return { source, filter: source.filters.find(({ name }) => name === data.filterName) }
  }

  /** As OBS does: the answer first, the report a moment later. */
  function later(work: () => void): void {
    setTimeout(work, 5)
  }

  function setOutput(output: keyof typeof world.outputs, isOn: boolean): Fields {
    if (world.outputs[output] === isOn) throw new Refused(isOn ? 500 : 501, '')
    const word = output === 'VirtualCam' ? 'Virtualcam' : output
    const path = output === 'Record' ? { outputPath: isOn ? '' : '/videos/show.mkv' } : {}
    const step = (active: boolean, state: string) =>
      report(`${word}StateChanged`, { outputActive: active, outputState: `OBS_WEBSOCKET_OUTPUT_${state}`, ...path })
    const isRefused = isOn && output === 'Stream' && isStreamRefused
    later(() => {
      step(!isOn, isOn ? 'STARTING' : 'STOPPING')
      world.outputs[output] = isOn && !isRefused
      if (output === 'Record') world.isPaused = false
      step(world.outputs[output], world.outputs[output] ? 'STARTED' : 'STOPPED')
    })
    return output === 'Record' && !isOn ? path : {}
  }

  function setPaused(isPaused: boolean): Fields {
    if (!world.outputs.Record || world.isPaused === isPaused) throw new Refused(isPaused ? 502 : 503, '')
    later(() => {
      world.isPaused = isPaused
      const outputState = `OBS_WEBSOCKET_OUTPUT_${isPaused ? 'PAUSED' : 'RESUMED'}`
      report('RecordStateChanged', { outputActive: !isPaused, outputState, outputPath: null })
    })
    return {}
  }

  function addItem(sceneName: unknown, source: string): number {
    const all = itemsOf({ sceneName }, world.scenes)
    const id = nextItem++
    all.unshift({ id, source, enabled: true })
    later(() => report('SceneItemCreated', { sceneName, sourceName: source, sceneItemId: id, sceneItemIndex: 0 }))
    return id
  }

  const handlers: Readonly<Record<string, (data: Fields) => Fields>> = {
    GetVersion: () => ({ obsVersion: '31.0.0', obsWebSocketVersion: '5.5.4', rpcVersion: 1, availableRequests: [] }),
    GetStudioModeEnabled: () => ({ studioModeEnabled: false }),
    TriggerStudioModeTransition: () => ({}),
    GetSceneList: () => ({
      currentProgramSceneName: world.scene,
      currentPreviewSceneName: null,
      scenes: [...world.scenes.keys()].map((sceneName, index, all) => {
        return { sceneName, sceneIndex: all.length - 1 - index }
      }),
    }),
    GetCurrentProgramScene: () => ({ sceneName: world.scene, currentProgramSceneName: world.scene }),
    SetCurrentProgramScene: (data) => {
      itemsOf(data, world.scenes)
      if (!isScenePaused) later(() => api.show(String(data.sceneName)))
      return {}
    },
    GetSceneItemList: (data) => listed(itemsOf(data, world.scenes)),
    GetGroupSceneItemList: (data) => listed(itemsOf(data, world.groups)),
    SetSceneItemEnabled: (data) => {
      const lists = world.groups.has(String(data.sceneName)) ? world.groups : world.scenes
      const item = itemsOf(data, lists).find(({ id }) => id === data.sceneItemId)
      if (item === undefined) throw new Refused(600, 'No scene items were found in the specified scene by that ID.')
      const { sceneName, sceneItemId, sceneItemEnabled } = data
      if (item.enabled === sceneItemEnabled) return {}
      item.enabled = sceneItemEnabled === true
      later(() => report('SceneItemEnableStateChanged', { sceneName, sceneItemId, sceneItemEnabled }))
      return {}
    },
    CreateSceneItem: (data) => ({ sceneItemId: addItem(data.sceneName, String(data.sourceName)) }),
    GetInputList: (data) => ({
      inputs: world.inputs
        .filter(({ kind }) => data.inputKind === undefined || kind === data.inputKind)
        .map(({ name, kind }) => ({
          inputName: name,
          inputKind: kind,
          unversionedInputKind: kind.replace(/_v\d$/, ''),
        })),
    }),
    CreateInput: (data) => {
      const { inputName, inputKind, inputSettings, sceneName } = data
      if (world.inputs.some(({ name }) => name === inputName)) throw new Refused(601, 'A source already exists.')
      const settings = { ...(inputSettings as Fields) }
      world.inputs.push(input(String(inputName), String(inputKind), { settings, hasAudio: true }))
      return { sceneItemId: addItem(sceneName, String(inputName)) }
    },
    GetInputSettings: (data) => {
      const { settings, kind } = inputNamed(data)
      return { inputSettings: settings, inputKind: kind }
    },
    SetInputSettings: (data) => {
      const found = inputNamed(data)
      Object.assign(found.settings, data.inputSettings)
      later(() => report('InputSettingsChanged', { inputName: found.name, inputSettings: found.settings }))
      return {}
    },
    GetInputMute: (data) => ({ inputMuted: soundOf(data).muted }),
    SetInputMute: (data) => {
      const found = soundOf(data)
      found.muted = data.inputMuted === true
      later(() => report('InputMuteStateChanged', { inputName: found.name, inputMuted: found.muted }))
      return {}
    },
    GetInputVolume: (data) => {
      const { volumeDb } = soundOf(data)
      return { inputVolumeMul: 10 ** (volumeDb / 20), inputVolumeDb: volumeDb }
    },
    SetInputVolume: (data) => {
      const found = soundOf(data)
      found.volumeDb = Number(data.inputVolumeDb)
      later(() => report('InputVolumeChanged', { inputName: found.name, inputVolumeDb: found.volumeDb }))
      return {}
    },
    GetSourceFilterList: (data) => ({
      filters: filterOf(data).source.filters.map(({ name, enabled }, filterIndex) => {
        return { filterName: name, filterEnabled: enabled, filterIndex, filterKind: 'blur', filterSettings: {} }
      }),
    }),
    SetSourceFilterEnabled: (data) => {
      const { filter } = filterOf(data)
      if (filter === undefined) throw new Refused(600, 'No filter was found by that name.')
      filter.enabled = data.filterEnabled === true
      later(() => report('SourceFilterEnableStateChanged', data))
      return {}
    },
    TriggerMediaInputAction: (data) => {
      const { name } = inputNamed(data)
      later(() => report('MediaInputActionTriggered', { inputName: name, mediaAction: data.mediaAction }))
      return {}
    },
    GetMediaInputStatus: () => ({ mediaState: 'OBS_MEDIA_STATE_PLAYING', mediaDuration: 1_000, mediaCursor: 0 }),
    GetRecordStatus: () => ({ outputActive: world.outputs.Record, outputPaused: world.isPaused }),
    GetStreamStatus: () => ({ outputActive: world.outputs.Stream, outputReconnecting: false }),
    GetReplayBufferStatus: () => ({ outputActive: world.outputs.ReplayBuffer }),
    GetVirtualCamStatus: () => ({ outputActive: world.outputs.VirtualCam }),
    StartRecord: () => setOutput('Record', true),
    StopRecord: () => setOutput('Record', false),
    PauseRecord: () => setPaused(true),
    ResumeRecord: () => setPaused(false),
    StartStream: () => setOutput('Stream', true),
    StopStream: () => setOutput('Stream', false),
    StartReplayBuffer: () => setOutput('ReplayBuffer', true),
    StopReplayBuffer: () => setOutput('ReplayBuffer', false),
    StartVirtualCam: () => setOutput('VirtualCam', true),
    StopVirtualCam: () => setOutput('VirtualCam', false),
    SaveReplayBuffer: () => {
      if (!world.outputs.ReplayBuffer) throw new Refused(501, '')
      later(() => report('ReplayBufferSaved', { savedReplayPath: '/videos/replay.mkv' }))
      return {}
    },
    GetVideoSettings: () => ({ baseWidth: world.canvas.width, baseHeight: world.canvas.height }),
  }

  server.on('connection', (socket) => {
    if (isClosed) {
      socket.terminate()
      return
    }
    const say = (op: number, d: Fields) => socket.send(JSON.stringify({ op, d }))
    const authentication = password === undefined ? {} : { authentication: { challenge, salt } }
    say(0, { obsWebSocketVersion: '5.5.4', rpcVersion: 1, ...authentication })
    socket.on('close', () => identified.delete(socket))
    socket.on('message', (text) => {
      const { op, d } = JSON.parse(String(text)) as { op: number; d: Fields }
      if (op === 1) {
        if (password !== undefined && d.authentication !== proofOf(password)) {
          socket.close(4009, 'Authentication failed.')
          return
        }
        identified.add(socket)
        say(2, { negotiatedRpcVersion: 1 })
      } else if (op !== 6 || !identified.has(socket)) socket.close(4007, 'Not identified.')
      else answer(d, say)
    })
  })

  function answer(d: Fields, say: (op: number, d: Fields) => void): void {
    const {
      requestType,
      requestId,
      requestData = {},
    } = d as { requestType: string; requestId: string; requestData?: Fields }
    requests.push({ type: requestType, data: requestData })
    const head = { requestType, requestId }
    try {
      const handle = handlers[requestType]
      if (handle === undefined) throw new Refused(204, 'Your request type is not valid.')
      if (isRefused?.(requestType, requestData) === true) {
        isRefused = undefined
        throw new Refused(207, 'OBS is not ready to perform the request.')
      }
      const responseData = handle(requestData)
      say(7, { ...head, requestStatus: { result: true, code: 100 }, responseData })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { code, message } = error
      say(7, { ...head, requestStatus: { result: false, code, ...(message !== '' && { comment: message }) } })
    }
  }

  const api = {
    url: `ws://127.0.0.1:${port}`,
    world,
    /** Every request so far. */
    requests,

    get connections(): number {
      return identified.size
    },

    /** Somebody switches the scene in OBS itself. */
    show(scene: string): void {
      world.scene = scene
      report('CurrentProgramSceneChanged', { sceneName: scene })
    },

    report,

    input(name: string): FakeInput {
      const found = world.inputs.find((one) => one.name === name)
      if (found === undefined) throw new Error(`the fake OBS has no input ${name}`)
      return found
    },

    refuseStream(isSo: boolean): void {
      isStreamRefused = isSo
    },

    /** Accepts scene switches and does not make them. */
    holdScenes(isSo: boolean): void {
      isScenePaused = isSo
    },

    /** Refuses one request, as while OBS loads another scene collection. */
    refuseOnce(isMeant: (type: string, data: Fields) => boolean): void {
      isRefused = isMeant
    },

    /** As if OBS was closed, with everything as it is, and started again. */
    refuseConnections(isSo: boolean): void {
      isClosed = isSo
      if (isSo) api.cut()
    },

    cut(): void {
      for (const socket of server.clients) socket.terminate()
    },

    /** Does not keep the process of a test alive. */
    unref(): void {
      const { _server: inner } = server as unknown as { _server?: { unref(): void } }
      inner?.unref()
    },

    async close(): Promise<void> {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return api
}

function proofOf(password: string): string {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64')
  return digest(digest(password + salt) + challenge)
}
