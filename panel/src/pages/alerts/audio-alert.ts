import { type Answer, call } from '../../api.ts'
import { alertMessages } from '../../messages/alerts.ts'
import { attempt } from '../../ui/attempt.ts'
import { showToast } from '../../ui/toasts.tsx'

export type AudioAlert = Answer<'list-alert-settings'>['alerts'][number]

export function testAlert(id: number): Promise<void> {
  return attempt(async () => {
    await call('test-alert', { id })
    showToast(alertMessages.tested())
  })
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
