import type { Timers } from './timers.ts'

const wakeMs = 700
/** After this long without sound the audio graph is suspended: it costs a hundredth of a core, and a few ms to resume. */
const restMs = 30_000

const limits = { threshold: -4, knee: 2, ratio: 16, attack: 0.002, release: 0.12 }
/** The make-up gain that the browser applies with these limits; it is compensated. */
const makeUp = 1.245

/** The audio graph of the page: built with the first sound, awake while something uses it, and suspended after that. */
export function createAudioGraph({
  timers,
  onBlocked,
  onBuilt,
}: {
  timers: Timers
  onBlocked: (isBlocked: boolean) => void
  onBuilt: () => void
}) {
  let graph: AudioGraph | undefined
  let isBlocked = false
  let users = 0
  let cancelRest: (() => void) | undefined

  function open() {
    if (graph === undefined) {
      graph = buildGraph()
      onBuilt()
      for (const event of ['pointerdown', 'keydown']) addEventListener(event, () => void wake())
    }
    return graph
  }

  /** Whether sound is audible. A browser that blocks sound until a click never resolves, so the wait is short. */
  async function wake() {
    const { context } = open()
    cancelRest?.()
    if (context.state === 'running') return true
    const resumed = context.resume().catch(() => {})
    if (!isBlocked) await Promise.race([resumed, timers.wait(wakeMs)])
    const runs = (context.state as string) === 'running'
    if (runs === isBlocked) {
      isBlocked = !runs
      onBlocked(isBlocked)
    }
    if (!runs) void resumed.then(() => context.state === 'running' && unblock())
    return runs
  }

  function unblock() {
    if (isBlocked) onBlocked(false)
    isBlocked = false
  }

  /** Keeps the graph running until the returned function is called. */
  function hold() {
    users++
    cancelRest?.()
    return () => {
      if (--users > 0) return
      cancelRest = timers.after(restMs, () => void graph?.context.suspend().catch(() => {}))
    }
  }

  return {
    open,
    wake,
    hold,
    /** Undefined before the first sound. */
    built: () => graph,
  }
}

export type AudioGraph = ReturnType<typeof buildGraph>

function buildGraph() {
  const context = new AudioContext({ latencyHint: 'playback' })
  const master = new GainNode(context)
  const limiter = new DynamicsCompressorNode(context, limits)
  master
    .connect(limiter)
    .connect(new GainNode(context, { gain: 1 / makeUp }))
    .connect(context.destination)
  const bus = () => {
    const made = new GainNode(context)
    made.connect(master)
    return made
  }
  const ducking = bus()
  const music = new GainNode(context)
  music.connect(ducking)
  return { context, master, ducking, music, speech: bus(), alerts: bus() }
}
