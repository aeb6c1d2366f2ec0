/** A process that the bench started does one order after the other and tells what came of it. */
export function answerOrders<Q, A>(work: (order: Q) => Promise<A>): void {
  process.on('message', (order: Q) => {
    work(order).then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
