import { Type } from 'typebox'
import { orNull, string } from './fields.ts'

/** The data of a person that customers and customer forms share. A change needs a new version of the events of both. */
export const personFields = {
  idNo: string,
  nameSurname: string,
  birthplace: orNull(string),
  birthday: orNull(string),
  nationality: orNull(string),
  phone: orNull(string),
  phone2: orNull(string),
  email: orNull(string),
  taxOffice: orNull(string),
  registryNo: orNull(string),
  activityName: orNull(string),
  naceCode: orNull(string),
  countriesCode: orNull(string),
  countries: orNull(string),
  statesCode: orNull(string),
  states: orNull(string),
  cities: orNull(string),
  address: orNull(string),
  motherName: orNull(string),
  fatherName: orNull(string),
  jobName: orNull(string),
  /** The person who acts for a company. */
  customerRelation: orNull(
    Type.Object({
      types: orNull(string),
      nameSurname: orNull(string),
      idNo: orNull(string),
    }),
  ),
}
