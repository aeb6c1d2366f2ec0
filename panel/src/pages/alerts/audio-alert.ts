import { type Answer, call } from '../../api.ts'
import { tryOut } from '../../ui/media/try-out.ts'

export type AudioAlert = Answer<'list-alert-settings'>['alerts'][number]

export function testAlert(id: number): Promise<void> {
  return tryOut(() => call('test-alert', { id }))
}

/** An alert as input of the operation that saves it. */
export function inputOf({ id, name, points, active, sound, image, video, volume }: AudioAlert) {
  return {
    id,
    name,
    points,
    active,
    volume,
    ...(sound === null ? {} : { sound }),
    ...(image === null ? {} : { image }),
    ...(video === null ? {} : { video }),
  }
}

export const pictures = ['none', 'image', 'video'] as const

/** An alert while it is edited; a picture that is not chosen now is still there when it is chosen again. */
export interface AlertDraft {
  readonly name: string
  readonly points: string
  readonly active: boolean
  readonly sound: string | undefined
  readonly image: string | undefined
  readonly video: string | undefined
  readonly picture: (typeof pictures)[number]
  readonly volume: number
}

export function draftOf(alert: AudioAlert | undefined): AlertDraft {
  return {
    name: alert?.name ?? '',
    points: String(alert?.points ?? 0),
    active: alert?.active ?? true,
    sound: alert?.sound ?? undefined,
    image: alert?.image ?? undefined,
    video: alert?.video ?? undefined,
    picture: alert?.video ? 'video' : alert?.image ? 'image' : 'none',
    volume: alert?.volume ?? 0.8,
  }
}

/** Where the unsaved changes of an alert are kept. */
export function alertPlace(id: number | undefined): string {
  return `alert:${id ?? 'new'}`
}
