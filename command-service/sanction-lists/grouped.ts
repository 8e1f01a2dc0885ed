/** `1 003` */
export const grouped = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ' ')
