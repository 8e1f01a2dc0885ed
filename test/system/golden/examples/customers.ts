import { type CustomerEvent, customerEvents } from '#kernel/events/customer.ts'
import { registerEvents } from '#kernel/events/customer-event.ts'
import { type Forgotten } from '#kernel/events/event-family.ts'
import { idvSessionEvents } from '#kernel/events/idv-session.ts'
import { at, companyId, type Example, examplesOf } from './example.ts'

type Person = Exclude<CustomerEvent['data']['person'], Forgotten>

const person: Person = {
  idNo: '10000000146',
  nameSurname: 'Ayşe Işık',
  phone: '905321234567',
  email: 'ayse@example.com',
  nationality: 'TC',
  countries: 'Türkiye',
  states: 'İstanbul',
  cities: 'Kadıköy',
  name: 'Ayşe',
  surname: 'Işık',
  ownerName: 'Ayşe Işık',
  birthplace: 'Ankara',
  birthday: '1981-02-05',
  year: 1981,
  phone2: '902161234567',
  taxOffice: 'Kadıköy',
  registryNo: '12',
  cmpNo: '34',
  activityName: 'Kuyumcu',
  naceCode: '47.77',
  countriesCode: 'TR',
  statesCode: '34',
  address: 'Bahariye Cd. 1',
  motherName: 'Fatma',
  fatherName: 'Ali',
  jobName: 'Öğretmen',
  ibans: ['TR330006100519786457841326'],
  customerRelation: { types: 'owner', nameSurname: 'Ali Işık', idNo: '39586528950' },
}

const barePerson: Person = {
  idNo: '4840847211',
  nameSurname: 'IŞIK A.Ş.',
  phone: null,
  email: null,
  nationality: null,
  countries: null,
  states: null,
  cities: null,
  name: null,
  surname: null,
  ownerName: null,
  birthplace: null,
  birthday: null,
  year: null,
  phone2: null,
  taxOffice: null,
  registryNo: null,
  cmpNo: null,
  activityName: null,
  naceCode: null,
  countriesCode: null,
  statesCode: null,
  address: null,
  motherName: null,
  fatherName: null,
  jobName: null,
  ibans: [],
  customerRelation: null,
}

const customer: CustomerEvent['data'] = {
  companyId,
  customerId: 'd00000000000000000000001',
  personRef: '4c1f',
  idType: 'person',
  idCardType: 'idCard',
  recordLevel: 1,
  isVerify: true,
  isValid: true,
  isPhoto: false,
  isAbroad: false,
  saveType: 'bank',
  labels: ['vip'],
  bankCodes: ['0010'],
  docTypes: ['idCard'],
  createdDate: '2026-01-02T03:04:05Z',
  lastDate: '2026-11-20T09:45:00Z',
  person,
}

export const customerExamples: readonly Example[] = [
  ...examplesOf(
    customerEvents,
    { type: 'CustomerRecorded', data: customer },
    {
      type: 'CustomerRecorded',
      data: {
        ...customer,
        idType: 'company',
        idCardType: null,
        recordLevel: null,
        saveType: null,
        labels: [],
        bankCodes: [],
        docTypes: [],
        lastDate: null,
        person: barePerson,
      },
    },
  ),
  ...examplesOf(
    registerEvents,
    {
      type: 'RegisterEventRecorded',
      data: {
        companyId,
        registerEventId: 'e70000000000000000000001',
        customerId: 'd00000000000000000000001',
        personRef: '4c1f',
        eventDate: at,
        recordLevel: 3,
        entry: { idNo: '10000000146', comment: 'Şüpheli işlem bildirildi' },
      },
    },
    {
      type: 'RegisterEventRecorded',
      data: {
        companyId,
        registerEventId: 'e70000000000000000000001',
        customerId: null,
        personRef: '4c1f',
        eventDate: at,
        recordLevel: 0,
        entry: { idNo: '10000000146', comment: null },
      },
    },
  ),
  ...examplesOf(idvSessionEvents, {
    type: 'SessionRecorded',
    data: {
      companyId,
      sessionId: '1d0000000000000000000001',
      personRef: '4c1f',
      createdAt: at,
      updatedAt: at,
      session: {
        idNo: '10000000146',
        dataSet:
          '{"result":"verified","score":0.980,"document":{"kind":"idCard","number":12345678901234567890}}',
      },
    },
  }),
]
