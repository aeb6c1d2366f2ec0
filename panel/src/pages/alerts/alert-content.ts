import type { Answer } from '../../api.ts'

/** What somebody else may have changed meanwhile, as the server compares it. */
export function contentOf(alert: Answer<'list-alert-settings'>['alerts'][number]) {
  const { name, points, active, volume, sound, image, video } = alert
  return {
    ...{ name, points, active, volume },
    ...{ sound: sound ?? undefined, image: image ?? undefined, video: video ?? undefined },
  }
}
