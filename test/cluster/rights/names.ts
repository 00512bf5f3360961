/** Of the documents and agents; of the balloons. */
export const [documents, balloons] = ['rights-documents', 'rights-balloons'] as const
export const [own, other] = ['rights-a', 'rights-b'] as const
/** No field manager owns a field of it, so that nothing but its values says what was changed. */
export const unmanaged = 'rights-unmanaged'
/** Users with the roles that are printed without a ServiceAccount, one whom the policies call a writer, and others. */
export const [operator, cordoner, writer, stranger, nobody] = [
  'rights-operator',
  'rights-cordon',
  'rights-writer',
  'rights-stranger',
  'rights-nobody',
] as const
