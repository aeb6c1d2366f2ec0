import { defineMessages } from '../../kernel/text/message.ts'

/** Errors about viewers, their points and their watch time. The name of a parameter stands first. */
export const viewerErrors = defineMessages('errors.viewers', {
  notKnown: 'No viewer {who} is known on this platform.',
  notFound: 'There is no such viewer.',
  sameAccount: 'other_id is the same account.',
  accountTaken: 'other_id: {username} has an account on this platform already. Take that one away first.',
  tooFewPoints: '{username} has {balance} points, not {amount}.',
  tooFewCoins: '{username} has {balance} coins, not {amount}.',
  balanceTooHigh: 'amount would take {username} past the maximum balance.',
  totalTooHigh: 'amount would take the viewer past the maximum total.',
  dayAndRange: 'day cannot be combined with a range.',
  fromRequired: 'date_from is required with date_to.',
  toRequired: 'date_to is required with date_from.',
  reversedRange: 'date_from must not be after date_to.',
})
