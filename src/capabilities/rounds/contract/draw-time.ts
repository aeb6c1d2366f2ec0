/** How long the draw of a giveaway is shown before its winner is named: on the overlay, in the panel and in chat. */
export const drawShownMs = 5_200
