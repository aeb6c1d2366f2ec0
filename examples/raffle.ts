// Every player pays the same number of points, and one of them wins everything.
// SHOWCALLER_KEY=… node raffle.ts 50 alice bob carol
import { Showcaller, ShowcallerError } from 'showcaller/sdk'

const [stake = '', ...names] = process.argv.slice(2)
const amount = Number(stake)
const platform = 'PlatformA'
const show = new Showcaller({ url: 'http://127.0.0.1:4400', key: process.env.SHOWCALLER_KEY })

const players: string[] = []
for (const username of names) {
  try {
    const viewer = await show.getPoints({ username, platform })
    if (viewer.points >= amount) players.push(viewer.username)
    else console.log(`${viewer.displayname} has only ${viewer.points} points.`)
  } catch (error) {
    if (!(error instanceof ShowcallerError) || error.code !== 'user_not_found') throw error
    console.log(`Nobody here is called ${username}.`)
  }
}

const winner = players[Math.floor(Math.random() * players.length)]
if (winner === undefined) throw new Error('Nobody can pay the stake.')
for (const loser of players.filter((player) => player !== winner)) {
  // Either both balances change or neither does, and a retry changes nothing twice.
  await show.transferPoints({ from_username: loser, to_username: winner, amount, platform })
}
const won = amount * (players.length - 1)
await show.sendBotMessage({ message: `${winner} wins ${won} points from ${players.length - 1} others.` })
console.log(`${winner} wins ${won}`)
