// @ts-check
import { numberOf, ownUrl, recordOf } from './values.js'

/** @import { Sample } from './samples.js' */
/** @import { Sound } from './sound.js' */
/** @import { Timers } from './timers.js' */

/** What is not there by then is left out. */
const loadMs = 4_000

/**
 * What an item needs before it enters, so that picture and sound begin together.
 * @typedef {{
 *   picture?: HTMLImageElement | HTMLVideoElement | undefined,
 *   sound?: { sample: Sample, volume: number } | undefined,
 *   speech?: { sample: Sample, durationMs: number | undefined } | undefined,
 * }} Ready
 */

/**
 * Loads what the payload names, all at once. Never rejects: what is broken is reported and left out.
 * @param {Readonly<Record<string, unknown>>} payload
 * @param {{ sound: Sound, timers: Timers, trouble: (reason: string) => void }} needs
 * @returns {Promise<Ready>}
 */
export async function loadMedia(payload, { sound, timers, trouble }) {
  const image = recordOf(payload.image)
  const video = recordOf(payload.video)
  const given = recordOf(payload.sound)
  const audio = recordOf(payload.audio)

  /**
   * @template T
   * @param {string} what
   * @param {unknown} url
   * @param {(url: string) => Promise<T>} load
   * @returns {Promise<T | undefined>}
   */
  async function attempt(what, url, load) {
    if (url === undefined) return undefined
    try {
      const own = what === 'image' ? pictureUrl(url) : ownUrl(url)
      if (own === undefined) throw new Error('it is not on this server')
      return await Promise.race([load(own), late(timers)])
    } catch (error) {
      trouble(`the ${what} could not be loaded: ${error instanceof Error ? error.message : 'unknown'}`)
      return undefined
    }
  }

  const hasSound = given.url !== undefined
  const [picture, sample, spoken] = await Promise.all([
    video.url !== undefined
      ? attempt('video', video.url, (url) =>
          loadVideo(url, sound.isSilent ? 0 : numberOf(video.volume, 0, 1, hasSound ? 0 : 1)),
        )
      : attempt('image', image.url, loadImage),
    attempt('sound', given.url, (url) => sound.load(url, { isKept: true })),
    attempt('speech', audio.url, (url) => sound.load(url, { isKept: false })),
  ])
  return {
    picture,
    ...(sample === undefined ? {} : { sound: { sample, volume: numberOf(given.volume, 0, 1, 1) } }),
    ...(spoken === undefined
      ? {}
      : {
          speech: { sample: spoken, durationMs: typeof audio.durationMs === 'number' ? audio.durationMs : undefined },
        }),
  }
}

/** @param {unknown} value */
export function pictureUrl(value) {
  return typeof value === 'string' && value.startsWith('data:image/') ? value : ownUrl(value)
}

/** @param {string} url @returns {Promise<HTMLImageElement>} */
export async function loadImage(url) {
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {
    throw new Error('it is no picture')
  })
  return image
}

/** Lets go of what a video holds. @param {HTMLElement} picture */
export function dropPicture(picture) {
  if (!(picture instanceof HTMLVideoElement)) return
  picture.pause()
  picture.removeAttribute('src')
  picture.load()
}

/** @param {string} url @param {number} volume @returns {Promise<HTMLVideoElement>} */
function loadVideo(url, volume) {
  return new Promise((resolve, reject) => {
    const video = document.createElement('video')
    video.volume = volume
    video.muted = volume === 0
    video.preload = 'auto'
    video.playsInline = true
    video.oncanplay = () => resolve(video)
    video.onerror = () => reject(new Error('it is no video'))
    video.src = url
  })
}

/** @param {Timers} timers @returns {Promise<never>} */
async function late(timers) {
  await timers.wait(loadMs)
  throw new Error('it took too long')
}
