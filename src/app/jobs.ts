import type { AiParts } from '../capabilities/ai/open.ts'
import type { BackupParts } from '../capabilities/backups/open.ts'
import type { DiscordParts } from '../capabilities/discord/open.ts'
import type { TunnelParts } from '../capabilities/kick-reach/open.ts'
import type { ObsParts } from '../capabilities/obs/open.ts'
import type { PrivacyParts } from '../capabilities/privacy/open.ts'
import type { CuePlayerParts } from '../capabilities/shows/open.ts'
import type { VoiceParts } from '../capabilities/voice/open.ts'
import type { VtsParts } from '../capabilities/vts/open.ts'
import type { WebhookParts } from '../capabilities/webhooks/open.ts'
import type { AudienceParts } from './audience.ts'
import type { ChannelParts } from './channels.ts'
import { startHousekeeping } from './housekeeping.ts'
import type { NodeParts } from './node.ts'
import type { PlatformParts } from './platforms.ts'
import type { ReactionParts } from './reactions.ts'
import type { StageParts } from './stage.ts'

/** Background jobs, which run on one node only, however many nodes there are. */
export function createJobs(
  needs: NodeParts &
    AudienceParts &
    BackupParts &
    ChannelParts &
    PlatformParts &
    TunnelParts &
    StageParts &
    ObsParts &
    VoiceParts &
    VtsParts &
    DiscordParts &
    ReactionParts &
    CuePlayerParts &
    PrivacyParts &
    WebhookParts & { aiParts: AiParts },
) {
  const { overrides, changeLog, clock, log, leader, does, isShared, onClose, idempotency, usage, backups, privacy } =
    needs
  const { sandbox, platforms, tunnel, listening, renewalJob, subscriberImport, uploadFiles, overlays } = needs
  const { automationParts, bot, clockEnds, commands, cuePlayer, discord, donationSources, obs, voicemod, voiceEnds } =
    needs
  const { pruneViewerValues, roundClock, roundRecords, vts, webhooks, webhookDeliverer } = needs
  const isTimed = overrides.hasTimedJobs !== false
  let stopHousekeeping = () => {}

  async function start(): Promise<void> {
    await bot.start({ isShared, isTimed })
    await cuePlayer.start({ isShared })
    await tunnel.start()
    await listening.start()
    await sandbox.resume((channelId, platform) => platforms.find(channelId, platform))
    renewalJob.start()
    await donationSources.start()
    await clockEnds.start()
    await roundClock.start()
    await obs.start()
    await voicemod.start()
    await vts.start()
    await voiceEnds.start()
    await webhookDeliverer.start()
    await discord.start()
    const tasks = {
      idempotency: idempotency.prune,
      deliveries: overlays.prune,
      uploads: () => uploadFiles.removeOldParts(clock.now()),
      usage: usage.prune,
      minutes: bot.watchMinutes.prune,
      subscribers: subscriberImport.runDue,
      cooldowns: commands.pruneRuns,
      'automation runs': automationParts.runs.prune,
      values: pruneViewerValues,
      history: privacy.pruneHistory,
      rounds: roundRecords.prune,
      trash: changeLog.prune,
      'AI bot': needs.aiParts.prune,
      'webhook deliveries': webhooks.prune,
      // The last, because it takes longest.
      backups: backups.runDue,
    }
    if (isTimed) stopHousekeeping = startHousekeeping(tasks, log)
  }

  async function stop(): Promise<void> {
    const closed = Promise.all([tunnel.stop(), webhookDeliverer.stop()])
    listening.close()
    renewalJob.stop()
    donationSources.close()
    await voiceEnds.stop()
    await voicemod.stop()
    await vts.stop()
    await obs.stop()
    await discord.stop()
    stopHousekeeping()
    await closed
    await cuePlayer.stop()
    await clockEnds.stop()
    await roundClock.stop()
    await bot.stop()
  }

  onClose(async () => {
    await stop()
    await leader.close()
    await bot.close()
  })

  return {
    /** Runs the jobs for as long as this node is the leader. */
    async start(): Promise<void> {
      if (does('jobs')) await leader.start((isMine) => (isMine ? start() : stop()))
    },
  }
}
