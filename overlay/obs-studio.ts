import type { ObsAction, ObsReport, ServerMessage } from '../src/registry/overlay-messages.ts'

/** What the browser source of OBS offers to its page: `window.obsstudio` of the plugin obs-browser. */
interface ObsStudio {
  getControlLevel?(take: (level: number) => void): void
  getStatus?(take: (status: Readonly<Record<string, boolean>>) => void): void
  getCurrentScene?(take: (scene: { readonly name: string }) => void): void
  getScenes?(take: (scenes: readonly string[]) => void): void
  setCurrentScene?(name: string): void
  startStreaming?(): void
  stopStreaming?(): void
  startRecording?(): void
  stopRecording?(): void
  pauseRecording?(): void
  unpauseRecording?(): void
  startReplayBuffer?(): void
  stopReplayBuffer?(): void
  saveReplayBuffer?(): void
  startVirtualcam?(): void
  stopVirtualcam?(): void
}

/** Page permissions from which on something can be read. */
const readsStatus = 1
const readsScenes = 2
const groupMs = 100
const maxScenes = 200
const maxNameLength = 200

const changes = [
  'SceneChanged',
  'SceneListChanged',
  'StreamingStarted',
  'StreamingStopped',
  'RecordingStarted',
  'RecordingStopped',
  'RecordingPaused',
  'RecordingUnpaused',
  'ReplaybufferStarted',
  'ReplaybufferStopped',
  'VirtualcamStarted',
  'VirtualcamStopped',
]

/** Reports what OBS allows this page to know, and does what the server asks for. */
export function followObs(send: (report: ObsReport) => void, own: { readonly page: string }) {
  const obs = (window as { readonly obsstudio?: ObsStudio }).obsstudio ?? {}
  let isActive: boolean | null = null
  let replays = 0
  let isPlanned = false

  /** Changes come in groups, and the server limits the frames of a page. */
  function reportSoon(): void {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      void report()
    }, groupMs)
  }

  async function report(): Promise<void> {
    const level = (await read<number>((take) => obs.getControlLevel?.(take))) ?? 0
    const status = level < readsStatus ? undefined : await read<Status>((take) => obs.getStatus?.(take))
    const isReader = level >= readsScenes
    const scene = isReader ? await read<{ readonly name: string }>((take) => obs.getCurrentScene?.(take)) : undefined
    const scenes = isReader ? await read<readonly string[]>((take) => obs.getScenes?.(take)) : undefined
    send({
      type: 'obs',
      level,
      active: isActive,
      scene: scene === undefined ? null : cut(scene.name),
      scenes: (scenes ?? []).slice(0, maxScenes).map(cut),
      streaming: status?.streaming === true,
      recording: status?.recording === true,
      paused: status?.recordingPaused === true,
      replay_buffer: status?.replaybuffer === true,
      virtual_camera: status?.virtualcam === true,
      replays,
    })
  }

  for (const change of changes) addEventListener(`obs${change}`, reportSoon)
  addEventListener('obsReplaybufferSaved', () => {
    replays++
    reportSoon()
  })
  addEventListener('obsSourceActiveChanged', (event) => {
    isActive = (event as CustomEvent<{ readonly active: boolean }>).detail.active
    reportSoon()
  })

  const actions: Readonly<Record<ObsAction['action'], (scene: string) => void>> = {
    scene: (scene) => obs.setCurrentScene?.(scene),
    replay: () => obs.saveReplayBuffer?.(),
    'start-record': () => obs.startRecording?.(),
    'stop-record': () => obs.stopRecording?.(),
    'pause-record': () => obs.pauseRecording?.(),
    'resume-record': () => obs.unpauseRecording?.(),
    'start-stream': () => obs.startStreaming?.(),
    'stop-stream': () => obs.stopStreaming?.(),
    'start-replay_buffer': () => obs.startReplayBuffer?.(),
    'stop-replay_buffer': () => obs.stopReplayBuffer?.(),
    'start-virtual_camera': () => obs.startVirtualcam?.(),
    'stop-virtual_camera': () => obs.stopVirtualcam?.(),
  }

  void report()
  return (message: ServerMessage) => {
    if (message.type === 'welcome') void report()
    else if (message.type === 'obs' && message.page === own.page) actions[message.action](message.scene ?? '')
  }
}

type Status = Readonly<Record<string, boolean>>

/** OBS answers by calling a function, or never if it does not know the question. */
function read<T>(ask: (take: (value: T) => void) => void): Promise<T | undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), 1_000)
    ask(resolve)
  })
}

function cut(name: string): string {
  return name.slice(0, maxNameLength)
}
