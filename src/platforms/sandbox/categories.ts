import { nameKey } from '../../kernel/schema/text.ts'
import { whenNeeded } from '../../kernel/schema/when-needed.ts'
import { type Database, sql } from '../../kernel/storage/database.ts'
import { allChannels } from '../../kernel/storage/sequences.ts'
import type { PlatformCategory } from '../platform.ts'

/** The id of the first popular name. New names are appended, so that ids never change. */
const firstPopularId = 15
/** The first id of other names; they are assigned in the order of the requests. */
const firstRareId = 10_001

const findCategory = sql<{ key: string }, { id: number; name: string }>(
  'SELECT id, name FROM sandbox_categories WHERE name_key = :key',
)
const insertCategory = sql<{ key: string; id: number; name: string }>(
  'INSERT INTO sandbox_categories (name_key, id, name) VALUES (:key, :id, :name)',
)

export type SandboxCategories = ReturnType<typeof createSandboxCategories>

/** The categories of the sandbox. Like real platforms, it has its own ids, which clients must look up. */
export function createSandboxCategories({ db }: { db: Database }) {
  return {
    /** Every name has a category; an unknown name gets an id on the first request. */
    async get(name: string): Promise<PlatformCategory> {
      const popular = findPopularCategory(name)
      if (popular !== undefined) return popular
      const key = nameKey(name)
      const rare =
        (await db.get(findCategory, { key })) ??
        (await db.write(async (tx) => {
          const known = await tx.get(findCategory, { key })
          if (known !== undefined) return known
          const id = firstRareId - 1 + (await tx.next('sandbox-category', allChannels))
          await tx.run(insertCategory, { key, id, name })
          return { id, name }
        }))
      return { id: String(rare.id), name: rare.name }
    },
  }
}

export function findPopularCategory(name: string): PlatformCategory | undefined {
  return popularByName().get(nameKey(name))
}

const popular = `
Just Chatting
League of Legends
Grand Theft Auto V
Fortnite
VALORANT
Dota 2
Counter-Strike: Global Offensive
Minecraft
World of Warcraft
Call of Duty: Warzone
Apex Legends
Hearthstone
Escape from Tarkov
PLAYERUNKNOWN'S BATTLEGROUNDS
Dead by Daylight
Overwatch
Slots
Rust
Teamfight Tactics
Music
Tom Clancy's Rainbow Six Siege
Counter-Strike
Rocket League
Special Events
Sports
Path of Exile
IRL
Lost Ark
Among Us
Overwatch 2
Destiny 2
ELDEN RING
Talk Shows & Podcasts
ASMR
Genshin Impact
Art
World of Tanks
Poker
Virtual Casino
Chess
FIFA 21
Old School RuneScape
StarCraft II
PUBG: BATTLEGROUNDS
Magic: The Gathering
Sea of Thieves
FINAL FANTASY XIV ONLINE
FIFA 22
DayZ
SMITE
FIFA 23
EA Sports FC 24
Retro
Diablo IV
New World
FIFA 20
Heroes of the Storm
ARK: Survival Evolved
Call of Duty: Black Ops 4
Super Smash Bros. Ultimate
Call of Duty: Modern Warfare II
Fall Guys: Ultimate Knockout
Street Fighter 6
Tibia
Red Dead Redemption 2
Garena Free Fire
Phasmophobia
Games + Demos
VRChat
I'm Only Sleeping
DARK SOULS III
Black Desert Online
Clash Royale
Z1: Battle Royale
RuneScape
Street Fighter V
Warframe
Fall Guys
ROBLOX
Albion Online
Pools, Hot Tubs, and Beaches
World of Warships
Black Desert
Warcraft III
Call of Duty: Black Ops Cold War
MapleStory
Dungeons & Dragons
Animal Crossing: New Horizons
Monster Hunter: World
The Elder Scrolls Online
Call of Duty: Black Ops III
Call Of Duty: Modern Warfare
Travel & Outdoors
Hunt: Showdown
FIFA 19
Dark and Darker
The Sims 4
Call of Duty: Modern Warfare III
Creative
Casino Jackpot
Super Mario Maker 2
Pokémon Sword/Shield
Age of Empires II
Project Zomboid
Super Mario 64
Food & Drink
Heroes of Might and Magic III: The Restoration of Erathia
Destiny
7 Days to Die
Tekken 7
Cyberpunk 2077
Pokémon Scarlet/Violet
Trackmania
Diablo III
Stardew Valley
Casino
RimWorld
Star Citizen
Halo Infinite
osu!
Always On
Marbles on Stream
Super Smash Bros. Melee
The Legend of Zelda: Breath of the Wild
Sekiro: Shadows Die Twice
Baldur's Gate 3
Honkai: Star Rail
Terraria
Dark Souls
iRacing
The Witcher 3: Wild Hunt
Crypto
Valheim
NBA 2K21
Arma 3
Hogwarts Legacy
FIFA 18
Euro Truck Simulator 2
Animals, Aquariums, and Zoos
Lethal Company
Diablo II: Resurrected
Slay the Spire
Palworld
Brawl Stars
FIFA 17
The Binding of Isaac: Repentance
Brawlhalla
Resident Evil 4
League of Legends: Wild Rift
Science & Technology
Call of Duty: Vanguard
Pokémon UNITE
Bloodborne
Yu-Gi-Oh! Master Duel
Legends of Runeterra
The Elder Scrolls V: Skyrim
Tom Clancy's The Division
PUBG Mobile
Mario Kart 8 Deluxe
NBA 2K20
The Legend of Zelda: Ocarina of Time
Summoners War: Sky Arena
God of War
Guild Wars 2
Marvel Snap
StarCraft
Eternal Return
Dofus
Resident Evil Village
Gwent: The Witcher Card Game
Mario Kart 8
Monster Hunter Rise
Paladins
Lineage II: The Chaotic Throne - The 1st Throne: The Kamael
NBA 2K22
Software and Game Development
Casino Slot Machine
The Legend of Zelda: Tears of the Kingdom
Knight Online
Pokémon Trading Card Game
War Thunder
Raft
Makers & Crafting
NBA 2K23
Super Mario World
Call of Duty: WWII
Darkest Dungeon
NBA 2K24
GeoGuessr
Age of Empires IV
Epic Seven
God of War Ragnarök
Garry's Mod
Jackbox Party Packs
For Honor
Hunt: Showdown 1896
The Forest
Gartic Phone
Only Up!
No Man's Sky
`

const popularByName = whenNeeded<ReadonlyMap<string, PlatformCategory>>(() => {
  const names = popular.trim().split('\n')
  return new Map(names.map((name, index) => [nameKey(name), { id: String(firstPopularId + index), name }]))
})
