import { type Answer, call } from '../../api.ts'
import { alertMessages } from '../../messages/alerts.ts'
import { attempt } from '../../ui/attempt.ts'
import { say } from '../../ui/toasts.tsx'

export type AudioAlert = Answer<'list-alerts'>['alerts'][number]

export function testAlert(id: number): Promise<void> {
  return attempt(async () => {
    await call('test-alert', { id })
    say(alertMessages.tested())
  })
}

/** The whole of an alert, as it is saved. */
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
