import { defineSetting } from '../../../definitions/define-setting.ts'
import { maxAmount, maxNameLength } from '../../../definitions/fields.ts'
import { permissionRoles, roleTitles } from '../../../definitions/roles.ts'
import { boolean, integer, list, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'

export const maxBlocked = 500

const whoTitles = Object.fromEntries(permissionRoles.map((role) => [role, roleTitles[role].text])) as Readonly<
  Record<(typeof permissionRoles)[number], string>
>

export const songRequestSettings = defineSetting({
  name: 'song_requests',
  section: 'music',
  title: 'Song requests',
  help: 'Viewers request songs with the commands of the song request recipes under Automations.',
  role: 'editor',
  schema: object({
    enabled: withDefault(boolean({ title: 'Accept song requests' }), true),
    only_live: withDefault(
      boolean({ title: 'Only while live', description: 'Viewers can request songs while the stream is live.' }),
      true,
    ),
    starts_player: withDefault(
      boolean({
        title: 'Start the player',
        description: 'A request starts the player if no song has been started. A paused song stays paused.',
      }),
      true,
    ),
    who: withDefault(
      list(oneOf(permissionRoles, { titles: whoTitles }), { title: 'Who can request', max: permissionRoles.length }),
      ['everyone'],
    ),
    per_viewer: withDefault(
      integer({
        title: 'Requests per viewer',
        min: 1,
        max: 50,
        description: 'How many songs of one viewer can wait at the same time.',
      }),
      3,
    ),
    max_waiting: withDefault(integer({ title: 'Requests in all', min: 1, max: 150 }), 50),
    max_seconds: withDefault(
      integer({ title: 'Longest song in seconds', min: 10, max: 7200, description: 'Longer songs are refused.' }),
      600,
    ),
    price: withDefault(
      integer({
        title: 'Price in points',
        min: 0,
        max: maxAmount,
        description: 'Charged when a request is accepted, given back when it is removed before it plays.',
      }),
      0,
    ),
    skip_votes: withDefault(
      integer({
        title: 'Votes to skip',
        min: 0,
        max: 10_000,
        description: 'How many votes skip the current song; 0 turns votes off.',
      }),
      5,
    ),
    link_hosts: withDefault(
      list(text({ max: 253, cleaning: 'name' }), {
        title: 'Sites for links',
        max: 50,
        description:
          'Audio files at these sites can be requested by their address, such as files.example.org or *.example.org. Your overlay loads them, so the site sees the network address of your computer. Without sites no links can be requested.',
      }),
      [],
    ),
    youtube: withDefault(
      boolean({
        title: 'YouTube links',
        description:
          'Viewers can request videos by their link. The player page, a second browser source in OBS, shows them in the player of YouTube.',
      }),
      false,
    ),
    blocked_words: withDefault(
      list(text({ max: 200, cleaning: 'line' }), {
        title: 'Blocked titles and words',
        max: maxBlocked,
        description: 'A song is refused if its title or artist contains one of them.',
      }),
      [],
    ),
    blocked_viewers: withDefault(
      list(text({ max: maxNameLength, cleaning: 'name' }), { title: 'Blocked viewers', max: maxBlocked }),
      [],
    ),
  }),
})
