import { defineRecipe } from '../../../definitions/define-recipe.ts'

const bot = { type: 'say', as: 'bot' } as const
/** Nothing that viewers paid for is lost while OBS restarts, and nobody attacks with alerts. */
const onOverlay = { wait_for_overlay: true } as const
const asAlert = { mode: 'queue', hold_in_shield_mode: 1 } as const

export const thanksRecipes = [
  defineRecipe({
    name: 'thank-followers',
    group: 'thanks',
    title: 'Thank followers',
    help: 'The bot thanks everybody who follows, one after the other.',
    trigger: { type: 'event', event: 'follow', where: { is_first: 1 } },
    run: asAlert,
    steps: [{ ...bot, text: 'Thank you for the follow, $(displayname)!' }],
  }),
  defineRecipe({
    name: 'celebrate-subscription',
    group: 'thanks',
    title: 'Celebrate new subscribers',
    help: 'Confetti on the overlay and a line in chat for everybody who subscribes for the first time.',
    needs: ['overlay', 'effect'],
    trigger: { type: 'event', event: 'subscription', where: { type: 'sub_new' } },
    run: asAlert,
    steps: [
      { type: 'effect', overlay_id: 'confetti', data: { message: '$(displayname)' }, ...onOverlay },
      { ...bot, text: 'Welcome to the club, $(displayname)!' },
    ],
  }),
  defineRecipe({
    name: 'thank-long-subscribers',
    group: 'thanks',
    title: 'Thank subscribers of a year and more',
    help: 'Reads a thank-you aloud when somebody renews after at least twelve months.',
    needs: ['overlay'],
    trigger: { type: 'event', event: 'subscription', where: { type: 'sub_renew', months: { above: 11 } } },
    run: asAlert,
    steps: [
      { type: 'tts', text: '$(displayname) has been with us for $(event.months) months. Thank you!', ...onOverlay },
    ],
  }),
  defineRecipe({
    name: 'thank-gifts',
    group: 'thanks',
    title: 'Thank for gifted subscriptions',
    help: 'Plays an alert and says in chat how many subscriptions somebody gave away.',
    needs: ['overlay', 'alert'],
    trigger: { type: 'event', event: 'subscription.gifts' },
    run: asAlert,
    steps: [
      { type: 'audio_alert', name: 'Tada', ...onOverlay },
      { ...bot, text: '$(displayname) gave away $(event.count) subscriptions!' },
    ],
  }),
  defineRecipe({
    name: 'big-cheer',
    group: 'thanks',
    title: 'Big cheers on screen',
    help: 'An effect and a voice for everybody who sends at least 500 bits or KICKs.',
    needs: ['overlay', 'effect'],
    trigger: { type: 'event', event: 'bits', where: { unit: ['bits', 'kicks'], value: { above: 499 } } },
    run: asAlert,
    steps: [
      { type: 'effect', overlay_id: 'confetti', data: { message: '$(displayname)' }, ...onOverlay },
      { type: 'tts', text: '$(displayname) sent $(event.value). $(event.message)', username: '$(user)', ...onOverlay },
    ],
  }),
  defineRecipe({
    name: 'thank-donors',
    group: 'thanks',
    title: 'Thank donors in chat',
    help: 'Says in chat who donated and how much.',
    needs: ['donations'],
    trigger: { type: 'event', event: 'donation' },
    run: asAlert,
    steps: [{ ...bot, text: '$(event.displayname) donated $(event.amount) $(event.currency). Thank you!' }],
  }),
  defineRecipe({
    name: 'welcome-raid',
    group: 'thanks',
    title: 'Welcome raids',
    help: 'Greets the raiders with the size of their raid and shows an effect.',
    needs: ['overlay', 'effect'],
    trigger: { type: 'event', event: 'raid' },
    run: asAlert,
    steps: [
      { type: 'effect', overlay_id: 'confetti', data: { message: '$(displayname)' }, ...onOverlay },
      { ...bot, text: 'Welcome, all $(event.viewers) raiders of $(displayname)!' },
    ],
  }),
  defineRecipe({
    name: 'shoutout-raiders',
    group: 'thanks',
    title: 'Shout out raiders',
    help: 'Gives everybody a shoutout who raids with at least five viewers.',
    needs: ['twitch'],
    trigger: { type: 'event', event: 'raid', where: { platform: 'PlatformB', viewers: { above: 4 } } },
    run: { mode: 'queue', cooldown_seconds: 120 },
    steps: [{ type: 'shoutout', target: '$(user)', platform: 'twitch' }],
  }),
  defineRecipe({
    name: 'watch-streak',
    group: 'thanks',
    title: 'Praise watch streaks',
    help: 'Gives 100 points to everybody who shares a watch streak of at least five streams.',
    needs: ['twitch'],
    trigger: { type: 'event', event: 'watch-streak', where: { streams: { above: 4 } } },
    steps: [
      { type: 'points', target: '$(user)', mode: 'add', amount: 100 },
      { ...bot, text: '$(displayname) has watched $(event.streams) streams in a row. 100 points!' },
    ],
  }),
  defineRecipe({
    name: 'greet-newcomers',
    group: 'thanks',
    title: 'Greet newcomers',
    help: 'The bot welcomes everybody who writes for the very first time.',
    trigger: { type: 'event', event: 'chat.first-message', where: { is_first_ever: 1 } },
    run: { only_live: 1 },
    steps: [{ type: 'reply', text: 'Welcome to the channel, $(displayname)!' }],
  }),
  defineRecipe({
    name: 'count-visits',
    group: 'thanks',
    title: 'Count visits of each viewer',
    help: 'Counts the streams in which a viewer writes, and congratulates on every tenth.',
    trigger: { type: 'event', event: 'chat.first-message' },
    run: { only_live: 1 },
    steps: [
      { type: 'value', name: 'visits', add: 1, target: '$(user)' },
      {
        type: 'reply',
        text: '$(displayname), this is your visit number $(value visits @$(user)). Good to see you!',
        condition: { value: '$(value visits @$(user))', matches: '0$' },
      },
    ],
  }),
] as const
