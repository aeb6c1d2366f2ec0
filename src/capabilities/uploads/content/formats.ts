/** The supported formats. All of them play in the OBS browser source since OBS 29. */
export type Family = 'audio' | 'image' | 'video'

export interface Format {
  readonly label: string
  readonly mime: string
  /** The file extension on disk and in the URL. */
  readonly ending: string
  /** Other file extensions and MIME types of the format. */
  readonly endings: readonly string[]
  readonly types: readonly string[]
}

function format(label: string, mime: string, endings: readonly string[], types: readonly string[]): Format {
  return { label, mime, ending: endings[0] ?? '', endings, types: [mime, ...types] }
}

const mp4Types = ['audio/mp4', 'audio/m4a', 'audio/x-m4a', 'video/mp4', 'video/x-m4v']
const mp4Endings = ['m4b', 'm4v', 'mp4', 'm4a']
const webmTypes = ['audio/webm', 'video/webm']

export const formats = {
  wav: format('WAV', 'audio/wav', ['wav', 'wave'], ['audio/x-wav', 'audio/wave', 'audio/vnd.wave']),
  mp3: format('MP3', 'audio/mpeg', ['mp3', 'mpga'], ['audio/mp3', 'audio/x-mp3', 'audio/mpeg3']),
  ogg: format(
    'Ogg',
    'audio/ogg',
    ['ogg', 'oga', 'opus'],
    ['application/ogg', 'audio/opus', 'audio/vorbis', 'video/ogg'],
  ),
  flac: format('FLAC', 'audio/flac', ['flac'], ['audio/x-flac']),
  aac: format('AAC', 'audio/aac', ['aac'], ['audio/x-aac', 'audio/aacp', 'audio/vnd.dlna.adts']),
  m4a: format('M4A', 'audio/mp4', ['m4a', ...mp4Endings], mp4Types),
  'webm-audio': format('WebM', 'audio/webm', ['weba', 'webm'], webmTypes),
  png: format('PNG', 'image/png', ['png', 'apng'], ['image/apng', 'image/x-png']),
  jpeg: format('JPEG', 'image/jpeg', ['jpg', 'jpeg', 'jpe', 'jfif'], ['image/jpg', 'image/pjpeg']),
  gif: format('GIF', 'image/gif', ['gif'], []),
  webp: format('WebP', 'image/webp', ['webp'], []),
  avif: format('AVIF', 'image/avif', ['avif'], ['image/avif-sequence']),
  mp4: format('MP4', 'video/mp4', ['mp4', ...mp4Endings], mp4Types),
  webm: format('WebM', 'video/webm', ['webm', 'weba'], webmTypes),
} as const

export type FormatName = keyof typeof formats

/** An unknown extension or MIME type claims nothing. */
export function claimedEnding(name: string): string | undefined {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase()
  return ending !== undefined && knownEndings.has(ending) ? ending : undefined
}

export function mimeOfEnding(ending: string): string | undefined {
  return mimes.get(ending)
}

const all: readonly Format[] = Object.values(formats)
/** Includes formats that are refused, so that a script with the name of an image is recognized. */
const knownEndings = new Set([
  ...all.flatMap(({ endings }) => endings),
  ...['svg', 'html', 'htm', 'js', 'mjs', 'css', 'txt', 'pdf', 'zip', 'exe', 'php', 'xml', 'json'],
  ...['bmp', 'tif', 'tiff', 'heic', 'heif', 'ico', 'psd', 'avi', 'mov', 'mkv', 'wmv', 'wma', 'aif', 'aiff', 'mid'],
])
const mimes = new Map(all.map(({ ending, mime }) => [ending, mime]))
