import { type Answer, call } from '../../api.ts'
import { tryOut } from '../../ui/try-out.ts'

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
