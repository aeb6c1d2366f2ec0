import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import type { Text } from '../src/kernel/text/message.ts'
import { TextError } from '../src/kernel/text/text-error.ts'
import { reasonOf } from '../src/registry/page-reasons.ts'
import type { Sound } from './sound.ts'
import type { Sample } from './sound-cache.ts'
import type { Timers } from './timers.ts'
import { numberOf, ownUrl, recordOf } from './values.ts'

/** Files that take longer to load are left out. */
const loadMs = 6_000

/** The loaded files of an item, so that picture and sound start together. */
export type Ready = {
  picture?: HTMLImageElement | HTMLVideoElement | undefined
  filmVolume: number
  sound?: { sample: Sample; volume: number } | undefined
  speech?: { sample: Sample; durationMs: number | undefined } | undefined
}

/** Loads the files of a payload in parallel. Never rejects: a broken file is reported and left out. */
export async function loadMedia(
  payload: Readonly<Record<string, unknown>>,
  { sound, timers, warn }: { sound: Sound; timers: Timers; warn: (reason: Text) => void },
): Promise<Ready> {
  const image = recordOf(payload.image)
  const video = recordOf(payload.video)
  const given = recordOf(payload.sound)
  const audio = recordOf(payload.audio)

  async function attempt<T>(
    what: 'image' | 'video' | 'sound' | 'speech',
    url: unknown,
    load: (url: string) => Promise<T>,
  ): Promise<T | undefined> {
    if (url === undefined) return undefined
    // A running timer would keep the file, and the card that contains it, in memory.
    const there = new AbortController()
    try {
      const own = what === 'image' ? imageUrl(url) : ownUrl(url)
      if (own === undefined) throw new TextError(messages.notOnServer.of())
      return await Promise.race([load(own), late(timers, there.signal)])
    } catch (error) {
      const reason = error instanceof Error ? reasonOf(error) : messages.unknownReason.of()
      warn(messages.notLoaded.of({ media: messages[what], reason }))
      return undefined
    } finally {
      there.abort()
    }
  }

  const hasSound = given.url !== undefined
  const [picture, sample, spoken] = await Promise.all([
    video.url !== undefined ? attempt('video', video.url, loadVideo) : attempt('image', image.url, loadImage),
    attempt('sound', given.url, (url) => sound.load(url, { isKept: true })),
    attempt('speech', audio.url, (url) => sound.loadSpeech(url, ownUrl(audio.partsUrl))),
  ])
  return {
    picture,
    filmVolume: numberOf(video.volume, 0, 1, hasSound ? 0 : 1),
    ...(sample === undefined ? {} : { sound: { sample, volume: numberOf(given.volume, 0, 1, 1) } }),
    ...(spoken === undefined
      ? {}
      : {
          speech: { sample: spoken, durationMs: typeof audio.durationMs === 'number' ? audio.durationMs : undefined },
        }),
  }
}

export function imageUrl(value: unknown) {
  return typeof value === 'string' && value.startsWith('data:image/') ? value : ownUrl(value)
}

export async function loadImage(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {
    throw new TextError(messages.notAnImage.of())
  })
  return image
}

/** Plays a video through the audio graph, or muted if sound is blocked. The returned function releases it. */
export function playVideo(video: HTMLVideoElement, volume: number, sound: Sound): () => void {
  let detach: (() => void) | undefined
  let isOver = false
  async function start() {
    const isHeard = volume > 0 && !sound.isSilent && (await sound.wake())
    if (isOver) return
    // Only into a running graph: a suspended one would stop the video too.
    if (isHeard) detach = sound.attach(video, volume)
    video.muted = !isHeard
    await video.play()
  }
  // A video that loaded and cannot play shows its first frame.
  start().catch(() => {})
  return () => {
    isOver = true
    detach?.()
    video.pause()
    video.removeAttribute('src')
    video.load()
  }
}

function loadVideo(url: string): Promise<HTMLVideoElement> {
  return new Promise((resolve, reject) => {
    const video = document.createElement('video')
    video.preload = 'auto'
    video.playsInline = true
    video.oncanplay = () => resolve(video)
    video.onerror = () => reject(new TextError(messages.notAVideo.of()))
    video.src = url
  })
}

async function late(timers: Timers, signal: AbortSignal): Promise<never> {
  await timers.wait(loadMs, signal)
  throw new TextError(messages.tooSlow.of())
}
