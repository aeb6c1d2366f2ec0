/** What is known of a platform without talking to it. Its connector is the folder `src/platforms/<name>/`. */
export interface PlatformDefinition {
  /** Its name in the database, in addresses and in the panel's API. */
  readonly name: string
  /** Its own name, as people write it. */
  readonly title: string
  /** Whose account a person signs in with, where it is not called like the platform. */
  readonly signInTitle?: string
  /** Its name in requests and answers of the public API: in the specification's names and in brand names. */
  readonly wireName: string
  readonly brandName: string
  /** The word that stands for it inside other names, as in `alpha_category_id`; only the first two have one. */
  readonly wireWord?: string
  /** The field of a published command that says whether it works there. */
  readonly commandFlag: { readonly wireName: string; readonly brandName: string }
  /** For the edge or glyph that marks what belongs to it. */
  readonly color: string
  /** Longest chat message, in characters. */
  readonly maxMessageLength: number
  /** What other software may change there. The sandbox holds itself to the same. */
  readonly allows: {
    readonly title: boolean
    readonly category: boolean
    readonly chatModes: boolean
    readonly rewards?: boolean
    readonly polls?: boolean
    readonly predictions?: boolean
    /** To reply to a message. */
    readonly replies?: boolean
    readonly raids?: boolean
    readonly shoutouts?: boolean
    readonly announcements?: boolean
    /** To pin and unpin a message. */
    readonly pins?: boolean
    readonly commercials?: boolean
    /** To move the next scheduled ad break away. */
    readonly adSnooze?: boolean
    readonly markers?: boolean
    readonly tags?: boolean
    /** A category of videos, which is not a game. */
    readonly videoCategory?: boolean
    /** To start and end the broadcast itself. */
    readonly broadcasts?: boolean
    readonly warnings?: boolean
    /** To add and remove moderators and VIPs. */
    readonly roles?: boolean
    /** To turn its own Shield Mode on and off. */
    readonly shieldMode?: boolean
    /** Absent where no clips can be made. */
    readonly maxClipSeconds?: number
  }
  /** The hosts of links to its clips; absent where no clips can be made. */
  readonly clipHosts?: readonly string[]
  /** How the simulated platform looks on a first start. */
  readonly sandbox: {
    /** User ids count from here, so that no id means somebody on two platforms by chance. */
    readonly firstUserId: number
    readonly isLive: boolean
    readonly title: string
    readonly category?: string
    readonly silentViewers: number
    readonly followers: number
    /** Points and watch time of the demo viewers, as a part of those on the first platform. */
    readonly share: number
  }
}

export function definePlatform<const D extends PlatformDefinition>(definition: D): D {
  return definition
}
