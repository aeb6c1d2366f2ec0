/** An amount in the reader's own format; what is not a currency code stands behind the number as it is. */
export function formatMoney(amount: number, currency: string): string {
  try {
    return new Intl.NumberFormat(undefined, { style: 'currency', currency }).format(amount)
  } catch {
    return `${new Intl.NumberFormat().format(amount)} ${currency}`
  }
}
