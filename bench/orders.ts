/** A child process of the benchmark runs one order after the other and reports the result. */
export function answerOrders<Q, A>(work: (order: Q) => Promise<A>): void {
  process.on('message', (order: Q) => {
    work(order).then(
      (result) => process.send?.({ result }),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
  process.on('disconnect', () => process.exit(0))
}
