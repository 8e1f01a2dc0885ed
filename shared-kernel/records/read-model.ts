/** The schema whose tables readers see; the projection that fills them has the same name. */
export const READ_MODEL = 'read_model'
