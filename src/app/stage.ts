import { openAlerts } from '../capabilities/alerts/open.ts'
import { createDonations } from '../capabilities/donations/donations.ts'
import { openEffects } from '../capabilities/effects/open.ts'
import { openHome } from '../capabilities/home/open.ts'
import { openOverlay, openPreloadedSounds } from '../capabilities/overlay/open.ts'
import { openSpeech } from '../capabilities/speech/open.ts'
import { openUploads } from '../capabilities/uploads/open.ts'
import { createSpeechEffects } from '../capabilities/voice/speech-effects.ts'
import { createWidgets } from '../capabilities/widgets/widgets.ts'
import type { BroadcastParts } from './broadcast.ts'
import type { ChannelParts } from './channels.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'

export type StageParts = ReturnType<typeof openStage>

/** What viewers see and hear: alerts, speech, donations, effects and their files. */
export function openStage(
  needs: NodeParts &
    ChannelParts &
    PlatformParts &
    BroadcastParts & { isOverlayOnAir: (channelId: number) => boolean | null },
) {
  const { settings, stage } = needs
  const uploads = openUploads(needs)
  const overlay = openOverlay({ ...needs, ...uploads })
  const speechEffects = createSpeechEffects({
    ...needs,
    send: (channelId, voice) => stage.broadcast(channelId, { type: 'voice-effect', voice }),
  })
  const speech = openSpeech({ ...needs, ...overlay, speechEffects })
  const alerts = openAlerts({ ...needs, ...uploads, ...overlay, ...speech })
  const donations = createDonations({ ...needs, ...uploads, ...overlay, ...speech })
  const effects = openEffects({ ...needs, ...uploads, ...overlay })
  return {
    ...uploads,
    ...overlay,
    speechEffects,
    ...speech,
    ...alerts,
    donations,
    ...effects,
    ...openPreloadedSounds({
      ...needs,
      sources: [
        alerts.alerts.listSounds,
        alerts.eventAlertSounds.list,
        async (channelId) => donations.listSounds(channelId, (await settings.of(channelId)).donations),
        effects.effects.listSounds,
      ],
    }),
    widgets: createWidgets({ ...needs, ...uploads }),
    ...openHome({ ...needs, ...overlay }),
  }
}
