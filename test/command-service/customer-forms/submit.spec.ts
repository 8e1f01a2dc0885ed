import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { formSubmission } from '#command/customer-forms/submit.ts'
import type { Command } from '#command/event-sourcing/command.ts'
import { isRefusal, type Rejection } from '#kernel/domain/rejection.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import { customerFormEvents, personFormsEvents } from '#kernel/events/customer-form.ts'
import type { EventStore } from '#kernel/platform/event-store/event-store.ts'
import { decodeEvents } from '#kernel/platform/recording/event-codec.ts'
import { openVault } from '#kernel/platform/vault/vault.ts'
import { destroyKeysIn } from '#test/support/destroy-keys.ts'
import { infrastructureForThisFile } from '#test/support/infrastructure.ts'
import { contextIn } from '#test/support/request-context.ts'

const infrastructure = infrastructureForThisFile()

const request = { idNo: '10000000146', nameSurname: 'Ayşe Işık' }
const newCommand = (): Command => ({ id: randomUUID(), isRepeated: false })

/** A company, and processes that take in its forms. */
function newCompany() {
  const companyId = randomBytes(12).toString('hex')
  const context = contextIn(companyId)
  return {
    companyId,
    openProcess: (
      eventStore: EventStore = infrastructure().eventStore,
      vault = infrastructure().vault,
    ) => {
      const log = { eventStore, vault, now: () => Date.now() }
      const forms = formSubmission(log, async () => [])
      return (command: Command) => forms.submit(request, context, command)
    },
    forms: async () => formsIn(companyId),
  }
}

/** The ids of the forms that were submitted, and of those that were taken up, in their order. */
async function formsIn(companyId: string) {
  const stored = await infrastructure().eventsOf(companyId)
  const ofCategory = (category: string) =>
    stored.filter(({ stream }) => categoryOf(stream) === category)
  const submitted = await decodeEvents(
    infrastructure().vault,
    () => customerFormEvents,
    ofCategory('customerForm'),
  )
  const takenUp = await decodeEvents(
    infrastructure().vault,
    () => personFormsEvents,
    ofCategory('personForms'),
  )
  return {
    submitted: submitted.map(({ event }) => event.data.formId),
    takenUp: takenUp.map(({ event }) => event.data.formId),
  }
}

type Submit = ReturnType<ReturnType<typeof newCompany>['openProcess']>

/** Which form an attempt made, or found in its way. */
async function outcomeOf(
  submit: Submit,
  command: Command,
): Promise<{ readonly made?: string; readonly existing?: string | null | undefined }> {
  try {
    return { made: (await submit(command)).form.id }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { existing: existingIn(error) }
  }
}

const existingIn = ({ details }: Rejection) => details[0]?.existingId

test('forty concurrent requests at two processes create one form', async () => {
  const company = newCompany()
  const processes = [company.openProcess(), company.openProcess()]

  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      outcomeOf(processes[index % 2] ?? company.openProcess(), newCommand()),
    ),
  )

  const { takenUp } = await company.forms()
  expect(takenUp).toHaveLength(1)
  expect(outcomes.filter(({ made }) => made !== undefined)).toEqual([{ made: takenUp[0] }])
  expect(new Set(outcomes.flatMap((outcome) => Object.values(outcome)))).toEqual(new Set(takenUp))
})

test('a refused request writes nothing', async () => {
  const company = newCompany()
  const submit = company.openProcess()
  await submit(newCommand())

  await Promise.all(Array.from({ length: 10 }, () => outcomeOf(submit, newCommand())))

  const { submitted, takenUp } = await company.forms()
  expect([submitted.length, takenUp.length]).toEqual([1, 1])
})

test('a forgotten person can submit a form, although an earlier one was pending', async () => {
  const company = newCompany()
  const { companyId } = company
  const vault = await openVault(infrastructure().pool, Buffer.alloc(32, 7))
  const submit = company.openProcess(infrastructure().eventStore, vault)
  const { form: before } = await submit(newCommand())
  const owner = { companyId, purpose: 'customer', person: request.idNo } as const
  const { id } = await vault.keyOf(owner)
  await destroyKeysIn(infrastructure().administratorUrl, [id])
  vault.destroyed.add([id])

  const { form } = await submit(newCommand())
  expect(form).toMatchObject({ idNo: request.idNo, nameSurname: request.nameSurname })
  expect((await vault.keyOf(owner)).id).not.toBe(id)
  expect((await company.forms()).takenUp).toEqual([before.id, form.id])
  expect((await outcomeOf(submit, newCommand())).existing).toBe(form.id)
})

test('a request that is repeated after the person was forgotten shows nothing of it', async () => {
  const company = newCompany()
  const vault = await openVault(infrastructure().pool, Buffer.alloc(32, 7))
  const submit = company.openProcess(infrastructure().eventStore, vault)
  const command = newCommand()
  const { form } = await submit(command)
  const owner = { companyId: company.companyId, purpose: 'customer', person: request.idNo } as const
  vault.destroyed.add([(await vault.keyOf(owner)).id])

  const repeated = await submit({ ...command, isRepeated: true })
  expect(repeated.form).toEqual({ ...form, idNo: null, nameSurname: null })
})
