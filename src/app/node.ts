import { basename, relative } from 'node:path'
import { backUpBeforeMigration } from '../capabilities/backups/backups.ts'
import type { ExtensionTimings } from '../capabilities/extension/gateway/extension-gateway.ts'
import type { StorageStatus } from '../capabilities/home/dashboard.ts'
import type { ConnectTo } from '../capabilities/kick-reach/round-trip.ts'
import type { TunnelTimings } from '../capabilities/kick-reach/tunnel-settings.ts'
import { createPages } from '../capabilities/overlay/gateway/pages.ts'
import type { EventGatewayTimings } from '../capabilities/published-events/event-gateway.ts'
import type { StreamLimits } from '../capabilities/published-events/open-streams.ts'
import type { GameFiles } from '../capabilities/stream/game-search/load-game-index.ts'
import type { StreamerbotTimings } from '../capabilities/streamerbot/port/streamerbot-ports.ts'
import type { SourceLimits } from '../capabilities/widgets/source-hub.ts'
import type { Cluster, joinCluster } from '../cluster/cluster.ts'
import { createSoleLeader } from '../cluster/sole-leader.ts'
import { type Clock, type Ids, randomIds, systemClock, type TimeLimit } from '../kernel/ambient.ts'
import { createMemoryBus } from '../kernel/bus/bus.ts'
import { createClosing } from '../kernel/closing.ts'
import { openLimiter } from '../kernel/limits/limit-file.ts'
import type { Limiter } from '../kernel/limits/limiter.ts'
import { createOverload } from '../kernel/limits/overload.ts'
import { createRefusalLog } from '../kernel/limits/refusal-log.ts'
import { createLog, type Log } from '../kernel/log.ts'
import { createLoopDelay, type LoopDelay } from '../kernel/metrics/loop-delay.ts'
import { createMetrics } from '../kernel/metrics/metrics.ts'
import { newestBackup } from '../kernel/storage/backups.ts'
import { describeProblem } from '../kernel/storage/contract/storage-problems.ts'
import type { Database, StorageTimeLimits } from '../kernel/storage/database.ts'
import type { OnProblem } from '../kernel/storage/health.ts'
import { createInstanceSecret } from '../kernel/storage/instance-secret.ts'
import { openDatabase } from '../kernel/storage/open.ts'
import { version } from '../kernel/version.ts'
import type { OpenOutgoing } from '../platforms/calls/outgoing.ts'
import type { EmoteService } from '../platforms/contract/chat-parts.ts'
import type { DiscordTimings } from '../platforms/discord/gateway.ts'
import type { DiscordRestTimings } from '../platforms/discord/rest.ts'
import type { ObsTimings } from '../platforms/obs/obs-socket.ts'
import type { VoicemodTimings } from '../platforms/voicemod/voicemod-socket.ts'
import type { VtsTimings } from '../platforms/vts/vts-socket.ts'
import { createNames } from '../registry/names.ts'
import { createAddress } from './address.ts'
import type { Config, NodeRole } from './config/config.ts'

export interface Overrides {
  readonly clock?: Clock
  readonly ids?: Ids
  /** A random number from 0 up to 1, for commands. */
  readonly chance?: () => number
  /** How many numbered viewers the sandbox has. */
  readonly sandboxViewers?: number
  readonly log?: Log
  /** How long a call to a platform may take. */
  readonly callTimeoutMs?: number
  /** Ends calls to platforms in place of a timer, so that a busy machine ends no call of a test. */
  readonly timeLimit?: TimeLimit
  /** False: jobs of every minute and hour do not start by themselves, so that a test on a slow machine meets none. */
  readonly hasTimedJobs?: boolean
  /** Replaces the database of the data folder, to measure the cost of storage. */
  readonly database?: Database
  /** For commands: where there is no database, none is created. */
  readonly mustExist?: boolean
  /** How long PostgreSQL may take, so that a busy machine fails no call of a test. */
  readonly storageTimeLimits?: StorageTimeLimits | undefined
  /** Replaces the shared limiter, to measure the cost of counting. */
  readonly limiter?: Limiter
  /** In place of the measured one, so that a busy machine refuses no call of a test. */
  readonly loopDelay?: LoopDelay
  /** The maximum of overlay pages for each channel, to measure the cost of many pages. */
  readonly maxPagesPerChannel?: number
  /** How often the clip extension sends a sign of life, and other waits of its socket. */
  readonly extensionTimings?: Partial<ExtensionTimings>
  /** Hosts in place of those of the emote services. */
  readonly emoteUrls?: Partial<Record<EmoteService, string>>
  /** In place of YouTube, for the titles of videos. */
  readonly oembedUrl?: string
  /** Games in place of the shipped ones, such as fewer. */
  readonly games?: GameFiles
  /** How many event streams may be open. */
  readonly streamLimits?: Partial<StreamLimits>
  /** How often event streams and sockets get a sign of life, and how long a socket may take to send its key. */
  readonly eventTimings?: Partial<EventGatewayTimings>
  /** How many sources widgets may follow, and how long they are kept. */
  readonly sourceLimits?: Partial<SourceLimits>
  readonly obsTimings?: Partial<ObsTimings>
  readonly voicemodTimings?: Partial<VoicemodTimings>
  readonly vtsTimings?: Partial<VtsTimings>
  readonly discordTimings?: Partial<DiscordTimings & DiscordRestTimings>
  /** Whether the server runs in a container, in place of looking. */
  readonly isContainer?: boolean
  readonly streamerbotTimings?: Partial<StreamerbotTimings>
  readonly tunnelTimings?: Partial<TunnelTimings>
  /** Where round trips connect to, because the public name of a test does not exist. */
  readonly tunnelConnectTo?: ConnectTo
}

/** The data was written by an earlier version and has been converted. */
export interface Upgrade {
  /** The backup from before; undefined where backups are off. */
  readonly backup: string | undefined
}

export type NodeParts = Awaited<ReturnType<typeof openNode>>

/** What every other part depends on: database, bus, limits, metrics and the connection to other nodes. */
export async function openNode(config: Config, overrides: Overrides) {
  const closing = createClosing()
  const { onClose } = closing
  const clock = overrides.clock ?? systemClock
  const ids = overrides.ids ?? randomIds
  const log = overrides.log ?? createLog(config.logLevel)
  const loopDelay = overrides.loopDelay ?? createLoopDelay()
  onClose(() => loopDelay.close())
  const overload = createOverload(loopDelay)
  const metrics = createMetrics({
    version,
    loopDelay,
    refusedCalls: () => overload.refused,
    overlayPages: () => pages.countAll(),
    doesJobs: () => does('jobs') && leader.isMine(),
    isJoined: () => cluster?.isUp ?? true,
  })

  const onEffectError = (error: unknown) => log.error('an effect after a commit failed', { error })
  let upgrade: Upgrade | undefined
  const backUpFirst = async () => {
    const { folder, passphrase } = config.backups ?? {}
    upgrade = { backup: await backUpBeforeMigration({ clock, dataFolder: config.dataFolder, folder, passphrase }) }
  }
  const backupsFolder = config.backups?.folder ?? config.dataFolder
  let isOpen = false
  const onProblem: OnProblem = (problem, cause) => {
    // A start that fails says why in one line, which is enough.
    if (!isOpen) return
    if (problem === undefined) log.info('the database works again')
    else log.error(describeProblem(problem, newestBackup(backupsFolder)), { problem, error: cause })
  }
  const { mustExist = false } = overrides
  const timeLimits = overrides.storageTimeLimits
  const options = { onBatch: metrics.batch, onProblem, mustExist, beforeMigration: backUpFirst, timeLimits }
  const db = overrides.database ?? (await openDatabase(config.dataFolder, onEffectError, config.databaseUrl, options))
  onClose(() => db.close())

  const ownBus = createMemoryBus((error) => log.error('a listener failed', { error }))
  const stored = openLimiter({ folder: config.dataFolder, clock, log })
  onClose(() => stored.close())
  const ownLimiter = stored.limiter
  const alone = { db, clock, ids, log, bus: ownBus, limiter: ownLimiter }
  const cluster = config.redisUrl === undefined ? undefined : await openCluster(config.redisUrl, alone)
  onClose(() => cluster?.close())
  const { bus = ownBus, leader = createSoleLeader() } = cluster ?? {}
  const limiter = overrides.limiter ?? cluster?.limiter ?? ownLimiter
  const does = (role: NodeRole) => config.roles?.includes(role) ?? true

  /** The overlay pages of this node; `stage` reaches those of all nodes. */
  const pages = createPages((channelId) => {
    sharedStage?.announce(channelId)
    bus.publish('presence-changed', { channelId })
  })
  const sharedStage = cluster?.openStage(pages)

  /** For addresses that people enter. Loaded on first use. */
  const openOutgoing: OpenOutgoing = async (options) => {
    const { createOutgoing } = await import('../platforms/calls/outgoing.ts')
    return createOutgoing({ allow: config.outgoingAllow, ...options })
  }

  return {
    ...closing,
    config,
    overrides,
    clock,
    ids,
    chance: overrides.chance ?? Math.random,
    log,
    db,
    bus,
    ownLimiter,
    limiter,
    openOutgoing,
    cluster,
    nodeId: cluster?.nodeId,
    isShared: cluster !== undefined,
    leader,
    does,
    pages,
    sharedStage,
    stage: sharedStage ?? pages,
    loopDelay,
    overload,
    refusals: createRefusalLog({ log, clock }),
    metrics,
    /** Problems that were found while the server was opened are reported now, later ones when they are found. */
    reportProblems(): void {
      isOpen = true
      const problem = db.problem()
      if (problem !== undefined) onProblem(problem)
    },
    /** What is wrong with the database, for people: the backup is named within the data folder. */
    storage(): StorageStatus | null {
      const problem = db.problem()
      if (problem === undefined) return null
      const backup = newestBackup(backupsFolder)
      return { problem, backup: backup === undefined ? null : nameWithin(config.dataFolder, backup) }
    },
    /** Undefined where nothing had to be converted. */
    upgrade,
    names: createNames(config.naming),
    secret: createInstanceSecret(config),
    address: createAddress(config),
  }
}

/** Paths of the machine outside the data folder are not shown. */
function nameWithin(folder: string, file: string): string {
  const path = relative(folder, file)
  return path.startsWith('..') ? basename(file) : path
}

/** Loaded only where Redis is configured. */
async function openCluster(url: string, needs: Parameters<typeof joinCluster>[1]): Promise<Cluster> {
  const { joinCluster } = await import('../cluster/cluster.ts')
  return joinCluster(url, needs)
}
