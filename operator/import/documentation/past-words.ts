const partyWords = {
  customer: 'The other party.',
  'customer.name': 'Name and surname, or title.',
  'customer.taxOffice': 'Tax office.',
  'customer.address': 'Street address.',
  'customer.district': 'District.',
  'customer.city': 'Province.',
  'customer.phone': 'Telephone number.',
  'customer.mail': 'E-mail address.',
  'customer.webSite': 'Web site.',
  'customer.country': 'Country.',
}

/** What documents of the past have in common. */
export const pastWords = {
  ...partyWords,
  uuid: 'The electronic document (ETTN).',
  cancelled:
    'True: it was cancelled. It has its number, and neither its bank transaction nor its day.',
  cancelledAt: 'When it was cancelled.',
  bankTransactionId: 'The bank transaction that it was made from.',
  environment: 'Whether it was official.',
  nameSurname: 'Name and surname, or title: short for `customer.name`.',
  material: 'The material; without one, no fine metal is reckoned.',
  template: 'The kind of article.',
  'template.key': 'Its key.',
  'template.title': 'Its display name.',
  description: 'A note of your own.',
  currentCode: 'Accounting code.',
  exchanges: 'Price of one gram of fine metal, or of one unit.',
  purity: 'Fine grams in one unit.',
}
