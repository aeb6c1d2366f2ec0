import type { VoiceEffectName } from '../src/capabilities/voice/contract/voice-effects.ts'
import type { Sample } from './sound-cache.ts'
import type { Timers } from './timers.ts'

/** A sound that is playing: its end, its progress from 0 to 1, and how to stop it. */
export type Playing = { durationMs: number; ended: Promise<void>; gone: () => number; stop: () => void }

type Played = {
  durationMs: number | undefined
  /** The duration of what has no known duration at first. */
  totalMs?: () => number | undefined
  over: Promise<unknown>
  tailMs: number
  stop: () => void
}

export async function playSample(
  context: AudioContext,
  sample: Sample,
  to: AudioNode,
  voice: VoiceEffectName | undefined,
): Promise<Played> {
  if ('buffer' in sample) return playBuffer(context, sample.buffer, to, voice)
  if ('url' in sample) {
    const { playFile } = await import('./long-sound.ts')
    return playFile(sample.url, context, to)
  }
  const { joinParts, playParts } = await import('./spoken-parts.ts')
  if (voice !== undefined) return playBuffer(context, await joinParts(context, sample.parts), to, voice)
  return { durationMs: undefined, ...playParts(context, sample.parts, to) }
}

async function playBuffer(
  context: BaseAudioContext,
  buffer: AudioBuffer,
  to: AudioNode,
  voice: VoiceEffectName | undefined,
) {
  const plain = {
    rate: 1,
    tailMs: 0,
    buffer,
    connect: (from: AudioNode) => void from.connect(to),
    close() {},
  }
  const chain =
    voice === undefined
      ? plain
      : await import('./voice-effects.ts')
          .then(({ applyVoiceEffect }) => applyVoiceEffect(context, buffer, voice, to))
          .catch(() => plain)
  const source = new AudioBufferSourceNode(context, { buffer: chain.buffer, playbackRate: chain.rate })
  chain.connect(source)
  const over = new Promise((resolve) => {
    source.onended = () => resolve(undefined)
  })
  source.start()
  return {
    durationMs: (buffer.duration * 1000) / chain.rate,
    over,
    tailMs: chain.tailMs,
    stop() {
      source.stop()
      source.disconnect()
      chain.close()
    },
  }
}

export function silently(durationMs: number, timers: Timers): Playing {
  const began = performance.now()
  const gone = () => Math.min((performance.now() - began) / durationMs, 1)
  return playing({ durationMs, gone, over: timers.wait(durationMs).then(() => false), end() {} })
}

/** Ends once, by itself or on demand; `over` resolves to whether it was cut short. */
export function playing({
  durationMs,
  gone,
  over,
  end,
}: {
  durationMs: number
  gone: () => number
  over: Promise<boolean>
  end: (isEarly: boolean) => void
}): Playing {
  let finish: () => void = () => {}
  const ended: Promise<void> = new Promise((resolve) => {
    finish = resolve
  })
  let isOver = false
  function close(isEarly: boolean) {
    if (isOver) return
    isOver = true
    end(isEarly)
    finish()
  }
  void over.then(close)
  return { durationMs, ended, gone, stop: () => close(true) }
}
