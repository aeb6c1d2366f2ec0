import type { Channel } from '../../kernel/operation/channel.ts'
import type { Database } from '../../kernel/storage/database.ts'
import type { Channels } from '../channels/channels.ts'
import type { People } from '../people/people.ts'
import type { Browser, Sessions } from '../sign-in/sessions.ts'
import { createSetUpCode, removeCodeFile, type SetUpCode } from './set-up-code.ts'

export type SetUp = ReturnType<typeof createSetUp>

/** What the owner says about the channel. */
export interface Claim {
  readonly channelName: string
  readonly language: string
}

/**
 * The first sign-in of a new server. A folder in which somebody has signed in is claimed for good, whatever became of
 * that person. Only a server that serves (`begin`) can be claimed, not a command that opens the same folder.
 */
export function createSetUp(needs: {
  db: Database
  channels: Channels
  people: People
  sessions: Sessions
  config: { readonly dataFolder: string; readonly setUpCode?: string | undefined }
}) {
  const { db, channels, people, sessions, config } = needs
  let code: SetUpCode | undefined

  /** Other nodes and links sign people in, too. */
  async function isOpen(): Promise<boolean> {
    if (code === undefined) return false
    if (await channels.anyHadSignIn(db)) end()
    return code !== undefined
  }

  function end(): void {
    code = undefined
    removeCodeFile(config.dataFolder)
  }

  return {
    isOpen,
    code: () => code,

    /** A new code with every start; the file of an earlier one goes. */
    async begin(): Promise<void> {
      if (await channels.anyHadSignIn(db)) removeCodeFile(config.dataFolder)
      else code = createSetUpCode({ dataFolder: config.dataFolder, chosen: config.setUpCode })
    },

    /** Signs the owner of the first channel in. Undefined when somebody was faster. */
    async claim({ channelName, language }: Claim, browser: Browser) {
      const [channel] = await channels.list()
      if (channel === undefined) return undefined
      const begun = await db.write(async (tx) => {
        if (await channels.anyHadSignIn(tx)) return undefined
        await channels.rename(tx, channel, channelName)
        const owner = await people.ensureOwner(tx, channel.id)
        await people.setLanguage(tx, owner, language)
        return { ...(await sessions.begin(tx, channel, owner, browser)), channel: named(channel, channelName) }
      })
      end()
      return begun
    },
  }
}

function named(channel: Channel, name: string): Channel {
  return { ...channel, name }
}
