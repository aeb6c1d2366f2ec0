import { type JsonObject, objectIn, textIn, UnexpectedAnswer } from '../calls/json-fields.ts'
import type { VideoFacts } from '../videos.ts'

/** `PT4M13S`, `PT1H2M3S`, `P1DT2H`; `P0D` of a live stream. */
const durationShape = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** A video resource with the parts snippet, contentDetails and status. */
export function videoFactsIn(row: JsonObject): VideoFacts {
  const snippet = objectIn(row, 'snippet')
  const details = objectIn(row, 'contentDetails')
  const status = objectIn(row, 'status')
  // YouTube omits the rating of a video that has none.
  const rating = details.contentRating === undefined ? {} : objectIn(details, 'contentRating')
  const broadcast = snippet.liveBroadcastContent ?? 'none'
  return {
    title: textIn(snippet, 'title'),
    channel: textIn(snippet, 'channelTitle'),
    seconds: details.duration === undefined ? 0 : secondsIn(textIn(details, 'duration')),
    isEmbeddable: status.embeddable === true,
    isAgeRestricted: rating.ytRating === 'ytAgeRestricted',
    isLive: broadcast !== 'none',
  }
}

function secondsIn(duration: string): number {
  const found = durationShape.exec(duration)
  if (found === null) throw new UnexpectedAnswer('duration is not a duration')
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60 + seconds
}
