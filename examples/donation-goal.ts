// Adds up the donations of a stream and posts a message when the goal is reached.
// SHOWCALLER_KEY=… node donation-goal.ts 100 EUR
import { Showcaller, ShowcallerError } from 'showcaller/sdk'

const [goal = '100', currency = 'EUR', everySeconds = '5'] = process.argv.slice(2)
const show = new Showcaller({ url: 'http://127.0.0.1:4400', key: process.env.SHOWCALLER_KEY })

/** IDs increase, so every ID above the last known one is new. */
async function donationsAfter(id: number) {
  const { latest_donors: donors } = await show.getRecentActivity({ limit: 20 })
  return donors.filter((donor) => donor.id > id)
}

let newest = Math.max(0, ...(await donationsAfter(0)).map(({ id }) => id))
let total = 0
console.log(`Waiting for ${goal} ${currency}`)

while (total < Number(goal)) {
  await new Promise((resolve) => setTimeout(resolve, Number(everySeconds) * 1_000))
  const donations = await donationsAfter(newest)
  if (donations.length === 0) continue
  newest = Math.max(...donations.map(({ id }) => id))
  for (const donation of donations) if (donation.currency === currency) total += donation.amount
  console.log(`${total} of ${goal} ${currency}`)
  // A custom effect can draw a progress bar: these numbers are in payload.data.
  await show.effectTrigger({ overlay_id: 'hearts', data: { total, goal: Number(goal) } }).catch(tell)
}
await show.sendBotMessage({ message: `${goal} ${currency} reached. Thank you!` })

function tell(error: unknown): void {
  if (!(error instanceof ShowcallerError)) throw error
  console.warn(error.message)
}
