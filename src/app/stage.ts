import { join } from 'node:path'
import { createAlertContent } from '../capabilities/alerts/alert-content.ts'
import { createAlerts } from '../capabilities/alerts/alerts.ts'
import { createEventAlertSounds } from '../capabilities/alerts/event-alert-sounds.ts'
import { createEventAlerts } from '../capabilities/alerts/event-alerts.ts'
import { createDonations } from '../capabilities/donations/donations.ts'
import { createEffectContent } from '../capabilities/effects/effect-content.ts'
import { createEffects } from '../capabilities/effects/effects.ts'
import { createDashboard } from '../capabilities/home/dashboard.ts'
import { createFirstSteps } from '../capabilities/home/first-steps.ts'
import { cueKinds } from '../capabilities/overlay/contract/cues.ts'
import { createOverlayAppearance } from '../capabilities/overlay/overlay-appearance.ts'
import { createOverlayQueue } from '../capabilities/overlay/overlay-queue.ts'
import { createOverlays } from '../capabilities/overlay/overlays.ts'
import { createPreloadedSounds } from '../capabilities/overlay/preloaded-sounds.ts'
import { findBuiltIn } from '../capabilities/sounds/sound-files.ts'
import { openSpeech } from '../capabilities/speech/open.ts'
import { createMedia } from '../capabilities/uploads/media.ts'
import { createReferences } from '../capabilities/uploads/references.ts'
import { createUploadFiles } from '../capabilities/uploads/upload-files.ts'
import { createUploads } from '../capabilities/uploads/uploads.ts'
import { createSpeechEffects } from '../capabilities/voice/speech-effects.ts'
import { createWidgets } from '../capabilities/widgets/widgets.ts'
import { type Platform, wordFor } from '../platforms/contract/platforms.ts'
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
  const { config, db, clock, ids, log, bus, pages, stage, names, secret, storage, address, onClose } = needs
  const { events, settings, platforms, stream } = needs

  const uploadFiles = createUploadFiles(join(config.dataFolder, 'uploads'))
  const references = createReferences()
  const maxBytes = config.uploadBytes ?? 500 * 1024 * 1024
  const uploads = createUploads({ db, clock, ids, events, files: uploadFiles, references, maxBytes })
  const media = createMedia({ uploads, findBuiltIn })

  const overlays = createOverlays({
    db,
    clock,
    ids,
    events,
    bus,
    stage,
    secret,
    baseUrl: address.baseUrl,
    isOnAir: needs.isOverlayOnAir,
  })
  const overlayAppearance = createOverlayAppearance({
    db,
    settings,
    media,
    bus,
    log,
    send: (channelId, look) => pages.broadcast(channelId, { type: 'settings', settings: look }),
  })
  const speechEffects = createSpeechEffects({
    db,
    clock,
    ids,
    bus,
    events,
    send: (channelId, voice) => stage.broadcast(channelId, { type: 'voice-effect', voice }),
  })
  const { voices, speech } = openSpeech({ ...needs, overlays, speechEffects })
  const platformWord = (platform: Platform) => names.word(wordFor(platform))
  const alerts = createAlerts({ db, overlays, media })
  const eventAlerts = createEventAlerts({ db, log, overlays, media, speech })
  const donations = createDonations({ db, log, events, overlays, media, speech })
  const effects = createEffects({ db, overlays, platforms, media, platformWord })
  const preloadedSounds = createPreloadedSounds({
    sources: [
      alerts.listSounds,
      createEventAlertSounds({ db, bus, media }).list,
      async (channelId) => donations.listSounds(channelId, (await settings.of(channelId)).donations),
      effects.listSounds,
    ],
    bus,
    log,
    hasPages: (channelId) => pages.count(channelId) > 0,
    send: (channelId, sounds) => pages.broadcast(channelId, { type: 'sounds', sounds }),
  })
  const firstSteps = createFirstSteps({
    db,
    clock,
    bus,
    log,
    events,
    isOverlayConnected: (channelId) => cueKinds.some((kind) => overlays.isConnected(channelId, { kind })),
  })
  onClose(() => firstSteps.close())
  return {
    voices,
    uploadFiles,
    references,
    uploads,
    media,
    overlays,
    overlayAppearance,
    overlayQueue: createOverlayQueue({ db, clock, events, bus, send: stage.broadcast, isConnected: stage.isConnected }),
    speechEffects,
    speech,
    alerts,
    eventAlerts,
    alertContent: createAlertContent({ db, events, media }),
    donations,
    effects,
    preloadedSounds,
    effectContent: createEffectContent({ db, events, media }),
    widgets: createWidgets({ db, clock, events, bus, media }),
    dashboard: createDashboard({ platforms, stream, overlays, storage }),
    firstSteps,
  }
}
