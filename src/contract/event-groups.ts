/** How a person sorts what happened. */
export const eventGroups = ['people', 'overlay', 'stream', 'points', 'bot', 'panel'] as const
export type EventGroup = (typeof eventGroups)[number]

const byStart: Readonly<Record<string, EventGroup>> = {
  follow: 'people',
  subscription: 'people',
  ban: 'people',
  timeout: 'people',
  unban: 'people',
  donation: 'people',
  bits: 'people',
  raid: 'people',
  cue: 'overlay',
  music: 'overlay',
  stream: 'stream',
  clip: 'stream',
  points: 'points',
  'watch-time': 'points',
  chat: 'bot',
  command: 'bot',
}

/** What is not known here is somebody's deed at the panel: keys, people, settings, the overlay link. */
export function groupOf(kind: string): EventGroup {
  return byStart[kind.split('.')[0] ?? ''] ?? 'panel'
}
