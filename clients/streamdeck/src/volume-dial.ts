import type { KeySettings } from './deck-key.ts'
import type { Servers } from './servers.ts'

/** What the touch strip above a dial shows, in the layout `$B1` of the app. */
export interface DialFeedback {
  readonly title: string
  readonly value: string
  readonly indicator: number
}

const lowest = -60
const highest = 6
/** Where to begin while nothing is known; quiet enough for a first turn. */
const firstVolume = -20
const reasonMs = 6_000

export type VolumeDial = ReturnType<typeof createVolumeDial>

/** One dial: turns change the volume of an input of OBS by a decibel each, a press mutes it. */
export function createVolumeDial(needs: {
  servers: Servers
  settings: KeySettings
  show: (feedback: DialFeedback) => void
  showAlert: () => void
}) {
  const { servers, show, showAlert } = needs
  let { settings } = needs
  let volume: number | undefined
  let isMuted = false
  let problem: string | undefined
  let problemTimer: NodeJS.Timeout | undefined
  let isCalling = false
  let wanted: number | undefined
  let isKnown = false

  const input = () => String(settings.values?.input ?? '')
  const server = () => servers.find(settings.server)

  function draw(): void {
    const shown = volume ?? firstVolume
    const percent = Math.round(((shown - lowest) / (highest - lowest)) * 100)
    const value = volume === undefined ? '–' : `${Math.round(shown)} dB`
    show({
      title: problem ?? (input() || 'Choose an input'),
      value: isMuted ? 'muted' : value,
      indicator: isMuted ? 0 : percent,
    })
  }

  function fail(error: unknown): void {
    problem = error instanceof Error ? error.message : String(error)
    showAlert()
    clearTimeout(problemTimer)
    problemTimer = setTimeout(() => {
      problem = undefined
      draw()
    }, reasonMs)
    draw()
  }

  /** OBS itself says how loud the input is, if the key may ask it (obs:raw). */
  async function learn(): Promise<void> {
    const used = server()
    const state = used?.state
    if (isKnown || input() === '' || used === undefined || (state !== 'connected' && state !== 'limited')) return
    isKnown = true
    const [inputs, level] = await Promise.allSettled([
      used.call('obs-list', {}),
      used.call('obs-request', { type: 'GetInputVolume', data: { inputName: input() } }),
    ])
    if (inputs.status === 'fulfilled') {
      const found = (inputs.value.inputs as { name: string; muted: boolean }[]).find(({ name }) => name === input())
      isMuted = found?.muted ?? false
    }
    if (level.status === 'fulfilled' && wanted === undefined) {
      const { inputVolumeDb } = level.value.data as { inputVolumeDb?: unknown }
      if (typeof inputVolumeDb === 'number') volume = clamp(inputVolumeDb)
    }
    draw()
  }

  /** One call at a time: of a fast turn only the latest volume is sent. */
  async function send(): Promise<void> {
    if (isCalling) return
    isCalling = true
    try {
      while (wanted !== undefined) {
        const next = wanted
        wanted = undefined
        await required().call('obs-audio', { input: input(), volume_db: next })
      }
    } catch (error) {
      wanted = undefined
      fail(error)
    } finally {
      isCalling = false
    }
  }

  function required() {
    const used = server()
    if (used === undefined) throw new Error('Add a server')
    if (input() === '') throw new Error('Choose an input')
    return used
  }

  const stopListening = servers.listen(() => settings.server, {
    onChange() {
      draw()
      void learn()
    },
    onEvent({ type }) {
      if (type !== 'obs.connected') return
      isKnown = false
      void learn()
    },
  })
  draw()
  void learn()

  return {
    async turn(ticks: number): Promise<void> {
      volume = clamp((volume ?? firstVolume) + ticks)
      wanted = volume
      draw()
      await send()
    },
    async press(): Promise<void> {
      try {
        const next = !isMuted
        await required().call('obs-audio', { input: input(), muted: next })
        isMuted = next
        draw()
      } catch (error) {
        fail(error)
      }
    },
    change(next: KeySettings): void {
      if (next.values?.input !== settings.values?.input || next.server !== settings.server) {
        isKnown = false
        volume = undefined
      }
      settings = next
      draw()
      void learn()
    },
    close(): void {
      stopListening()
      clearTimeout(problemTimer)
    },
  }
}

function clamp(value: number): number {
  return Math.min(highest, Math.max(lowest, value))
}
